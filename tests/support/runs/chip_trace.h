#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/program_file.h"

/// Traces of a chip, event by event.
namespace flitcast::chip_trace {

inline constexpr std::uint64_t kBegin = 4348522216514;

struct Who {
  int x = 0;
  int y = 0;
  const char* processor = "NCRISC";
  int noc = 0;
};

inline std::string event(const Who& who, std::uint64_t at, const std::string& type,
                         const std::string& more) {
  return fmt::format(
      R"({{"proc":"{}", "noc":"NOC_{}", "vc":-1, "sx":{}, "sy":{}, {}, "type":"{}", "timestamp":{}}})",
      who.processor, who.noc, who.x, who.y, more, type, kBegin + at);
}

inline std::string to(int x, int y, int bytes) {
  return fmt::format(R"("dx":{}, "dy":{}, "num_bytes":{})", x, y, bytes);
}

inline std::string read(const Who& who, std::uint64_t at, int x, int y, int bytes = 64) {
  return event(who, at, "READ", to(x, y, bytes));
}

inline std::string other(const Who& who, std::uint64_t at, const std::string& type) {
  return event(who, at, type, to(-1, -1, 0));
}

inline std::string barrier(const Who& who, std::uint64_t start, std::uint64_t end,
                           const std::string& of = "READ") {
  return other(who, start, of + "_BARRIER_START") + "," + other(who, end, of + "_BARRIER_END");
}

inline std::string list(const std::vector<std::string>& events) {
  std::string text = "[\n";
  for (const std::string& each : events) {
    text += (text.size() > 2 ? "\n," : "") + each;
  }
  return text + "]\n";
}

inline ProgramUnits units_of_4x3() {
  ProgramUnits units;
  units.scale.flit_bytes = 32;
  units.chip = {4, 3, {}};
  for (std::uint32_t tile = 0; tile < 12; ++tile) {
    units.chip.memories.push_back({tile});
  }
  return units;
}

}  // namespace flitcast::chip_trace
