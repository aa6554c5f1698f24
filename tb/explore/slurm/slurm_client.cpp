#include "tb/explore/slurm/slurm_client.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"

namespace flitcast::explore {
namespace {

std::string find(const std::string& program) {
  std::string path = find_program(program);
  if (path.empty()) {
    throw ConfigError(
        "--backend: slurm needs the program {}, which is not on the PATH; run this on a machine "
        "that submits jobs, or take --backend=local",
        program);
  }
  return path;
}

/// The lines of a message as one, without the name that every one of them begins with.
std::string one_line(std::string_view text, const std::string& program) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view part = trim(text.substr(0, end));
    for (const std::string& prefix : {program + ": ", std::string("error: ")}) {
      if (part.substr(0, prefix.size()) == prefix) {
        part.remove_prefix(prefix.size());
      }
    }
    if (!part.empty()) {
      line += fmt::format("{}{}", line.empty() ? "" : "; ", part);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return line;
}

/// The standard output of a program that went well.
std::string ask(const std::vector<std::string>& command) {
  constexpr ProcessPool::Seconds kLimit{60};
  ProcessEnd end = run_program(command, kLimit);
  if (!end.exited_with(0)) {
    const std::string program = command[0].substr(command[0].rfind('/') + 1);
    const std::string said = one_line(end.err, program);
    throw SlurmError(
        fmt::format("{}: {}", program, said.empty() || end.timed_out ? end.describe() : said));
  }
  return std::move(end.out);
}

}  // namespace

SlurmClient::SlurmClient()
    : sbatch_(find("sbatch")), squeue_(find("squeue")), scontrol_(find("scontrol")) {}

std::size_t SlurmClient::max_array_size() const {
  const std::size_t size = parse_max_array_size(ask({scontrol_, "show", "config"}));
  if (size == 0) {
    throw SlurmError("scontrol: this Slurm has no job arrays: MaxArraySize is 0 or not shown");
  }
  return size;
}

std::string SlurmClient::submit(const Array& array, const std::vector<std::string>& options) const {
  std::vector<std::string> command{sbatch_};
  command.insert(command.end(), options.begin(), options.end());
  // Behind the user's: the last one counts.
  for (const std::string& option : {std::string("--parsable"), "--job-name=" + array.name,
                                    fmt::format("--array=0-{}", array.tasks - 1),
                                    fmt::format("--output={}/%a.out", output_pattern(array.folder)),
                                    std::string("--no-requeue"), array.script}) {
    command.push_back(option);
  }
  const std::string output = ask(command);
  std::string job = parse_job(output);
  if (job.empty()) {
    throw SlurmError(
        fmt::format("sbatch: answered {} instead of the number of a job", in_quotes(output)));
  }
  return job;
}

std::vector<QueuedTask> SlurmClient::queue(const std::set<std::string>& names) const {
  return parse_queue(ask({squeue_, "--noheader", "--array", "--all", "--states=all",
                          fmt::format("--format={}", kQueueFormat),
                          fmt::format("--name={}", fmt::join(names, ","))}));
}

}  // namespace flitcast::explore
