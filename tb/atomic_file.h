#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace flitcast {

/// Where `target` leads, through symbolic links to files that need not exist yet.
std::string follow_links(const std::string& target);

/// A file that appears whole or not at all: written beside its target under a temporary name,
/// renamed to it by commit(), removed again when there was no commit(). A target that exists and is
/// no regular file (/dev/null, a pipe) is written directly. Where the file system can, the
/// temporary file has no name until commit(), so that nothing is left behind by a process that is
/// killed. All errors are FileErrors (text_file.h).
class AtomicFile {
 public:
  /// Finds out at once whether the target can be written.
  explicit AtomicFile(const std::string& target);
  ~AtomicFile();

  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Everything is out of the process: the disk was not full.
  void flush();
  /// Last call: the target has the new content.
  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  void open_beside(unsigned mode);
  std::string folder() const;
  bool open_nameless(unsigned mode);
  bool open_named(unsigned mode);
  bool adopt(int descriptor, unsigned mode);
  void give_name();

  std::string target_;
  std::string resolved_;   // target behind symbolic links
  std::string temporary_;  // its name while it has one
  bool beside_ = false;    // to be renamed to the target
  std::FILE* file_ = nullptr;
};

/// Writes a file whole. Throws FileError.
void write_whole_file(const std::string& target, std::string_view text);

/// Makes a folder and those above it, where they are missing. Throws FileError.
void make_folder(const std::string& path);

}  // namespace flitcast
