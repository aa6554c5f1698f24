#include "tb/cli/model_comparison.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/deviation/deviation_report.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

bool ends_well(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

void ModelComparison::LogObserver::begin(Model& model) {
  log_.see(model.packets());
  model.fabric().attach_probe(log_);
}

ModelComparison::ModelComparison(const Config& config, const Topology& topology)
    : config_(config),
      model_(topology, config.network, config.rtl.nodes.of(topology.nodes())),
      router_(topology, config.network, model_.nodes()),
      observer_of_model_(model_),
      observer_of_router_(router_) {}

void ModelComparison::run_model(
    const std::function<void(const Config& config, RunObserver& observer)>& simulate) {
  const std::unique_ptr<std::FILE, Close> file(std::tmpfile());
  if (file == nullptr) {
    throw cannot("write", "a temporary file", errno);
  }
  const pid_t child = ::fork();
  if (child < 0) {
    throw cannot("make", "a process", errno);
  }
  if (child == 0) {
    bool good = false;
    try {
      Config of_model = config_;
      of_model.rtl.nodes = {};
      simulate(of_model, observer_of_model_);
      good = model_.save(file.get());
    } catch (const std::exception&) {
      good = false;
    }
    ::_exit(good ? 0 : 1);
  }
  if (!ends_well(child) || std::fseek(file.get(), 0, SEEK_SET) != 0 || !model_.load(file.get())) {
    throw std::runtime_error("the run with the routers of the model has failed");
  }
}

ModelDifferences ModelComparison::differences() const {
  return model_differences(model_, router_);
}

std::unique_ptr<ModelComparison> comparison_with_model(const Config& config,
                                                       const Topology& topology) {
  return config.rtl.nodes.any() && !config.rtl.user.empty()
             ? std::make_unique<ModelComparison>(config, topology)
             : nullptr;
}

}  // namespace flitcast
