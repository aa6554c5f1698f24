#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/network_words.h"
#include "tb/config/source_locations.h"
#include "tb/show/row_listing.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/operations/operations.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::show {
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

bool is_id(std::string_view word) {
  return std::any_of(catalogue().begin(), catalogue().end(),
                     [word](const Row& row) { return row.id == word; });
}

Test operation_test(const std::string& word) {
  if (const OperationKind* const kind = operation_called(word)) {
    return of_operation(*kind);
  }
  const std::string near = close_word(word.substr(0, kLongestName), operation_words());
  throw ConfigError(
      "--operation: {} is not known; {}", in_quotes(word),
      near.empty() ? "flitcast list has them" : fmt::format("the nearest is {}", near));
}

/// What act() returns; its ValueErrors name the option.
template <typename Act>
auto of_option(std::string_view option, Act&& act, std::string_view also = "") {
  try {
    return act();
  } catch (const ValueError& error) {
    throw ConfigError("--{}: {}{}", option, error.what(), also);
  }
}

Test topology_test(const std::string& word) {
  return on_topology(std::string(
      of_option("topology", [&] { return topology_words()[parse_word(word, topology_words())]; })));
}

bool is_met_by_some(const Test& test) {
  return std::any_of(catalogue().begin(), catalogue().end(), test);
}

/// "1", "2", "all": the models that algorithms are written for.
std::vector<std::string> port_words() {
  std::set<int> numbers;
  for (const Row& row : catalogue()) {
    numbers.insert(row.model.ports);
  }
  std::vector<std::string> words;
  for (const int ports : numbers) {
    if (ports != RowModel::kAllPorts) {
      words.push_back(std::to_string(ports));
    }
  }
  words.emplace_back("all");
  return words;
}

Test ports_test(const std::string& text) {
  const std::vector<std::string> words = port_words();
  if (text == "all") {
    return [](const Row& row) { return row.model.ports == RowModel::kAllPorts; };
  }
  const std::int64_t ports = of_option(
      "ports", [&] { return parse_integer(text, kNoUnit, 1, kMaxPorts); }, ", or all");
  Test test = [ports](const Row& row) { return row.model.ports == ports; };
  if (!is_met_by_some(test)) {
    throw ConfigError("--ports: no algorithm is for {}; give {}", ports,
                      alternatives({words.begin(), words.end()}));
  }
  return test;
}

Test switching_test(const std::string& text) {
  const Switching wanted = of_option("switching", [&] { return parse_switching(text); });
  return [wanted](const Row& row) { return row.model.switching == wanted; };
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

/// One of what they name: no row has two ids, or does two operations.
Test any_of(std::vector<Test> tests) {
  return [tests = std::move(tests)](const Row& row) {
    return std::any_of(tests.begin(), tests.end(), [&row](const Test& test) { return test(row); });
  };
}

Test id_test(const std::string& name) {
  return [rows = rows_named(name)](const Row& row) {
    return std::find(rows.begin(), rows.end(), &row) != rows.end();
  };
}

/// Those that say the same sort of thing of a row together.
class WordTests {
 public:
  void add(const std::string& word) {
    if (is_id(word) || has_wildcard(word) || word == "all") {
      ids_.push_back(id_test(word));
    } else if (const OperationKind* const kind = operation_called(word)) {
      operations_.push_back(of_operation(*kind));
    } else if (is_topology(normalized_word(word))) {
      others_.push_back(on_topology(normalized_word(word)));
    } else {
      others_.push_back(text_test(word));
      if (!is_met_by_some(others_.back())) {
        rows_named(word.substr(0, kLongestName));  // throws, saying what is near
      }
    }
  }

  std::vector<Test> tests() const {
    std::vector<Test> tests = others_;
    for (const std::vector<Test>& alternatives : {operations_, ids_}) {
      if (!alternatives.empty()) {
        tests.push_back(any_of(alternatives));
      }
    }
    return tests;
  }

 private:
  std::vector<Test> operations_;
  std::vector<Test> ids_;
  std::vector<Test> others_;
};

std::vector<Test> word_tests(const std::vector<std::string>& words) {
  const std::string together = fmt::format("{}", fmt::join(words, " "));
  const OperationKind* const kind = operation_called(together);
  if (kind != nullptr && !words.empty() && !has_wildcard(together)) {
    return {of_operation(*kind)};
  }
  WordTests tests;
  for (const std::string& word : words) {
    tests.add(word);
  }
  return tests.tests();
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
  const std::vector<Test> of_words = word_tests(filter.words);
  tests.insert(tests.end(), of_words.begin(), of_words.end());
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
  if (rows.empty()) {
    throw ConfigError(
        "no algorithm is all of that; ask for less, or see flitcast list, which has all {}",
        catalogue().size());
  }
  return rows;
} catch (const ParameterError& error) {
  throw ConfigError(error.what());
}

}  // namespace flitcast::show
