#pragma once

#include <cstdint>
#include <iterator>
#include <string>

#include <flitcast/settings.h>

#include "hw/routing/routing_policies.h"
#include "tb/config/config.h"
#include "tests/support/draw.h"
#include "tests/support/library/posted_packets.h"
#include "tests/support/runs/drawn_config.h"

namespace flitcast {

inline Settings settings_of(const DrawnKeys& keys) {
  Settings settings;
  for (const auto& [key, value] : keys) {
    settings.set(key, value);
  }
  return settings;
}

/// Draws hardware of one kind, and packets for it.
class DrawnHardware {
 public:
  explicit DrawnHardware(std::uint64_t seed) : configs_(seed) {}

  enum class Kind { kContract, kSeveralVcs, kHalfDuplex, kStaged, kAdaptive, kLossy, kMemory };

  Draw& draw() { return configs_.draw(); }

  DrawnKeys keys(Kind kind) {
    Draw& draw = configs_.draw();
    DrawnKeys keys = configs_.any_network().keys;
    if (kind == Kind::kStaged) {
      add_keys(configs_.staged(), keys);
    } else {
      add_keys(configs_.timing(), keys);
    }
    keys.emplace_back("load.sizes", std::to_string(kMostFlits + 1));
    keys.emplace_back("run.allow_deadlock", "on");
    if (kind == Kind::kSeveralVcs || kind == Kind::kAdaptive) {
      keys.emplace_back("router.vcs", std::to_string(draw.between(2, 6)));
    }
    if (kind == Kind::kAdaptive || (kind == Kind::kStaged && draw.one_in(2))) {
      const auto policy = draw.between<std::size_t>(0, std::size(kRoutingPolicies) - 1);
      keys.emplace_back("router.routing", std::string(kRoutingPolicies[policy]().word));
    }
    if (kind == Kind::kHalfDuplex) {
      keys.emplace_back("link.duplex", "half");
    }
    if (kind == Kind::kLossy) {
      keys.emplace_back("ni.interface", "retransmitting");
      keys.emplace_back("link.fault", draw.one_in(2) ? "losses 0.01" : "bit_errors 0.001");
    }
    if (kind == Kind::kMemory) {
      keys.emplace_back("ni.interface", "memory");
      keys.emplace_back("memory.latency", std::to_string(draw.between(1, 40)));
      keys.emplace_back("memory.queue", std::to_string(draw.between(1, 300)));
      keys.emplace_back("memory.outstanding", std::to_string(draw.between(1, 4)));
    } else {
      keys.emplace_back("router.ports", draw.any_of<std::string>({"1", "1", "2", "all"}));
    }
    if (draw.one_in(3) && kind != Kind::kStaged) {
      keys.emplace_back("router.switching", configs_.switching());
    }
    if (draw.one_in(4)) {
      keys.emplace_back("router.flow_control", configs_.flow_control());
    }
    return keys;
  }

  PostedPackets packets(Kind kind, const Config& config) {
    PostedPackets like;
    like.nodes = config.topology->processors();
    like.most_flits = kMostFlits;
    like.requests = kind == Kind::kMemory;
    like.classes = static_cast<std::uint8_t>(like.requests ? 2 : configs_.draw().between(1, 3));
    like.most = 160;
    return draw_posts(configs_.draw(), like, configs_.draw().between<std::uint64_t>(1, 60),
                      configs_.draw().any_of<Cycle>({0, 30, 400, 5000}));
  }

 private:
  static constexpr std::uint32_t kMostFlits = 40;
  ConfigDraw configs_;
};

}  // namespace flitcast
