#pragma once

#include <memory>
#include <string>

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/temporary_folder.h"

namespace flitcast {

/// What another program or library, which needs a name to open it, writes on the way to a target,
/// in a TemporaryFolder beside it. All errors are FileErrors.
class ScratchFile {
 public:
  explicit ScratchFile(const AtomicFile& target);

  /// To be opened by; other names that begin so are free, too.
  std::string name() const { return folder_->path("file"); }
  /// Appends what has been written to the target; false when that is nothing.
  bool copy_to(AtomicFile& target) const;

 private:
  std::unique_ptr<TemporaryFolder> folder_;
};

}  // namespace flitcast
