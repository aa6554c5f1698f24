#include "tb/cli/commands/lockstep_run.h"

#include <cerrno>
#include <csignal>
#include <exception>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/sim/simulated_run.h"
#include "tb/system/file_error.h"

namespace flitcast::cli {

LockstepRun::LockstepRun(const PlannedRun& plan)
    : plan_(plan), check_(cosim::make_user_check(config_of(plan))) {}

void LockstepRun::watch(RunParts& /*parts*/) {
  void* const shared = ::mmap(nullptr, sizeof(LockstepResult), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    throw cannot("make", "a process", errno);
  }
  result_ = new (shared) LockstepResult;
  model_ = ::fork();
  if (model_ < 0) {
    throw cannot("make", "a process", errno);
  }
  if (model_ == 0) {
    ::_exit(simulate_model() ? 0 : 1);
  }
}

LockstepRun::~LockstepRun() {
  if (model_ >= 0) {
    ::kill(model_, SIGKILL);
    ends_well();
  }
  if (result_ != nullptr) {
    ::munmap(result_, sizeof(LockstepResult));
  }
}

bool LockstepRun::simulate_model() {
  try {
    Config of_model = config_of(plan_);
    of_model.rtl.nodes = {};
    RunParts parts;
    parts.observers = {&*check_};
    simulate(plan_, of_model, parts);
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

void LockstepRun::complete(RunResult& run) {
  if (!ends_well()) {
    throw std::runtime_error("the run with the routers of the model has failed");
  }
  measures_of(run).lockstep = *result_;
}

}  // namespace flitcast::cli
