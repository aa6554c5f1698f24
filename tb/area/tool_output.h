#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flitcast {

// What yosys and OpenSTA say. All functions throw FileError for what they do not understand, naming
// the program.

/// Cells of a design.
struct CellCounts {
  std::uint64_t cells = 0;
  std::uint64_t flip_flops = 0;  ///< yosys's own, $_DFFE_PP_ and the like
  std::uint64_t luts = 0;
  std::vector<std::string> types;     ///< all of them, by name
  std::vector<std::string> unmapped;  ///< types of yosys's own gates
};

/// What `stat -json` of yosys has written.
CellCounts parse_cell_counts(const std::string& text);

/// The area of a module, by `stat -liberty` of yosys, in units of the liberty file.
double parse_chip_area(const std::string& text);

/// The slack that OpenSTA has printed, in nanoseconds.
double parse_slack(const std::string& text);

/// What a program that failed said last, in a line: an error if there is one.
std::string last_words(const std::string& out, const std::string& err);

}  // namespace flitcast
