#include "tb/explore/choose/choose_request.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/config/network_words.h"
#include "tb/config/resolve/model_units.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/choose/scenarios.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/plan/plan.h"
#include "tb/system/file_error.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"

namespace flitcast::explore {
namespace {

/// True for a parameter of rows that is looked for where it is not given.
bool is_choice(std::string_view key) {
  constexpr std::array<std::string_view, 4> kChoices{"traffic.variant", "traffic.radix",
                                                     "traffic.partition", "traffic.segments"};
  return std::find(kChoices.begin(), kChoices.end(), key) != kChoices.end();
}

constexpr const char* kSizes = "traffic.message_flits";
constexpr const char* kBlockSizes = "traffic.block_sizes";
constexpr const char* kUsualSizes = "1..4096 x2";

bool has_key(const std::vector<KeyList>& lists, std::string_view key) {
  return std::any_of(lists.begin(), lists.end(),
                     [key](const KeyList& list) { return list.key == key; });
}

/// The rows of the names. Throws ParameterError.
std::vector<const Row*> named_rows(const std::string& names) {
  std::vector<const Row*> rows;
  for (const std::string& name : parse_list(names, "names of an operation or of algorithms")) {
    for (const Row* const row : rows_named(std::string_view(name).substr(0, 60))) {
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
        rows.push_back(row);
      }
    }
  }
  return rows;
}

std::vector<const Row*> rows_of(const ChooseOptions& asked) {
  const auto given = asked.config.texts.find("traffic.algorithm");
  if (asked.rows.empty() && given == asked.config.texts.end()) {
    throw ConfigError(
        "choose needs an operation, by its own name or MPI's; give one, like flitcast choose "
        "all-to-all --nodes=64");
  }
  try {
    if (asked.rows.empty()) {
      return named_rows(find_row(given->second).operation->name());
    }
    std::vector<const Row*> rows = named_rows(asked.rows);
    for (const Row* const row : rows) {
      if (row->operation != rows.front()->operation) {
        throw ConfigError(
            "choose: {} does the operation {}, and {} {}; only algorithms of one operation can be "
            "compared",
            rows.front()->id, rows.front()->operation->name(), row->id, row->operation->name());
      }
    }
    return rows;
  } catch (const std::invalid_argument& error) {  // ValueError, ParameterError
    throw ConfigError("choose: {}", error.what());
  }
}

bool is_fixed_by_the_request(std::string_view key) {
  return key == "traffic.algorithm" || key == "traffic.schedule";
}

KeyList read_list(const SweepEntry& entry) {
  try {
    const ConfigKey& key = key_to_sweep(entry.key);
    if (is_fixed_by_the_request(key.name)) {
      throw ValueError(
          "the algorithm is what is looked for; name the operation, or its algorithms, instead");
    }
    KeyList list{std::string(key.name), parse_sweep_values(entry.value)};
    for (std::string& value : list.values) {
      key.check_given(value);
      if (!fits_ini(value)) {
        throw ValueError(in_quotes(value) + " has a character that begins a comment");
      }
      if (key.reads_file(value)) {
        value = absolute_path((std::filesystem::path(entry.folder) / value).string());
      }
    }
    return list;
  } catch (const ValueError& error) {
    throw ConfigError(entry.place, error.what());
  }
}

/// The lists, and single values of the file that are a list of one here.
std::vector<KeyList> lists_of(const RawConfig& raw) {
  std::vector<KeyList> lists;
  for (const SweepEntry& entry : raw.sweep) {
    KeyList list = read_list(entry);
    if (has_key(lists, list.key)) {
      throw ConfigError(entry.place, list.key + " is given twice");
    }
    lists.push_back(std::move(list));
  }
  for (const auto& [key, text] : raw.texts) {
    const bool alone = key == kSizes || is_choice(key) || key == "topology.kind" ||
                       key == "topology.dims" || key == "topology.file";
    if (alone && !has_key(lists, key)) {
      lists.push_back({key, {text}});
    }
  }
  return lists;
}

RawConfig base_of(const RawConfig& raw, const std::vector<KeyList>& lists) {
  refuse_pipes(raw);
  RawConfig base{SourceLocations(raw.places.file()), {}, {}};
  for (const ConfigKey& key : config_keys()) {
    const auto given = raw.texts.find(key.name);
    if (given == raw.texts.end() || has_key(lists, key.name) || !tells_runs_apart(key) ||
        is_fixed_by_the_request(key.name)) {
      continue;
    }
    give(base, key.name,
         key.reads_file(given->second) ? absolute_path(given->second) : given->second,
         raw.places.of(key.name));
  }
  return base;
}

/// Words as they are shown, whatever was typed, each once: "wormhole" of "WH".
void unify_words(KeyList& list) {
  if (list.key != "router.switching") {
    return;
  }
  std::vector<std::string> words;
  for (const std::string& typed : list.values) {
    const std::string word(switching_words()[static_cast<std::size_t>(parse_switching(typed))]);
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      words.push_back(word);
    }
  }
  list.values = std::move(words);
}

