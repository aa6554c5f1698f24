// libFuzzer target: any bytes as a program on a ring of eight nodes, or a trace of a chip on nine
// tiles, checked and played for a while. What has the line "--" in it are the files of a Chakra
// trace, one a rank, after each of which it stands.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tb/config/ini/raw_config.h"
#include "tb/plan/planned_run.h"
#include "tb/programs/program_file.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

constexpr std::string_view kEndOfRank = "\n--\n";

/// What the program is, in a folder that has nothing else.
std::string write(const TempFolder& folder, std::string_view bytes) {
  const std::string name = folder.path("program");
  std::size_t rank = 0;
  for (std::size_t end = 0; (end = bytes.find(kEndOfRank)) != std::string_view::npos; ++rank) {
    folder.write("program." + std::to_string(rank) + ".et", std::string(bytes.substr(0, end)));
    bytes.remove_prefix(end + kEndOfRank.size());
  }
  return rank > 0 ? name : folder.write("program", std::string(bytes));
}

}  // namespace
}  // namespace flitcast

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitcast;
  const TempFolder folder;
  RawConfig raw;
  const std::string program = write(folder, {reinterpret_cast<const char*>(data), size});
  const bool is_of_chip = format_of(program) == ProgramFormat::kNocTrace;
  give(raw, "topology.kind", is_of_chip ? "opposite_tori" : "ring");
  give(raw, "topology.dims", is_of_chip ? "3x3" : "8");
  give(raw, "traffic.program", program);
  give(raw, "run.allow_deadlock", "on");
  give(raw, "run.max_cycles", "2000");
  try {
    simulate(plan_run(raw), {});
  } catch (const ConfigError&) {  // what bad input is to end in
  }
  return 0;
}
