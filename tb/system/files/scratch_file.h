#pragma once

#include <memory>
#include <string>

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/temporary_folder.h"

namespace flitcast {

/// What another program writes, which needs a name to open it: a program, a library. Once it is
/// open over there the name goes, where the file system allows that, so that nothing is left of a
/// process that is killed. All errors are FileErrors.
class ScratchFile {
 public:
  /// On the way to `target`, beside it.
  explicit ScratchFile(const AtomicFile& target);
  ~ScratchFile();

  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  /// To be opened by; other names that begin so are free, too.
  const std::string& name() const { return name_; }
  /// It is open over there: takes all those names away.
  void hide();
  /// Appends what has been written to the target; false when that is nothing.
  bool copy_to(AtomicFile& target) const;

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::string name_;
  int file_ = -1;
};

}  // namespace flitcast
