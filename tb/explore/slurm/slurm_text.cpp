#include "tb/explore/slurm/slurm_text.h"

#include <algorithm>
#include <charconv>
#include <wordexp.h>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/system/program.h"

namespace flitcast::explore {
namespace {

/// Lines and fields.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// False when the text is no whole number.
bool to_number(std::string_view text, std::size_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

/// Options that name, number or move the job, or keep sbatch from submitting the script.
constexpr std::string_view kOwnOptions[] = {
    "-a",      "--array", "-J",        "--job-name", "-o",     "--output", "-e",
    "--error", "-M",      "--cluster", "-W",         "--wait", "--wrap",   "--test-only",
};

/// An option may be given in full with its value, and a short one with the value attached.
bool is_option(std::string_view word, std::string_view option) {
  if (option.substr(0, 2) != "--") {
    return word.substr(0, 2) == option;
  }
  const std::string_view name = word.substr(0, word.find('='));
  return name == option || (option == "--cluster" && name == "--clusters");
}

std::vector<std::string> shell_words(const std::string& text) {
  wordexp_t expanded{};
  const int error = ::wordexp(text.c_str(), &expanded, WRDE_NOCMD | WRDE_UNDEF);
  if (error != 0) {
    throw ConfigError("--slurm-options: {} {}", in_quotes(text),
                      error == WRDE_BADVAL ? "has a variable that is not set"
                                           : "is no list of words; quote blanks and what means "
                                             "something to a shell, like \"--comment='a b'\"");
  }
  std::vector<std::string> words(expanded.we_wordv, expanded.we_wordv + expanded.we_wordc);
  ::wordfree(&expanded);
  return words;
}

}  // namespace

bool QueuedTask::alive() const {
  constexpr std::string_view kEnded[] = {
      "BOOT_FAIL", "CANCELLED",     "COMPLETED", "DEADLINE", "FAILED",
      "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED",  "TIMEOUT",
  };
  return std::find(std::begin(kEnded), std::end(kEnded), state) == std::end(kEnded);
}

std::string QueuedTask::end() const {
  if (state.empty()) {
    return "ended";
  }
  return reason == "None" ? state : state + " " + reason;
}

std::vector<QueuedTask> parse_queue(std::string_view output) {
  constexpr std::size_t kFields = 5;
  std::vector<QueuedTask> tasks;
  for (const std::string_view line : split(output, '\n')) {
    const std::vector<std::string_view> fields = split(line, '|');
    std::size_t index = 0;
    std::size_t job = 0;
    if (fields.size() == kFields && to_number(fields[1], job) && to_number(fields[2], index)) {
      tasks.push_back({std::string(fields[0]), std::string(fields[1]), index,
                       std::string(fields[3]), std::string(fields[4])});
    }
  }
  return tasks;
}

std::string parse_job(std::string_view output) {
  const std::string_view job = output.substr(0, output.find_first_of(";\n"));
  std::size_t number = 0;
  return to_number(job, number) ? std::string(job) : "";
}

std::size_t parse_max_array_size(std::string_view output) {
  for (const std::string_view line : split(output, '\n')) {
    const std::size_t equal = line.find('=');
    std::size_t number = 0;
    if (equal != std::string_view::npos && trim(line.substr(0, equal)) == "MaxArraySize" &&
        to_number(trim(line.substr(equal + 1)), number)) {
      return number;
    }
  }
  return 0;
}

std::vector<std::string> parse_slurm_options(const std::string& text) {
  std::vector<std::string> words = shell_words(text);
  for (const std::string& word : words) {
    for (const std::string_view option : kOwnOptions) {
      if (is_option(word, option)) {
        throw ConfigError(
            "--slurm-options: leave out {}, which the sweep decides itself; give what its jobs "
            "need, like --partition, --account, --time or --mem",
            in_quotes(word));
      }
    }
  }
  return words;
}

std::string output_pattern(const std::string& file) {
  std::string pattern;
  for (const char c : file) {
    pattern += c == '%' ? "%%" : std::string(1, c);
  }
  return pattern;
}

std::string array_script(const std::vector<std::string>& command, const std::string& folder) {
  return fmt::format(
      "#!/bin/sh\n"
      "# The tasks of an array of a sweep; task K does the points in K.json.\n"
      "exec {} {}\"$SLURM_ARRAY_TASK_ID\".json\n",
      shell_line(command), shell_line({fmt::format("--only={}/", folder)}));
}

bool is_passing(std::string_view message) {
  constexpr std::string_view kSigns[] = {
      "Unable to contact", "timed out",       "killed after", "temporarily unavailable",
      "try again",         "in standby mode", "Zero Bytes",   "Communication connection failure",
      "Connection reset",
  };
  return std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
    return message.find(sign) != std::string_view::npos;
  });
}

}  // namespace flitcast::explore
