#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast::explore {

// What the programs of Slurm read and write, as text.

/// One task of an array in the queue, or not long out of it.
struct QueuedTask {
  std::string name;    ///< of the array
  std::string job;     ///< number of the array
  std::size_t index;   ///< of the task in it
  std::string state;   ///< "PENDING", "NODE_FAIL"
  std::string reason;  ///< why it waits, or why it ended; "None"

  /// It may still write results. States that nobody here knows count as such.
  bool alive() const;
  /// It waits for a machine: it has written none yet.
  bool pending() const { return state == "PENDING"; }
  /// How it stands or ended, for people: "NODE_FAIL", "PENDING Resources"; "ended" where the queue
  /// has forgotten it.
  std::string end() const;
};

/// The output of `squeue --noheader --array --format=FORMAT` with this format; lines that are no
/// tasks of arrays are passed over.
inline constexpr std::string_view kQueueFormat = "%j|%F|%K|%T|%r";
std::vector<QueuedTask> parse_queue(std::string_view output);

/// The number of the job in the output of `sbatch --parsable`, "17" or "17;cluster"; empty when it
/// has none.
std::string parse_job(std::string_view output);

/// The most tasks of an array, of the output of `scontrol show config`; 0 when it does not say.
std::size_t parse_max_array_size(std::string_view output);

/// The words of --slurm-options, quotes, backslashes and variables taken as a shell does. Throws
/// ConfigError for what is no list of words, and for options that would take a job out of the
/// sweep's sight.
std::vector<std::string> parse_slurm_options(const std::string& text);

/// A file name as an argument of sbatch --output, which takes % for patterns.
std::string output_pattern(const std::string& file);

/// The script of an array: task K runs the command with the option --only=FOLDER/K.json.
std::string array_script(const std::vector<std::string>& command, const std::string& folder);

/// True when what a program of Slurm said is that its controller cannot answer now, so that it is
/// worth to ask again.
bool is_passing(std::string_view message);

}  // namespace flitcast::explore
