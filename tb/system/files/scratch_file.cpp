#include "tb/system/files/scratch_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "tb/system/files/input_file.h"

namespace flitcast {

ScratchFile::ScratchFile(const AtomicFile& target)
    : folder_(TemporaryFolder::make(target.folder())) {
  if (!folder_) {
    throw target.error(
        fmt::format("no folder can be made in {}: {}", target.folder(), std::strerror(errno)));
  }
}

bool ScratchFile::copy_to(AtomicFile& target) const {
  std::error_code error;
  if (!std::filesystem::exists(name(), error)) {
    return false;
  }
  InputFile file(name());
  std::string bytes(1 << 16, '\0');
  bool any = false;
  while (const std::size_t count = file.read(bytes.data(), bytes.size())) {
    target.write(std::string_view(bytes).substr(0, count));
    any = true;
  }
  return any;
}

}  // namespace flitcast
