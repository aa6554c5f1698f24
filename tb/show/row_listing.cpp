#include "tb/show/row_listing.h"

#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hw/routing/routing_policies.h"
#include "tb/config/ini/row_example.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/network_words.h"
#include "tb/text/text_columns.h"

namespace flitcast::show {
namespace {

std::string_view switching_name(Switching switching) {
  return switching_words().at(static_cast<std::size_t>(switching));
}

std::string ports_name(const RowModel& model) {
  return model.ports == RowModel::kAllPorts ? "all" : std::to_string(model.ports);
}

std::string switching_text(const RowModel& model) {
  return fmt::format("{}{}{}{}", switching_name(model.switching), model.irc ? ", IRC" : "",
                     model.forks != Forks::kNone ? ", forks" : "",
                     model.duplex == Duplex::kHalf ? ", half duplex" : "");
}

std::string model_text(const RowModel& model) {
  const std::string ports = ports_name(model);
  return fmt::format("{}, {} port{}", switching_text(model), ports, ports == "1" ? "" : "s");
}

/// "WH IRC", as the table has it; kLegend tells.
std::string short_switching(const RowModel& model) {
  const char* const name = model.switching == Switching::kWormhole     ? "WH"
                           : model.switching == Switching::kCutThrough ? "VCT"
                                                                       : "SF";
  return fmt::format("{}{}{}{}", name, model.irc ? " IRC" : "",
                     model.forks != Forks::kNone ? " forks" : "",
                     model.duplex == Duplex::kHalf ? " half" : "");
}

constexpr const char* kLegend =
    "WH wormhole, SF store-and-forward, IRC intermediate reception, forks worms that fork, half "
    "half-duplex links; all: a "
    "port for every link. flitcast list ID tells all of one, flitcast run ID runs an example.\n";

/// The lines of the table, the head first.
std::vector<std::string> table_lines(const std::vector<const Row*>& rows, std::size_t width) {
  std::vector<std::vector<std::string>> cells{
      {"ID", "OPERATION", "MODEL", "PORTS", "TOPOLOGY", "ROUNDS"}};
  for (const Row* const row : rows) {
    cells.push_back({std::string(row->id), row->operation->name(), short_switching(row->model),
                     ports_name(row->model), std::string(row->topologies),
                     std::string(row->rounds)});
  }
  std::istringstream text(aligned(cells));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(cut_off(line, width));
  }
  return lines;
}

/// The keys of the traffic section that are not for every row.
std::vector<std::string_view> keys_of(const Row& row) {
  std::vector<std::string_view> keys = row.parameters;
  if (row.operation->has_root()) {
    keys.insert(keys.begin(), "traffic.root");
  }
  if (!row.variants.empty()) {
    keys.insert(keys.begin(), "traffic.variant");
  }
  if (row.application != nullptr) {
    keys.emplace_back("traffic.data");
  }
  return keys;
}

}  // namespace

std::string list_rows(const std::vector<const Row*>& rows, std::size_t width) {
  std::string out;
  for (const std::string& line : table_lines(rows, width)) {
    out += line + "\n";
  }
  return out + "\n" + wrapped(kLegend, width);
}

std::string list_rows_long(const std::vector<const Row*>& rows, std::size_t width) {
  const std::vector<std::string> lines = table_lines(rows, width);
  std::string out = lines[0] + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Row& row = *rows[i - 1];
    out += fmt::format("\n{}\n", lines[i]);
    out += wrapped(fmt::format("    rounds   {}\n    latency  {}\n    source   {}\n", row.rounds,
                               row.latency, row.source),
                   width);
  }
  return out;
}

std::string list_rows_json(const std::vector<const Row*>& rows) {
  using Json = nlohmann::ordered_json;
  Json members = Json::array();
  for (const Row* const each : rows) {
    const Row& row = *each;
    members.push_back({{"id", row.id},
                       {"number", row.number},
                       {"operation", row.operation->name()},
                       {"topologies", row.topologies},
                       {"source", row.source},
                       {"definition", row.definition},
                       {"rounds", row.rounds},
                       {"latency", row.latency},
                       {"contention", row.contention},
                       {"conditions", row.conditions},
                       {"combining", row.combining},
                       {"variants", row.variants},
                       {"keys", keys_of(row)},
                       {"example", ini_text(example_of(row))},
                       {"model",
                        {{"switching", switching_name(row.model.switching)},
                         {"ports", ports_name(row.model)},
                         {"irc", row.model.irc},
                         {"forks", row.model.forks != Forks::kNone},
                         {"duplex", row.model.duplex == Duplex::kHalf ? "half" : "full"},
                         {"routing", policy_of(row.model.order).word}}}});
  }
  constexpr int kIndent = 2;
  return Json{{"schema", "flitcast.catalogue/1"}, {"rows", members}}.dump(kIndent) + "\n";
}

std::string describe_row(const Row& row, std::size_t width) {
  Facts facts;
  facts.words("operation", row.operation->name());
  facts.words("topology", std::string(row.topologies));
  facts.words("conditions", row.conditions.empty() ? "none" : std::string(row.conditions));
  facts.words("model", model_text(row.model));
  facts.words("messages", row.combining ? "combine blocks" : "of one block each");
  facts.words("rounds", std::string(row.rounds));
  facts.words("latency", std::string(row.latency));
  facts.words("links",
              row.contention.empty() ? "never shared within a round" : std::string(row.contention));
  if (const std::vector<std::string_view> keys = keys_of(row); !keys.empty()) {
    facts.words("keys", fmt::format("{}", fmt::join(keys, ", ")));
  }
  if (!row.variants.empty()) {
    facts.words("variants",
                fmt::format("{} (the first is the default)", fmt::join(row.variants, ", ")));
  }
  facts.words("source", std::string(row.source));
  const std::string example = ini_text(example_of(row));
  const std::string number = row.number.empty() ? "" : fmt::format(" ({})", row.number);
  const std::string text =
      fmt::format("{}{}\n\n{}\n\n{}", row.id, number, row.definition, facts.text());
  return wrapped(text, width) +
         (example.empty() ? "" : "\nA configuration to start from:\n\n" + example);
}

}  // namespace flitcast::show
