#include "tb/cosim/lockstep/lockstep_observer.h"

#include "tb/cosim/library/rtl_nodes.h"
#include "tb/cosim/lockstep/lockstep_check.h"
#include "tb/cosim/lockstep/mismatch_wave.h"
#include "tb/sim/model.h"

namespace flitcast::cosim {
namespace {

CheckedLinks links_of(const Fabric& fabric, const Topology& topology, int local_ports) {
  const auto ports = static_cast<std::size_t>(topology.network_ports() + local_ports);
  const auto locals = static_cast<std::size_t>(local_ports);
  CheckedLinks links{std::vector<const Link*>(topology.nodes() * ports),
                     std::vector<const Link*>(topology.nodes() * locals)};
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    links.outputs[link.from * ports + link.source_port] = link.link;
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    links.outputs[local.node * ports + local.router_port] = local.ejection;
    links.injections[local.node * locals + local.interface_port] = local.injection;
  }
  return links;
}

class CheckObserver final : public LockstepObserver {
 public:
  CheckObserver(const Config& config, const NodeChoice& nodes, const std::string& user,
                std::uint64_t period)
      : config_(config),
        period_(period),
        nodes_(nodes.of(config.topology->nodes())),
        library_(rtl_library_for({nodes_, config.irc, user, config.rtl.cache}, config.network,
                                 *config.routing)) {}

  void begin(Model& model) override {
    model_ = &model;
    check_ = std::make_unique<LockstepCheck>(
        library_,
        CheckedNetwork{*config_.routing, config_.network, model.packets(), model.wakes(),
                       links_of(model.fabric(), *config_.topology, config_.network.ports)},
        nodes_,
        library_.user ? LockstepCheck::Mismatches::kAreTold
                      : LockstepCheck::Mismatches::kEndTheRun);
    model.fabric().attach_probe(*check_, check_->modules());
  }
  void end(const std::optional<StuckReport>& /*stuck*/) override {
    check_->finish(model_->wakes().last_cycle());
  }

  RtlEquality equality() const override { return {check_->routers(), check_->router_cycles()}; }
  std::string mismatch() const override {
    return check_ && check_->mismatch() ? check_->description() : "";
  }
  std::string write_waveform(trace::ByteSink& sink, const std::string& date,
                             const std::string& program, const std::string& dump_file) override {
    MismatchWave wave(*check_, period_);
    wave.write(sink, date, program);
    return wave.view(dump_file);
  }
  LockstepResult result() const override { return check_->result(); }

 private:
  const Config& config_;
  std::uint64_t period_;
  std::vector<bool> nodes_;
  RtlLibrary library_;
  Model* model_ = nullptr;  // while it stands
  std::unique_ptr<LockstepCheck>
      check_;  // of which nothing that refers to the model is asked later
};

}  // namespace

std::unique_ptr<LockstepObserver> make_lockstep_observer(const Config& config,
                                                         std::uint64_t period) {
  return std::make_unique<CheckObserver>(config, config.rtl.check, "", period);
}

std::unique_ptr<LockstepObserver> make_user_check(const Config& config) {
  return std::make_unique<CheckObserver>(config, config.rtl.nodes, config.rtl.user, 0);
}

}  // namespace flitcast::cosim
