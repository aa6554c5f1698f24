#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// The arrays that a sweep has submitted, in its folder, for as long as they may run:
///   slurm/NAME/K.json     the points of task K
///   slurm/NAME/K.out      what task K said
///   slurm/NAME/script     of the tasks
///   slurm/NAME/job        number of the array, for the user
/// An array is found again in the queue by its name, which nothing else has.
class SlurmArrays {
 public:
  explicit SlurmArrays(const SweepFolder& folder) : path_(folder.path() + "/slurm") {}

  /// Those that the folder knows.
  std::set<std::string> names() const;

  /// Leaves all that the tasks of a new array need, and returns its name; `command` is what a task
  /// runs after the option --only. Throws FileError.
  std::string create(const std::vector<std::vector<PointTask>>& tasks,
                     const std::vector<std::string>& command) const;
  void note_job(const std::string& name, const std::string& job) const;
  void remove(const std::string& name) const;

  std::string folder(const std::string& name) const { return path_ + "/" + name; }
  std::string script(const std::string& name) const { return folder(name) + "/script"; }
  /// The end of what a task said, as far as it said anything.
  std::string said(const std::string& name, std::size_t task) const;

 private:
  std::string file(const std::string& name, std::size_t task, const char* extension) const;

  std::string path_;
};

}  // namespace flitcast::explore
