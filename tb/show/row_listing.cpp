#include "tb/show/row_listing.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hw/routing/routing_policies.h"
#include "tb/config/row_example.h"
#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

const char* switching_name(Switching switching) {
  switch (switching) {
    case Switching::kWormhole:
      return "wormhole";
    case Switching::kCutThrough:
      return "cut_through";
    case Switching::kStoreAndForward:
      return "store_and_forward";
  }
  throw std::logic_error("unknown switching");
}

std::string ports_name(const RowModel& model) {
  return model.ports == RowModel::kAllPorts ? "all" : std::to_string(model.ports);
}

std::string switching_text(const RowModel& model) {
  return fmt::format("{}{}{}", switching_name(model.switching), model.irc ? ", IRC" : "",
                     model.duplex == Duplex::kHalf ? ", half duplex" : "");
}

std::string model_text(const RowModel& model) {
  const std::string ports = ports_name(model);
  return fmt::format("{}, {} port{}", switching_text(model), ports, ports == "1" ? "" : "s");
}

using Cells = std::array<std::string, 8>;

std::string join(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    out.append(out.empty() ? "" : ", ").append(word);
  }
  return out;
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

std::string list_rows() {
  std::vector<Cells> table{
      {"ID", "NO", "OPERATION", "TOPOLOGY", "SWITCHING", "PORTS", "COMBINING", "ROUNDS"}};
  for (const Row& row : catalogue()) {
    table.push_back({std::string(row.id), std::string(row.number), row.operation->name(),
                     std::string(row.topologies), switching_text(row.model), ports_name(row.model),
                     row.combining ? "yes" : "no", std::string(row.rounds)});
  }
  std::vector<std::string> lines(table.size());
  for (std::size_t column = 0; column < table[0].size(); ++column) {
    std::size_t width = 0;
    for (const Cells& cells : table) {
      width = std::max(width, text_width(cells[column]));
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
      const bool last = column + 1 == table[i].size();
      lines[i] += last ? table[i][column] : pad_right(table[i][column], width + 2);
    }
  }
  std::string out = lines[0] + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Row& row = catalogue()[i - 1];
    out +=
        fmt::format("\n{}\n    latency  {}\n    source   {}\n", lines[i], row.latency, row.source);
  }
  return out;
}

std::string list_rows_json() {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  for (const Row& row : catalogue()) {
    rows.push_back({{"id", row.id},
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
                    {"example", example_config(row)},
                    {"model",
                     {{"switching", switching_name(row.model.switching)},
                      {"ports", ports_name(row.model)},
                      {"irc", row.model.irc},
                      {"duplex", row.model.duplex == Duplex::kHalf ? "half" : "full"},
                      {"routing", policy_of(row.model.order).word}}}});
  }
  constexpr int kIndent = 2;
  return Json{{"schema", "flitcast.catalogue/1"}, {"rows", rows}}.dump(kIndent) + "\n";
}

std::string describe_row(const Row& row) {
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
    facts.words("keys", join(keys));
  }
  if (!row.variants.empty()) {
    facts.words("variants", join(row.variants) + " (the first is the default)");
  }
  facts.words("source", std::string(row.source));
  const std::string example = example_config(row);
  const std::string number = row.number.empty() ? "" : fmt::format(" ({})", row.number);
  return fmt::format("{}{}\n\n{}\n\n{}{}{}", row.id, number, row.definition, facts.text(),
                     example.empty() ? "" : "\nA configuration to start from:\n\n", example);
}

std::string example_config(const Row& row) {
  std::string text;
  std::string_view section;
  for (const auto& [key, value] : example_of(row)) {
    const std::size_t dot = key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    }
    text += fmt::format("{} = {}\n", key.substr(dot + 1), value);
  }
  return text;
}

}  // namespace flitcast
