#pragma once

#include <string>
#include <vector>

namespace flitcast::cosim {

/// What a file list (.f) names, as other tools read them: relative names count from its folder.
struct FileList {
  std::vector<std::string> files;    ///< in the order in which they are read
  std::vector<std::string> folders;  ///< of files that are included, and of modules
  std::vector<std::string> defines;  ///< "NAME" or "NAME=VALUE"
};

/// Its words are files, +incdir+FOLDER… and +define+NAME[=VALUE]…; // and # begin comments. Throws
/// UserRouterError, "FILE:LINE: …", where a line says nothing that is known; FileError.
FileList read_file_list(const std::string& file);

}  // namespace flitcast::cosim
