#include "tb/explore/slurm/slurm_backend.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/explore/slurm/slurm_sweep.h"
#include "tb/system/program.h"

namespace flitcast::explore {

std::size_t usual_chunk(std::size_t points) {
  constexpr std::size_t kTasks = 256;
  constexpr std::size_t kLeast = 10;  // a task takes Slurm as long as many small points
  return std::max((points + kTasks - 1) / kTasks, kLeast);
}

void SlurmBackend::run(const std::vector<PointTask>& tasks, PointListener& listener) {
  SlurmSweep::Setup setup;
  setup.command = {own_program(), "sweep", "--out=" + folder_.path(), "--jobs=1",
                   fmt::format("--time-limit={:.0f}", options_.time_limit.count())};
  if (folder_.leaves_out_host()) {
    setup.command.emplace_back("--no-host");
  }
  setup.options = options_.slurm_options;
  setup.chunk = options_.chunk == 0 ? usual_chunk(tasks.size()) : options_.chunk;
  SlurmSweep(tasks, folder_, client_, std::move(setup), listener).run();
}

}  // namespace flitcast::explore
