#pragma once

#include <string>
#include <vector>

namespace flitcast::explore {

/// Where a sweep keeps its files, named after its points:
///   results/POINT.json   result of a run, whole under this name or not there
///   failed/POINT.txt     how a run without a result ended
///   base-HASH.ini        what the points have in common
///   sweep.csv, sweep.sqlite
///   lock                 locked while a sweep is at work
///   slurm/               job arrays on their way (slurm_arrays.h)
class SweepFolder {
 public:
  /// What results tell of the machine and its clock.
  enum class Host { kTold, kLeftOut };

  /// The folder need not exist.
  explicit SweepFolder(const std::string& path, Host host = Host::kTold);

  /// Absolute.
  const std::string& path() const { return path_; }
  bool leaves_out_host() const { return host_ == Host::kLeftOut; }
  std::string result_file(const std::string& point) const;
  std::string failure_file(const std::string& point) const;
  std::string base_file(const std::string& hash) const;

  /// Makes what is missing of the folder. Throws FileError.
  void create() const;

  /// There is a regular file of that name, whatever is in it (PointReader looks).
  bool has_result(const std::string& point) const;
  /// There is something of that name, and be it a pipe, a folder or a link that leads nowhere.
  bool has_something(const std::string& point) const;
  bool has_failure(const std::string& point) const;
  /// The failure of a run that refused what it was given.
  bool has_refusal(const std::string& point) const;
  /// Forget what there is of a point. Throw FileError.
  void clear_result(const std::string& point) const;
  void clear_failure(const std::string& point) const;

  /// Leaves a failure: the command, how it ended ("exit code 2") and what it or its environment
  /// said. Throws FileError.
  void record_failure(const std::string& point, const std::vector<std::string>& command,
                      const std::string& how, const std::string& said) const;

 private:
  std::string path_;
  Host host_;
};

// Others may write into the folder of a sweep. A link that stands where the sweep has a file of its
// own is replaced, so that nothing is written where it leads. Both throw FileError.
void remove_link(const std::string& file);
void write_in_place_of_links(const std::string& file, const std::string& text);

/// Keeps others from using a sweep's folder until it goes, also when the process is killed.
class FolderLock {
 public:
  /// Throws ConfigError when another process has the lock, FileError when there can be none.
  explicit FolderLock(const SweepFolder& folder);
  ~FolderLock();

  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace flitcast::explore
