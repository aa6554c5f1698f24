#include <cerrno>
#include <csignal>
#include <exception>
#include <memory>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/cosim/lockstep/lockstep_observer.h"
#include "tb/measures/lockstep_result.h"
#include "tb/outputs/run_output.h"
#include "tb/sim/simulated_run.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

class LockstepRun final : public RunOutput {
 public:
  explicit LockstepRun(const PlannedRun& plan)
      : plan_(plan), check_(cosim::make_user_check(config_of(plan))) {}

  /// Ends the other process where that has not come to its end.
  ~LockstepRun() override {
    if (model_ >= 0) {
      ::kill(model_, SIGKILL);
      ends_well();
    }
    if (result_ != nullptr) {
      ::munmap(result_, sizeof(LockstepResult));
    }
  }

  /// Begins to simulate the plan without rtl.nodes. Throws FileError.
  void watch(RunParts& /*parts*/) override {
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

  /// Waits for it. Throws std::runtime_error where it fails.
  void complete(RunResult& run) override {
    if (!ends_well()) {
      throw std::runtime_error("the run with the routers of the model has failed");
    }
    measures_of(run).lockstep = *result_;
  }

 private:
  bool simulate_model() {
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

  bool ends_well() {
    int status = 0;
    while (::waitpid(model_, &status, 0) < 0) {
      if (errno != EINTR) {
        return false;
      }
    }
    model_ = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  const PlannedRun& plan_;
  std::unique_ptr<cosim::LockstepObserver> check_;
  LockstepResult* result_ = nullptr;  // both processes have it
  pid_t model_ = -1;                  // the other process, until it has been waited for
};

}  // namespace

std::unique_ptr<RunOutput> lockstep_run(const PlannedRun& plan) {
  return std::make_unique<LockstepRun>(plan);
}

}  // namespace flitcast
