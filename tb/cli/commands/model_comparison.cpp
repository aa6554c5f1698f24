#include "tb/cli/commands/model_comparison.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/system/file_error.h"

namespace flitcast {

void ModelComparison::LogObserver::begin(Model& model) {
  log_.see(model.packets(), model.wakes());
  model.fabric().attach_probe(log_);
}

ModelComparison::ModelComparison(const Config& config, const Topology& topology)
    : config_(config),
      routers_(topology, config.network, config.rtl.nodes.of(topology.nodes())),
      comparison_(routers_),
      log_(routers_, [this](Cycle at, const LogEntries& entries) { compare(at, entries); }),
      observer_(log_) {}

ModelComparison::~ModelComparison() {
  if (model_ >= 0) {
    ::kill(model_, SIGKILL);
    model_ends_well();
  }
}

void ModelComparison::start_model(const Simulate& simulate) {
  std::array<int, 2> ends{};  // to read from, to write to
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannot("make", "a pipe", errno);
  }
  from_model_.reset(::fdopen(ends[0], "r"));
  const std::unique_ptr<std::FILE, Close> to(::fdopen(ends[1], "w"));
  if (from_model_ == nullptr || to == nullptr) {
    throw cannot("make", "a pipe", errno);
  }
  model_ = ::fork();
  if (model_ < 0) {
    throw cannot("make", "a process", errno);
  }
  if (model_ == 0) {
    ::_exit(simulate_model(simulate, to.get()) ? 0 : 1);
  }
  model_log_ = LogStream(from_model_.get());
}

// Where nobody reads any more there is nothing left to do.
bool ModelComparison::simulate_model(const Simulate& simulate, std::FILE* to) const {
  ::close(::fileno(from_model_.get()));
  RouterLog log(routers_, [to](Cycle at, const LogEntries& entries) {
    if (!write_entries(at, entries, to)) {
      ::_exit(1);
    }
  });
  LogObserver observer(log);
  try {
    Config of_model = config_;
    of_model.rtl.nodes = {};
    simulate(of_model, observer);
  } catch (const std::exception&) {
    return false;
  }
  return write_end(to);
}

void ModelComparison::compare(Cycle at, const LogEntries& entries) {
  const LogEntries nothing;
  model_log_.go_to(at, [&](Cycle before, const LogEntries& model) {
    comparison_.compare(before, model, nothing);
  });
  const bool both = model_log_.at() == at;
  comparison_.compare(at, both ? model_log_.entries() : nothing, entries);
}

bool ModelComparison::model_ends_well() {
  int status = 0;
  while (::waitpid(model_, &status, 0) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  model_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

ModelDifferences ModelComparison::differences() {
  const LogEntries nothing;
  model_log_.go_to(WakeQueue::kNever, [&](Cycle at, const LogEntries& model) {
    comparison_.compare(at, model, nothing);
  });
  if (!model_ends_well() || !model_log_.ends_well()) {
    throw std::runtime_error("the run with the routers of the model has failed");
  }
  return comparison_.differences();
}

std::unique_ptr<ModelComparison> comparison_with_model(const Config& config,
                                                       const Topology& topology) {
  return config.rtl.nodes.any() && !config.rtl.user.empty()
             ? std::make_unique<ModelComparison>(config, topology)
             : nullptr;
}

}  // namespace flitcast
