#pragma once

#include <string>
#include <vector>

#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::cosim {

/// A user's router: a wrapper, a file with a module `user_router` that has pins of
/// the contract (hw/rtl/PINS.md), and the modules that it is made of.
struct UserRouter {
  /// Ours, in which the wrapper stands in the place of observed_router, and those beside it.
  std::vector<RtlSource> sources;
  RtlReading reading;
  bool has_busy = false;       ///< it has that pin
  bool has_channels = false;   ///< those that name virtual channels
  bool has_addresses = false;  ///< those of multi-destination headers
};

/// Reads a wrapper, and all files of Verilog in its folder, which are found by their module's name,
/// as far as they can be read; or (.f) a list of files, of which one is the wrapper, and of folders
/// with what they include and with further modules. Throws FileError; UserRouterError where a list
/// cannot be understood, where pins that no router can do without are missing, or where a file has
/// the name of one of ours.
UserRouter read_user_router(const std::string& file);

}  // namespace flitcast::cosim
