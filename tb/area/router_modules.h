#pragma once

#include <string>
#include <vector>

#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::area {

/// The SystemVerilog that a router is made of: ours, or with that wrapper, which observed_router.sv
/// has in it then, and what lies beside it. Throws FileError.
std::vector<cosim::RtlSource> router_modules(const std::string& wrapper);

/// Those of them that yosys has to be told of. A user's modules are found by the names of their
/// files, as verilator finds them, so that nothing is read that no router is made of.
std::vector<std::string> read_first(const std::vector<cosim::RtlSource>& sources,
                                    const std::string& wrapper);

/// What yosys says, with the names that files of that folder have where they come from; of a pin
/// of another width, which one that is.
std::string in_users_words(std::string said, const std::string& folder,
                           const std::vector<cosim::RtlSource>& sources);

}  // namespace flitcast::area
