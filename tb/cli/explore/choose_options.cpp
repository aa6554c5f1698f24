#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/cli/explore/explore_options.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/results/result_file.h"
#include "tb/text/shown_text.h"

namespace flitcast::explore {
namespace {

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
    give(config, key, value, "--" + key);
  } else {
    const bool is_one = is_list(key) && value.find('(') == std::string::npos;
    give(config, "sweep." + key, is_one ? "(" + value + ")" : value, "--" + key);
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
    throw ConfigError(fmt::format("--dimensions: {}", error.what()));
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
  throw ConfigError(fmt::format(
      "--nodes: {} is a network; give --nodes={}, or --topology.dims={} for meshes and tori", text,
      nodes, text));
}

}  // namespace

double margin_of(const cli::Arguments& arguments) {
  constexpr Unit kPercent{"%", "%"};
  constexpr double kMost = 1000;
  try {
    return parse_decimal(arguments.option("margin").value_or("10"), kPercent, 0, kMost) / 100;
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--margin: {}", error.what()));
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
      has_file = true;
    } else if (!names_file(operand) && asked.rows.empty()) {
      asked.rows = operand;
    } else {
      throw ConfigError(fmt::format("choose takes one {}; {} is one too many",
                                    names_file(operand) ? "configuration file" : "operation",
                                    in_quotes(operand)));
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
