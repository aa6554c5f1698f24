#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/systemc/tlm_network.h>

#include "tests/systemc/protocol_monitor.h"
#include "tests/systemc/tlm_memory.h"
#include "tests/systemc/tlm_traffic.h"

namespace flitcast {

/// A network with initiators and memories, and a monitor in front of each.
class TlmBench {
 public:
  struct Setup {
    Settings settings;
    std::vector<std::uint32_t> initiators;
    std::vector<std::uint32_t> memories;
    std::uint64_t memory_size = 0x1000;
    std::uint64_t hole = 0;  // after each
    sc_core::sc_time latency{7, sc_core::SC_NS};
    systemc::TlmNetwork::Options options = {};
  };

  explicit TlmBench(const Setup& setup)
      : network("network", setup.settings),
        tlm("tlm", network, setup.initiators, map_of(setup), setup.options) {
    for (std::size_t i = 0; i < setup.memories.size(); ++i) {
      const std::string number = std::to_string(i);
      memories.push_back(std::make_unique<TlmMemory>(("memory_" + number).c_str(),
                                                     setup.memory_size, setup.latency, i + 1));
      memory_monitors.push_back(
          std::make_unique<ProtocolMonitor>(("memory_monitor_" + number).c_str()));
      tlm.memory(i)(memory_monitors[i]->initiator);
      memory_monitors[i]->target(memories[i]->socket);
    }
    for (std::size_t i = 0; i < setup.initiators.size(); ++i) {
      monitors.push_back(
          std::make_unique<ProtocolMonitor>(("monitor_" + std::to_string(i)).c_str()));
      monitors[i]->target(tlm.initiator(i));
    }
  }

  static systemc::AddressMap map_of(const Setup& setup) {
    std::vector<systemc::AddressMap::Range> ranges;
    for (const std::uint32_t node : setup.memories) {
      ranges.push_back({ranges.size() * (setup.memory_size + setup.hole), setup.memory_size, node});
    }
    return systemc::AddressMap(ranges);
  }

  /// Rules that any monitor saw broken.
  std::vector<std::string> broken() {
    std::vector<std::string> all;
    for (const auto& some : {&monitors, &memory_monitors}) {
      for (const auto& monitor : *some) {
        monitor->rules.end();
        all.insert(all.end(), monitor->rules.broken().begin(), monitor->rules.broken().end());
      }
    }
    return all;
  }

  /// Contents of all memories, by address.
  std::vector<unsigned char> contents() const {
    std::vector<unsigned char> bytes;
    for (const auto& memory : memories) {
      bytes.insert(bytes.end(), memory->bytes.begin(), memory->bytes.end());
    }
    return bytes;
  }

  systemc::NetworkModule network;
  systemc::TlmNetwork tlm;
  std::vector<std::unique_ptr<TlmMemory>> memories;
  std::vector<std::unique_ptr<ProtocolMonitor>> monitors;  // of initiators
  std::vector<std::unique_ptr<ProtocolMonitor>> memory_monitors;
};

}  // namespace flitcast
