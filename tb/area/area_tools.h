#pragma once

#include <string>
#include <vector>

namespace flitcast::area {

/// What synthesizes, on this machine. Only yosys must be there.
struct AreaTools {
  std::string yosys;          ///< path
  std::string yosys_version;  ///< "Yosys 0.23 (git sha1 7ce5011c24b)"
  std::string sta;            ///< path of OpenSTA; empty without, or where there is nothing to time
  std::string sta_version;    ///< "2.0.17"
  std::string liberty;        ///< file with cells; empty without
  std::string cells;          ///< its text
  /// A line for each kind of number that there will be none of: what to install.
  std::vector<std::string> missing;

  /// "Yosys 0.23, OpenSTA 2.0.17, osu018_stdcells.lib"
  std::string describe() const;
};

/// Looks for programs on the PATH; for cells in `liberty`, or where that is empty, where Debian's
/// packages of academic cells have theirs. Throws ConfigError without yosys, or where `liberty`
/// cannot be read.
AreaTools find_area_tools(const std::string& liberty);

}  // namespace flitcast::area
