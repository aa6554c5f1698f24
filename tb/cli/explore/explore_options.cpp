#include "tb/cli/explore/explore_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/explore/slurm/slurm_text.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/sweep_lists.h"

namespace flitcast::explore {
namespace {

constexpr std::int64_t kLongest = 30L * 24 * 3600;
constexpr std::int64_t kUsualLimit = 3600;

constexpr std::int64_t kMostOfTask = 1'000'000;

/// Options that only one kind of backend has.
void refuse_foreign_options(const cli::Arguments& arguments, const std::string& kind) {
  constexpr std::pair<std::string_view, std::string_view> kOptions[] = {
      {"jobs", "local"}, {"chunk", "slurm"}, {"slurm-options", "slurm"}};
  for (const auto& [option, taker] : kOptions) {
    if (kind != taker && arguments.has(option)) {
      throw ConfigError(
          fmt::format("--{}: is for --backend={}; leave it out, or take that", option, taker));
    }
  }
}

bool takes(const ConfigKey& key, const std::string& value) {
  try {
    key.check(value);
    return true;
  } catch (const ValueError&) {
    return false;
  }
}

/// No value, but several.
bool is_list_of(const ConfigKey& key, const std::string& text) {
  try {
    const std::vector<std::string> values = parse_sweep_values(text);
    return values.size() > 1 && !takes(key, text) &&
           std::all_of(values.begin(), values.end(),
                       [&key](const std::string& value) { return takes(key, value); });
  } catch (const ValueError&) {
    return false;
  }
}

}  // namespace

SweepFolder result_folder(const cli::Arguments& arguments) {
  const auto path = arguments.option("out");
  if (!path) {
    throw ConfigError(
        fmt::format("{} needs a folder for its results; give --out=DIR", arguments.command));
  }
  using Host = SweepFolder::Host;
  SweepFolder folder(*path, arguments.has("no-host") ? Host::kLeftOut : Host::kTold);
  if (!fits_ini(folder.path())) {
    throw ConfigError(fmt::format(
        "--out: {} has a character that begins a comment in a configuration; give a path without",
        in_quotes(folder.path())));
  }
  return folder;
}

BackendOptions backend_options(const cli::Arguments& arguments) {
  BackendOptions options;
  if (const auto kind = arguments.option("backend")) {
    try {
      options.kind = backend_kinds()[parse_word(*kind, backend_kinds())];
    } catch (const ValueError& error) {
      throw ConfigError(fmt::format("--backend: {}", error.what()));
    }
  }
  refuse_foreign_options(arguments, options.kind);
  options.jobs = arguments.jobs();
  options.time_limit = ProcessPool::Seconds(
      static_cast<double>(arguments.number("time-limit", 1, kLongest).value_or(kUsualLimit)));
  options.chunk = static_cast<std::size_t>(arguments.number("chunk", 1, kMostOfTask).value_or(0));
  options.slurm_options = parse_slurm_options(arguments.option("slurm-options").value_or(""));
  return options;
}

void refuse_options(const cli::Arguments& arguments, std::initializer_list<const char*> options,
                    const char* why) {
  for (const char* const option : options) {
    if (arguments.has(option)) {
      throw ConfigError(fmt::format("--{}: {}; leave it out", option, why));
    }
  }
}

void refuse_lists(const cli::Arguments& arguments) {
  for (const auto& [name, value] : arguments.keys) {
    const ConfigKey* const key = find_key(name);
    if (key != nullptr && tells_runs_apart(*key) && is_list_of(*key, value)) {
      throw ConfigError(fmt::format("--{}: takes one value; give the list as \"--sweep.{}={}\"",
                                    name, short_name(*key), value));
    }
  }
}

}  // namespace flitcast::explore
