#include "tb/cli/explore/explore_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/explore/slurm/slurm_text.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/results/result_file.h"
#include "tb/text/shown_text.h"

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
      throw ConfigError("--{}: is for --backend={}; leave it out, or take that", option, taker);
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

bool names_file(const std::string& operand) {
  return operand.find_first_of("./") != std::string::npos;
}

/// A value of the key is a list by itself, as of traffic.partition.
bool is_list(const std::string& name) {
  const std::vector<const ConfigKey*> keys = keys_named(name);
  return keys.size() == 1 && keys.front()->syntax.find(',') != std::string::npos;
}

/// Every key is a list, wherever it stands; what is a list by itself is one value, as it is for a
/// run, unless it is given as a list of lists, by --sweep.KEY or in parentheses.
void give_list(const std::string& key, const std::string& value, RawConfig& config) {
  if (swept_part(key)) {
    give(config, key, value, SourceLocation{"", 0, key});
  } else {
    const bool is_one = is_list(key) && value.find('(') == std::string::npos;
    give(config, "sweep." + key, is_one ? "(" + value + ")" : value, SourceLocation{"", 0, key});
  }
}

std::vector<std::uint32_t> dimensions_of(const cli::Arguments& arguments) {
  constexpr std::int64_t kMost = 16;
  std::vector<std::uint32_t> dimensions;
  try {
    for (const std::string& text :
         parse_sweep_values(arguments.option("dimensions").value_or("2"))) {
      dimensions.push_back(static_cast<std::uint32_t>(parse_integer(text, kNoUnit, 1, kMost)));
    }
  } catch (const ValueError& error) {
    throw ConfigError("--dimensions: {}", error.what());
  }
  return dimensions;
}

/// "8x8" is no number of nodes, but what was meant is known.
void refuse_dims(const cli::Arguments& arguments) {
  const std::string text = arguments.option("nodes").value_or("");
  if (text.find('x') == std::string::npos) {
    return;
  }
  std::int64_t nodes = 1;
  try {
    for (const std::uint32_t side : parse_dims(text)) {
      nodes *= side;
    }
  } catch (const ValueError&) {
    return;  // the number is refused
  }
  throw ConfigError(
      "--nodes: {} is a network; give --nodes={}, or --topology.dims={} for meshes and tori", text,
      nodes, text);
}

}  // namespace

SweepFolder result_folder(const cli::Arguments& arguments) {
  const auto path = arguments.option("out");
  if (!path) {
    throw ConfigError("{} needs a folder for its results; give --out=DIR", arguments.command);
  }
  using Host = SweepFolder::Host;
  SweepFolder folder(*path, arguments.has("no-host") ? Host::kLeftOut : Host::kTold);
  if (!fits_ini(folder.path())) {
    throw ConfigError(
        "--out: {} has a character that begins a comment in a configuration; give a path without",
        in_quotes(folder.path()));
  }
  return folder;
}

BackendOptions backend_options(const cli::Arguments& arguments) {
  BackendOptions options;
  if (const auto kind = arguments.option("backend")) {
    try {
      options.kind = backend_kinds()[parse_word(*kind, backend_kinds())];
    } catch (const ValueError& error) {
      throw ConfigError("--backend: {}", error.what());
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
      throw ConfigError("--{}: {}; leave it out", option, why);
    }
  }
}

void refuse_lists(const cli::Arguments& arguments) {
  for (const auto& [name, value] : arguments.keys) {
    const ConfigKey* const key = find_key(name);
    if (key != nullptr && tells_runs_apart(*key) && is_list_of(*key, value)) {
      throw ConfigError("--{}: takes one value; give the list as \"--sweep.{}={}\"", name,
                        short_name(*key), value);
    }
  }
}

double margin_of(const cli::Arguments& arguments) {
  constexpr Unit kPercent{"%", "%"};
  constexpr double kMost = 1000;
  try {
    return parse_decimal(arguments.option("margin").value_or("10"), kPercent, 0, kMost) / 100;
  } catch (const ValueError& error) {
    throw ConfigError("--margin: {}", error.what());
  }
}

ChooseOptions asked_of(const cli::Arguments& arguments) {
  constexpr std::int64_t kMostNodes = 1 << 16;
  ChooseOptions asked;
  asked.dimensions = dimensions_of(arguments);
  refuse_dims(arguments);
  if (const auto nodes = arguments.number("nodes", 1, kMostNodes)) {
    asked.nodes = static_cast<NodeId>(*nodes);
  }
  bool has_file = false;
  for (const std::string& operand : arguments.operands) {
    if (names_file(operand) && !has_file) {
      asked.config = read_config(operand);
      if (asked.config.places.given("traffic.schedule")) {
        throw ConfigError("{}: plays a schedule, and choose looks for one; give its network",
                          operand);
      }
      has_file = true;
    } else if (!names_file(operand) && asked.rows.empty()) {
      asked.rows = operand;
    } else {
      throw ConfigError("choose takes one {}; {} is one too many",
                        names_file(operand) ? "configuration file" : "operation",
                        in_quotes(operand));
    }
  }
  for (const auto& [key, value] : arguments.keys) {
    if (key == "traffic.algorithm" && asked.rows.empty()) {
      asked.rows = value;
      continue;
    }
    give_list(key, value, asked.config);
  }
  return asked;
}

}  // namespace flitcast::explore
