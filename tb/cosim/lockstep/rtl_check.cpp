#include "tb/cosim/lockstep/rtl_check.h"

#include "tb/cosim/library/rtl_nodes.h"
#include "tb/cosim/lockstep/replay.h"
#include "tb/cosim/lockstep/replay_wave.h"
#include "tb/sim/model.h"

namespace flitcast::cosim {
namespace {

ReplayedLinks links_of(const Fabric& fabric, const Topology& topology, int local_ports) {
  const auto ports = static_cast<std::size_t>(topology.network_ports() + local_ports);
  const auto locals = static_cast<std::size_t>(local_ports);
  ReplayedLinks links{std::vector<const Link*>(topology.nodes() * ports),
                      std::vector<const Link*>(topology.nodes() * locals)};
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    const LinkChannel& channel = *link.channel;
    links.outputs[link.from * ports + channel.source_port()] = &channel.link();
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    links.outputs[local.node * ports + local.ejection->source_port()] = &local.ejection->link();
    links.injections[local.node * locals + local.injection->source_port()] =
        &local.injection->link();
  }
  return links;
}

class ReplayCheck final : public RtlCheck {
 public:
  ReplayCheck(const Config& config, std::uint64_t period)
      : config_(config),
        period_(period),
        nodes_(config.rtl.check.of(config.topology->nodes())),
        library_(rtl_library_for({nodes_, config.irc, "", config.rtl.cache}, config.network,
                                 *config.routing)) {}

  void begin(Model& model) override {
    model_ = &model;
    replay_ = std::make_unique<Replay>(
        library_.parameters, library_.functions,
        ReplayedNetwork{*config_.routing, config_.network, model.packets(), model.wakes(),
                        links_of(model.fabric(), *config_.topology, config_.network.ports)},
        nodes_);
    model.fabric().attach_probe(*replay_, replay_->modules());
  }
  void end(const std::optional<StuckReport>& /*stuck*/) override {
    replay_->finish(model_->wakes().last_cycle());
  }

  RtlEquality equality() const override { return {replay_->routers(), replay_->router_cycles()}; }
  std::string mismatch() const override {
    return replay_ && replay_->mismatch() ? replay_->description() : "";
  }
  std::string write_waveform(ByteSink& sink, const std::string& date, const std::string& program,
                             const std::string& dump_file) override {
    ReplayWave wave(*replay_, period_);
    wave.write(sink, date, program);
    return wave.view(dump_file);
  }

 private:
  const Config& config_;
  std::uint64_t period_;
  std::vector<bool> nodes_;
  RtlLibrary library_;
  Model* model_ = nullptr;          // while it stands
  std::unique_ptr<Replay> replay_;  // of which nothing that refers to the model is asked later
};

}  // namespace

std::unique_ptr<RtlCheck> make_rtl_check(const Config& config, std::uint64_t period) {
  return std::make_unique<ReplayCheck>(config, period);
}

}  // namespace flitcast::cosim
