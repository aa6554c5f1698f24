#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
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

/// What a file list (.f) names, as other tools read them: relative names count from its folder.
struct FileList {
  std::vector<std::string> files;    ///< in the order in which they are read
  std::vector<std::string> folders;  ///< of files that are included, and of modules
  std::vector<std::string> defines;  ///< "NAME" or "NAME=VALUE"
};

/// Its words are files, +incdir+FOLDER… and +define+NAME[=VALUE]…; // and # begin comments. Throws
/// UserRouterError, "FILE:LINE: …", where a line says nothing that is known; FileError.
FileList read_file_list(const std::string& file);

/// The words of the head of a module, up to the semicolon that ends it: among them are the names of
/// its parameters and pins. Comments, strings and imports of packages are left out. Empty where the
/// SystemVerilog has no module of that name.
std::optional<std::set<std::string>> words_of_head(std::string_view code, std::string_view module);

}  // namespace flitcast::cosim
