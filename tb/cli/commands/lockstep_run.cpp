#include "tb/cli/commands/lockstep_run.h"

#include <cerrno>
#include <csignal>
#include <exception>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/system/file_error.h"

namespace flitcast {

LockstepRun::LockstepRun(const Config& config, const Simulate& simulate)
    : check_(cosim::make_user_check(config)) {
  void* const shared = ::mmap(nullptr, sizeof(LockstepResult), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    throw cannot("make", "a process", errno);
  }
  result_ = new (shared) LockstepResult;
  model_ = ::fork();
  if (model_ < 0) {
    ::munmap(shared, sizeof(LockstepResult));
    throw cannot("make", "a process", errno);
  }
  if (model_ == 0) {
    ::_exit(simulate_model(config, simulate) ? 0 : 1);
  }
}

LockstepRun::~LockstepRun() {
  if (model_ >= 0) {
    ::kill(model_, SIGKILL);
    ends_well();
  }
  ::munmap(result_, sizeof(LockstepResult));
}

bool LockstepRun::simulate_model(const Config& config, const Simulate& simulate) {
  try {
    Config of_model = config;
    of_model.rtl.nodes = {};
    simulate(of_model, *check_);
    *result_ = check_->result();
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

bool LockstepRun::ends_well() {
  int status = 0;
  while (::waitpid(model_, &status, 0) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  model_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

LockstepResult LockstepRun::result() {
  if (!ends_well()) {
    throw std::runtime_error("the run with the routers of the model has failed");
  }
  return *result_;
}

std::unique_ptr<LockstepRun> lockstep_run(const Config& config,
                                          const LockstepRun::Simulate& simulate) {
  return config.rtl.nodes.any() && !config.rtl.user.empty()
             ? std::make_unique<LockstepRun>(config, simulate)
             : nullptr;
}

}  // namespace flitcast
