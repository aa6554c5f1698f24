#include "tb/system/files/scratch_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"

namespace flitcast {

ScratchFile::ScratchFile(const AtomicFile& target)
    : folder_(TemporaryFolder::make(target.folder())) {
  if (!folder_) {
    throw target.error(
        fmt::format("no folder can be made in {}: {}", target.folder(), std::strerror(errno)));
  }
  name_ = folder_->path("file");
}

ScratchFile::~ScratchFile() {
  if (file_ >= 0) {
    ::close(file_);
  }
}

void ScratchFile::hide() {
  file_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) {
    throw cannot("read", name_, errno);
  }
  if (folder_->try_to_go()) {
    folder_.reset();
  }
}

bool ScratchFile::copy_to(AtomicFile& target) const {
  constexpr std::size_t kBlock = 1 << 16;
  std::string bytes(kBlock, '\0');
  off_t done = 0;
  for (;;) {
    const ssize_t count = ::pread(file_, bytes.data(), bytes.size(), done);
    if (count < 0 && errno != EINTR) {
      throw cannot("read", "a temporary file", errno);
    }
    if (count == 0) {
      return done > 0;
    }
    if (count > 0) {
      target.write(std::string_view(bytes).substr(0, static_cast<std::size_t>(count)));
      done += count;
    }
  }
}

}  // namespace flitcast
