// libFuzzer target: any text as a schedule on a ring of three nodes, verified if it is one, and
// played alone and under load.

#include <cstddef>
#include <cstdint>
#include <string>

#include "tb/config/ini/raw_config.h"
#include "tests/support/runs/played_config.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

constexpr Cycle kCycles = 2000;

void play(const RawConfig& raw) {
  try {
    play_config(raw, kCycles);
  } catch (const ConfigError&) {  // what bad input is to end in
  }
}

}  // namespace
}  // namespace flitcast

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitcast;
  static const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", "ring");
  give(raw, "topology.dims", "3");
  give(raw, "traffic.schedule", folder.write("s.json", std::string(data, data + size)));
  play(raw);
  give(raw, "traffic.sync", "dataflow");
  give(raw, "load.rate", "0.3");
  give(raw, "load.warm_up", "10");
  give(raw, "load.batch", "3");
  play(raw);
  return 0;
}
