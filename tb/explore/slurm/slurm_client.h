#pragma once

#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/explore/slurm/slurm_text.h"

namespace flitcast::explore {

/// Slurm did not do what it was asked to. what() is what it said, after the program's name.
class SlurmError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Slurm, by its programs sbatch, squeue and scontrol, none of which may take more than a minute.
class SlurmClient {
 public:
  /// Throws ConfigError where the programs are not to be found.
  SlurmClient();

  /// The most tasks of an array. Throws SlurmError.
  std::size_t max_array_size() const;

  struct Array {
    std::string name;
    std::string script;  ///< file
    std::size_t tasks;   ///< >= 1
    std::string folder;  ///< where task K writes what it says, K.out
  };
  /// Submits an array with further options of sbatch and returns its number. Throws SlurmError;
  /// then the job may be in the queue nevertheless.
  std::string submit(const Array& array, const std::vector<std::string>& options) const;

  /// What the queue has under the names of arrays, ended tasks included as long as Slurm remembers
  /// them. Throws SlurmError.
  std::vector<QueuedTask> queue(const std::set<std::string>& names) const;

 private:
  std::string sbatch_;
  std::string squeue_;
  std::string scontrol_;
};

}  // namespace flitcast::explore
