#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/system/file_error.h"
#include "tb/system/files/temporary_folder.h"

namespace flitcast {

/// Where `target` leads, through symbolic links to files that need not exist yet.
std::string follow_links(const std::string& target);

/// A file that appears whole or not at all: written beside its target, given its name by commit(),
/// gone when there was no commit(). A target that exists and is no regular file (/dev/null, a pipe)
/// is written directly. Where the file system can, the file has no name until commit(), otherwise
/// one in a TemporaryFolder. commit() renames it over the target. All errors are FileErrors.
class AtomicFile {
 public:
  /// Finds out at once whether the target can be written. What asks for the file, like
  /// "--output.json", begins its errors. A pipe needs a reader within a second.
  explicit AtomicFile(const std::string& target, const std::string& asked_by = "");
  ~AtomicFile();

  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Everything is out of the process: the disk was not full.
  void flush();
  /// Last call: the target has the new content.
  void commit();

  const std::string& target() const { return target_; }
  /// Bytes of what has been flushed; nothing for devices and pipes.
  std::optional<std::uint64_t> size() const;

  /// The folder of the target, or the innermost of those above it that is there: where there will
  /// be room for it.
  const std::string& folder() const { return folder_; }
  /// "--output.json: cannot write x.json: why".
  FileError error(const std::string& why) const;

 private:
  friend void commit_together(const std::vector<AtomicFile*>& files);

  static constexpr const char* kName = "file";  // of a file in its TemporaryFolder

  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail_beside(int error) const;
  void open_directly(unsigned type);
  void open_beside(unsigned mode);
  void adopt(int descriptor);
  void give_name();
  void find_folder();
  void make_folders();
  void close();

  // The steps of commit_together(): prepare() does what is likely to fail.
  void prepare();
  void place();
  void give_up();

  std::string target_;
  std::string asked_by_;  // what errors begin with
  std::string resolved_;  // target behind symbolic links
  std::string folder_;
  std::vector<std::string> missing_folders_;    // of the target, the outermost first
  std::vector<std::string> made_folders_;       // of these, by commit()
  bool beside_ = false;                         // to be brought to the target
  std::unique_ptr<TemporaryFolder> temporary_;  // has the file while it has a name there
  std::FILE* file_ = nullptr;
};

/// Writes a file whole. Throws FileError.
void write_whole_file(const std::string& target, std::string_view text);

/// Makes a folder and those above it, where they are missing. Throws FileError.
void make_folder(const std::string& path);

/// Gives several files their names, none when one of them cannot be made or its target is a folder.
/// (Pipes and devices have what was written.) Signals wait until it is done. Last call for all of
/// them.
void commit_together(const std::vector<AtomicFile*>& files);

}  // namespace flitcast
