#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hw/network_config.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// The output VCs of a router that headers may have now, and which of them are for whom.
template <typename Set>
class FreeOutputVcs {
 public:
  FreeOutputVcs(const PortLayout& layout, const NetworkConfig& config,
                const RouterPipeline& pipeline)
      : layout_(layout),
        config_(config),
        pipeline_(pipeline),
        units_(static_cast<std::size_t>(layout.units())),
        by_message_(
            static_cast<std::size_t>(pipeline.message_classes > 1 ? pipeline.message_classes : 0)),
        lanes_(static_cast<std::size_t>(config.lanes_at_ports > 0 ? layout.classes : 0)) {}

  void attach(int output, const OutputVc& out) {
    const bool network = layout_.is_network(out.port);
    const int local = network ? 0 : (out.port - layout_.network_ports) % config_.ports;
    free_.insert(output);
    for (int own = 0; own < static_cast<int>(by_message_.size()); ++own) {
      if (network ? layout_.message_class_of(out.vc, pipeline_) == own
                  : config_.takes(local, own)) {
        by_message_[static_cast<std::size_t>(own)].insert(output);
      }
    }
    if (!network && !lanes_.empty()) {
      lanes_[static_cast<std::size_t>(local / config_.lanes_at_ports)].insert(output);
    }
    const int unit = network || !pipeline_.staged()
                         ? out.unit
                         : layout_.unit(layout_.first_port_of_seat(layout_.seat_of(out.port)), 0);
    units_[static_cast<std::size_t>(unit)].insert(output);
  }

  void take(int output) { free_.erase(output); }
  void give_back(int output) { free_.insert(output); }

  const Set& all() const { return free_; }
  /// All that there are, free or not. Local ports that the crossbar joins are those of the first
  /// unit of their processor.
  const Set& of_unit(int unit) const { return units_[static_cast<std::size_t>(unit)]; }
  /// Classes of messages have their own ones.
  bool knows_messages() const { return !by_message_.empty(); }
  const Set& of_messages(std::size_t own) const {
    return by_message_[std::min(own, by_message_.size() - 1)];
  }
  /// Classes of routing have their own ones among local ports.
  bool knows_routing() const { return !lanes_.empty(); }
  const Set& of_routing(int own) const { return lanes_[static_cast<std::size_t>(own)]; }

 private:
  const PortLayout& layout_;
  const NetworkConfig& config_;
  const RouterPipeline& pipeline_;
  Set free_;
  std::vector<Set> units_;
  std::vector<Set> by_message_;  // none where there is one class only
  std::vector<Set> lanes_;       // local ports by class of routing; none: they are for all
};

}  // namespace flitcast
