// How files get their names, what atomic_file.h declares as commit() and commit_together().

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/atomic_file.h"
#include "tb/system/held_signals.h"

namespace flitcast {

void AtomicFile::make_folders() {
  constexpr mode_t kUsualMode = 0777;
  for (const std::string& folder : missing_folders_) {
    if (::mkdir(folder.c_str(), kUsualMode) == 0) {
      made_folders_.push_back(folder);
    } else if (errno != EEXIST) {
      fail(errno);
    }
  }
}

bool AtomicFile::link_to(const std::string& name) const {
  const std::string file = fmt::format("/proc/self/fd/{}", ::fileno(file_));
  return ::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

void AtomicFile::give_name() {
  temporary_ = TemporaryFolder::make(folder_);
  if (temporary_ == nullptr || !link_to(temporary_->path(kName))) {
    fail_beside(errno);
  }
}

/// Swaps the file in the temporary folder with the target.
bool AtomicFile::exchange() const {
  return ::renameat2(AT_FDCWD, temporary_->path(kName).c_str(), AT_FDCWD, resolved_.c_str(),
                     RENAME_EXCHANGE) == 0;
}

/// Everything that may fail before a name is touched. Only what has no name may stay open: it gets
/// one by its descriptor.
void AtomicFile::prepare() {
  flush();
  make_folders();
  if (!beside_ || temporary_) {
    close();
  } else if (::access(resolved_.c_str(), F_OK) == 0) {
    give_name();
  }
}

void AtomicFile::place() {
  if (!beside_) {
    return;
  }
  if (!temporary_ && link_to(resolved_)) {
    placed_ = Placed::kNew;
    return;
  }
  if (!temporary_) {
    if (errno != EEXIST) {
      fail(errno);
    }
    give_name();
  }
  const std::string name = temporary_->path(kName);
  if (exchange()) {
    placed_ = Placed::kExchanged;
    std::error_code ignored;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(name, ignored))) {
      exchange();
      placed_ = Placed::kNot;
      fail(EISDIR);
    }
    return;
  }
  const bool replaces = errno != ENOENT;  // and this file system cannot exchange two
  if (std::rename(name.c_str(), resolved_.c_str()) != 0) {
    fail(errno);
  }
  placed_ = replaces ? Placed::kForGood : Placed::kNew;
}

void AtomicFile::take_back() {
  if (placed_ == Placed::kNew) {
    ::unlink(resolved_.c_str());
  } else if (placed_ == Placed::kExchanged) {
    exchange();
  }
  placed_ = Placed::kNot;
  for (; !made_folders_.empty(); made_folders_.pop_back()) {
    ::rmdir(made_folders_.back().c_str());
  }
}

void AtomicFile::commit() {
  commit_together({this});
}

void commit_together(const std::vector<AtomicFile*>& files) {
  const HeldSignals held;
  try {
    for (AtomicFile* file : files) {
      file->prepare();
    }
    for (AtomicFile* file : files) {
      file->place();
    }
  } catch (...) {
    std::for_each(files.rbegin(), files.rend(), [](AtomicFile* file) { file->take_back(); });
    throw;
  }
  for (AtomicFile* file : files) {
    file->close();
    file->temporary_.reset();  // with what was replaced
  }
}

}  // namespace flitcast
