// libFuzzer target: any text as a program on a ring of four nodes, checked and played for a while.

#include <cstddef>
#include <cstdint>
#include <string>

#include "tb/config/ini/raw_config.h"
#include "tb/plan/planned_run.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/temp_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitcast;
  static const TempFolder folder;
  RawConfig raw;
  give(raw, "topology.kind", "ring");
  give(raw, "topology.dims", "4");
  give(raw, "traffic.program", folder.write("program", std::string(data, data + size)));
  give(raw, "run.allow_deadlock", "on");
  give(raw, "run.max_cycles", "2000");
  try {
    simulate(plan_run(raw), {});
  } catch (const ConfigError&) {  // what bad input is to end in
  }
  return 0;
}
