#include "tb/explore/slurm/slurm_patience.h"

#include <fmt/format.h>

#include "tb/config/config.h"

namespace flitcast {

void SlurmPatience::answered() {
  if (since_) {
    listener_.notice("Slurm is there again");
    since_.reset();
  }
}

void SlurmPatience::failed(const SlurmError& error, bool jobs_are_on_their_way) {
  const Clock::time_point now = Clock::now();
  if (!since_) {
    since_ = now;
    listener_.notice(fmt::format("{}; waiting", error.what()));
  }
  const Seconds away = now - *since_;
  if (away >= limit_ && !jobs_are_on_their_way) {
    throw ConfigError(
        fmt::format("{}, for {:.0f} minutes now; give the same command again later, and it will go "
                    "on from here",
                    error.what(), away.count() / 60));
  }
}

}  // namespace flitcast
