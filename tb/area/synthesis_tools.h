#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/area/router_builds.h"

namespace flitcast::area {

// What yosys and OpenSTA are told.

/// Names of the files that scripts read and write, without blanks, as yosys wants them.
struct SynthesisFiles {
  std::string shared;  ///< begins the names of what all routers need: "/tmp/x/"
  std::string own;     ///< begins those of one router: "/tmp/x/3-"

  std::string source(const std::string& name) const { return shared + name; }
  std::string units() const { return shared + "unit-cells.v"; }  ///< kUnits
  std::string liberty() const { return shared + "cells.lib"; }
  std::string constraints() const { return shared + "abc.constr"; }  ///< abc_constraints()
  std::string nand() const { return shared + "nand.txt"; }           ///< by `stat -liberty`
  std::string inverter() const { return shared + "inverter.json"; }  ///< by `stat -json`
  std::string gates() const { return own + "gates.json"; }           ///< likewise, before mapping
  std::string luts() const { return own + "luts.json"; }             ///< mapped to look-up tables
  std::string cells() const { return own + "cells.json"; }           ///< mapped to the liberty file
  std::string area() const { return own + "area.txt"; }              ///< by `stat -liberty`
  std::string netlist() const { return own + "netlist.v"; }
};

/// A NAND2, the unit of area, and an inverter, in Verilog.
extern const char* const kUnits;
/// Maps these to the liberty file.
std::string unit_script(const SynthesisFiles& files);

/// A warning of yosys that is an error: a pin of a user's router has another width.
inline constexpr const char* kOtherWidth = "Resizing cell port .*observed_router[.]router[.]";
/// Makes a router of the given sources; `maps`: to the liberty file, too. Of a user's router, the
/// other sources are found by the names of their modules.
std::string router_script(const RouterBuild& build, const std::vector<std::string>& sources,
                          const SynthesisFiles& files, bool maps);

/// For abc: what drives is as strong as that cell, so that it builds trees of buffers and sizes
/// cells.
std::string abc_constraints(const std::string& inverter);

inline constexpr double kClockNs = 1000;
/// Prints the slack of the longest path from edge to edge of a clock of kClockNs: all inputs are
/// there with an edge, all outputs must be before the next.
std::string timing_script(const SynthesisFiles& files);

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

}  // namespace flitcast::area
