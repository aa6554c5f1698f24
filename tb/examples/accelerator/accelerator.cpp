// An accelerator, simulated cycle by cycle in the style of those that bring a network of their own:
// every fourth node is a memory, the others are cores, which load a tile, multiply it and store the
// product. All that it knows of the network are eight calls: what is behind them is one file.
//
//     accelerator CONFIG CORES TILES        CORES of the cores at work, TILES tiles each

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include <flitcast/eight_calls.h>

constexpr std::uint64_t kMultiply = 64;  // cycles for a tile
constexpr std::uint64_t kMemory = 30;    // cycles from a load to its data
constexpr std::uint32_t kTile = 16;      // flits

struct Access {
  enum Kind { kLoad, kData, kStore } kind;
  std::uint32_t core;
};
struct Shape {  // data are a class of their own, which loads do not hold up
  std::uint32_t flits(const Access& it) const { return it.kind == Access::kLoad ? 0 : kTile; }
  std::uint8_t message_class(const Access& it) const { return it.kind == Access::kData ? 1 : 0; }
};
struct Core {
  std::uint32_t node, memory;
  unsigned tiles;
  enum { kLoads, kWaits, kMultiplies } state = kLoads;
  std::uint64_t multiplied = 0;  // when
};

int main(int argc, char* argv[]) try {
  flitcast::Interconnect<Access, Shape> network(
      flitcast::Settings::read(argc > 1 ? argv[1] : "mesh.ini"));
  const std::size_t working = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 12;
  const unsigned tiles = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 10;
  std::vector<Core> cores;
  std::map<std::uint32_t, std::deque<std::pair<std::uint64_t, Access*>>> memories;  // loads: when
  for (std::uint32_t node = 0; node < network.network().nodes(); ++node) {
    if (node % 4 == 3) {
      memories[node] = {};
    } else if (cores.size() < working) {
      cores.push_back({node, node | 3, tiles});
    }
  }
  std::deque<Access> accesses;
  const auto sends = [&](const Core& core, Access::Kind kind) {
    if (network.is_full(core.node, nullptr)) {
      return false;
    }
    accesses.push_back({kind, core.node});
    network.push(core.node, core.memory, &accesses.back());
    return true;
  };

  std::uint64_t now = 0;
  for (std::size_t stored = 0; stored < cores.size() * tiles; ++now, network.cycle()) {
    for (Core& core : cores) {
      if (core.state == Core::kLoads && core.tiles > 0 && sends(core, Access::kLoad)) {
        core.state = Core::kWaits;
      } else if (core.state == Core::kWaits && !network.is_empty(core.node)) {
        network.pop(core.node);
        core.state = Core::kMultiplies;
        core.multiplied = now + kMultiply;
      } else if (core.state == Core::kMultiplies && now >= core.multiplied &&
                 sends(core, Access::kStore)) {
        core.state = Core::kLoads;
        --core.tiles;
      }
    }
    for (auto& [node, loads] : memories) {
      if (!network.is_empty(node)) {
        Access* const access = network.top(node);
        network.pop(node);
        if (access->kind == Access::kStore) {
          ++stored;
        } else {
          loads.emplace_back(now + kMemory, access);
        }
      }
      if (!loads.empty() && now >= loads.front().first && !network.is_full(node, nullptr)) {
        Access* const access = loads.front().second;
        loads.pop_front();
        access->kind = Access::kData;
        network.push(node, access->core, access);
      }
    }
  }
  std::cout << cores.size() * tiles << " tiles in " << now << " cycles\n";
  network.print_stats();
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
