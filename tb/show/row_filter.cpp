#include "tb/show/row_filter.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/places.h"
#include "tb/config/topology_words.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/operations/operations.h"
#include "traffic/row/nearest_word.h"

namespace flitcast {
namespace {

using Test = std::function<bool(const Row&)>;

constexpr std::size_t kLongestName = 60;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool is_topology(std::string_view word) {
  const auto& words = topology_words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

Test of_operation(const OperationKind& kind) {
  return [&kind](const Row& row) { return row.operation == &kind; };
}

Test on_topology(std::string word) {
  return [word = std::move(word)](const Row& row) {
    return row.topologies == "any" || row.topologies.find(word) != std::string_view::npos;
  };
}

Test operation_test(const std::string& word) {
  if (const OperationKind* const kind = operation_called(word)) {
    return of_operation(*kind);
  }
  throw ConfigError(fmt::format("--operation: {} is not known; the nearest is {}", in_quotes(word),
                                nearest(word.substr(0, kLongestName), operation_words())));
}

Test topology_test(const std::string& word) {
  try {
    parse_word(word, topology_words());
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--topology: {}", error.what()));
  }
  return on_topology(word);
}

Test ports_test(const std::string& text) {
  if (text == "all") {
    return [](const Row& row) { return row.model.ports == RowModel::kAllPorts; };
  }
  try {
    const std::int64_t ports = parse_integer(text, kNoUnit, 1, kMaxPorts);
    return [ports](const Row& row) { return row.model.ports == ports; };
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--ports: {}, or all", error.what()));
  }
}

Test switching_test(const std::string& text) {
  const std::vector<std::string_view> words{"wormhole", "cut_through", "store_and_forward"};
  const std::vector<std::string_view> short_words{"wh", "vct", "sf"};
  try {
    const std::string word = lower(text);
    const auto found = std::find(short_words.begin(), short_words.end(), word);
    const auto index = found != short_words.end()
                           ? static_cast<std::size_t>(found - short_words.begin())
                           : parse_word(word, words);
    return [switching = static_cast<Switching>(index)](const Row& row) {
      return row.model.switching == switching;
    };
  } catch (const ValueError& error) {
    throw ConfigError(fmt::format("--switching: {}", error.what()));
  }
}

Test text_test(const std::string& text) {
  return [wanted = lower(text)](const Row& row) {
    const auto& operation = row.operation->name();
    const auto parts = {row.id,         row.number,     std::string_view(operation),
                        row.topologies, row.source,     row.conditions,
                        row.definition, row.contention, row.latency};
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
      return lower(part).find(wanted) != std::string::npos;
    });
  };
}

Test id_test(const std::string& pattern) {
  return [rows = rows_named(pattern)](const Row& row) {
    return std::find(rows.begin(), rows.end(), &row) != rows.end();
  };
}

Test word_test(const std::string& word) {
  if (const OperationKind* const kind = operation_called(word)) {
    return of_operation(*kind);
  }
  if (is_topology(lower(word))) {
    return on_topology(lower(word));
  }
  return is_name_of_several(word) ? id_test(word) : text_test(word);
}

void add_word_tests(const std::vector<std::string>& words, std::vector<Test>& tests) {
  const std::string together = fmt::format("{}", fmt::join(words, " "));
  if (const OperationKind* const kind = operation_called(together); kind && !words.empty()) {
    tests.push_back(of_operation(*kind));
    return;
  }
  for (const std::string& word : words) {
    tests.push_back(word_test(word));
  }
}

std::vector<Test> tests_of(const RowFilter& filter) {
  std::vector<Test> tests;
  const auto add = [&](const std::string& text, Test (*make)(const std::string&)) {
    if (!text.empty()) {
      tests.push_back(make(text));
    }
  };
  add(filter.operation, operation_test);
  add(filter.topology, topology_test);
  add(filter.ports, ports_test);
  add(filter.switching, switching_test);
  add_word_tests(filter.words, tests);
  return tests;
}

}  // namespace

std::vector<const Row*> chosen_rows(const RowFilter& filter) try {
  const std::vector<Test> tests = tests_of(filter);
  std::vector<const Row*> rows;
  for (const Row& row : catalogue()) {
    if (std::all_of(tests.begin(), tests.end(), [&](const Test& test) { return test(row); })) {
      rows.push_back(&row);
    }
  }
  if (rows.empty() && tests.size() == 1 && filter.words.size() == 1) {
    rows_named(filter.words[0].substr(0, kLongestName));  // says what is near
  }
  if (rows.empty()) {
    throw ConfigError(
        fmt::format("no algorithm is all of that; ask for less, or see flitcast list, which has "
                    "all {}",
                    catalogue().size()));
  }
  return rows;
} catch (const ParameterError& error) {
  throw ConfigError(error.what());
}

}  // namespace flitcast