std::vector<std::uint32_t> sizes_of(const KeyList& list) {
  std::set<std::uint32_t> sizes;
  for (const std::string& value : list.values) {
    sizes.insert(static_cast<std::uint32_t>(parse_integer(value, kFlits, 1, kMaxMessageFlits)));
  }
  return {sizes.begin(), sizes.end()};
}

/// Blocks that differ have the sizes that their file says, of which μ is the largest. The key goes
/// from the lists to what all scenarios have in common.
std::vector<std::uint32_t> sizes_of_file(std::vector<KeyList>& lists, RawConfig& base,
                                         bool sizes_given) {
  if (const std::optional<KeyList> list = taken(kBlockSizes, lists)) {
    if (list->values.size() > 1) {
      throw ConfigError("choose: {} names {} files, whose blocks differ; give one", kBlockSizes,
                        list->values.size());
    }
    give(base, kBlockSizes, list->values.front());
  }
  const auto file = base.texts.find(kBlockSizes);
  if (file == base.texts.end()) {
    return {};
  }
  if (sizes_given) {
    throw ConfigError("choose: {} follows from {}; leave it out", kSizes, kBlockSizes);
  }
  const BlockSizes sizes = read_block_sizes(base.places, file->second);
  return {std::max(*std::max_element(sizes.begin(), sizes.end()), 1U)};
}

/// Hardware that is compared, unless something else is given.
void add_usual_hardware(const RawConfig& base, std::vector<KeyList>& lists) {
  const KeyList usual[] = {{"router.switching", {"wormhole", "store_and_forward"}},
                           {"router.ports", {"1", "all"}},
                           {"router.irc", {"off"}},
                           {"link.duplex", {"full"}}};
  for (const KeyList& list : usual) {
    if (!has_key(lists, list.key)) {
      const auto given = base.texts.find(list.key);
      lists.push_back(given == base.texts.end() ? list : KeyList{list.key, {given->second}});
    }
  }
}

/// Only of rounds one after the other, alone on the network, is the prediction a bound.
void refuse_what_cannot_be_foreseen(const RawConfig& base, const std::vector<KeyList>& lists) {
  const auto refuse = [](std::string_view key, const std::string& value) {
    const bool overlaps = key == "traffic.sync" && value != "barrier";
    if (overlaps || key.substr(0, 5) == "load.") {
      throw ConfigError(
          "choose: {} = {}: {}, so that no prediction is a bound; compare by flitcast sweep, which "
          "simulates every point",
          key, value, overlaps ? "rounds overlap" : "messages wait for random traffic");
    }
  };
  for (const auto& [key, text] : base.texts) {
    refuse(key, text);
  }
  for (const KeyList& list : lists) {
    for (const std::string& value : list.values) {
      refuse(list.key, value);
    }
  }
}

}  // namespace

std::optional<KeyList> taken(std::string_view key, std::vector<KeyList>& lists) {
  const auto found = std::find_if(lists.begin(), lists.end(),
                                  [key](const KeyList& list) { return list.key == key; });
  if (found == lists.end()) {
    return std::nullopt;
  }
  KeyList list = std::move(*found);
  lists.erase(found);
  return list;
}

RawConfig with_keys(RawConfig config, const KeyValues& keys) {
  for (const auto& [key, value] : keys) {
    give(config, key, value);
  }
  return config;
}

ChooseRequest request_of(const ChooseOptions& asked) {
  ChooseRequest request;
  request.rows = rows_of(asked);
  request.operation = request.rows.front()->operation->name();
  RawConfig config = in_model_units(asked.config);
  config.sweep = lists_in_model_units(asked.config);
  std::vector<KeyList> lists = lists_of(config);
  request.base = base_of(config, lists);
  const std::optional<KeyList> given = taken(kSizes, lists);
  request.sizes = sizes_of_file(lists, request.base, given.has_value());
  if (request.sizes.empty()) {
    request.sizes = sizes_of(given.value_or(KeyList{kSizes, parse_sweep_values(kUsualSizes)}));
  }
  const auto choices = std::stable_partition(
      lists.begin(), lists.end(), [](const KeyList& list) { return !is_choice(list.key); });
  request.choices.assign(choices, lists.end());
  lists.erase(choices, lists.end());
  refuse_what_cannot_be_foreseen(request.base, lists);
  add_usual_hardware(request.base, lists);
  std::for_each(lists.begin(), lists.end(), unify_words);
  request.root_given = request.base.places.given("traffic.root") || has_key(lists, "traffic.root");
  lay_out_scenarios(asked, std::move(lists), request);
  return request;
}

}  // namespace flitcast::explore
