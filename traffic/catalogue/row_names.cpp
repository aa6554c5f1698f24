#include "traffic/catalogue/row_names.h"

#include <algorithm>
#include <fnmatch.h>
#include <string>

#include "traffic/catalogue/catalogue.h"
#include "traffic/operations/operations.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

template <typename Property>
std::vector<const Row*> rows_with(Property&& property) {
  std::vector<const Row*> rows;
  for (const Row& row : catalogue()) {
    if (property(row)) {
      rows.push_back(&row);
    }
  }
  return rows;
}

std::vector<const Row*> rows_of(const OperationKind& operation) {
  std::vector<const Row*> rows =
      rows_with([&](const Row& row) { return row.operation == &operation; });
  const auto generated = std::stable_partition(
      rows.begin(), rows.end(), [](const Row* row) { return row->application == nullptr; });
  if (generated != rows.begin()) {
    rows.erase(generated, rows.end());
  }
  return rows;
}

std::vector<const Row*> rows_matching(std::string_view pattern) {
  return rows_with([glob = std::string(pattern)](const Row& row) {
    return ::fnmatch(glob.c_str(), std::string(row.id).c_str(), 0) == 0;
  });
}

[[noreturn]] void refuse(std::string_view name) {
  if (has_wildcard(name)) {
    throw ParameterError("traffic.algorithm",
                         "no algorithm matches \"" + std::string(name) + "\"; see flitcast list");
  }
  std::vector<std::string> words = operation_words();
  for (const Row& row : catalogue()) {
    words.emplace_back(row.id);
  }
  const std::string near = close_word(name, words);
  throw ParameterError("traffic.algorithm",
                       "there is no algorithm or operation \"" + std::string(name) + "\"; " +
                           (near.empty() ? "see flitcast list" : "the nearest is " + near));
}

}  // namespace

bool has_wildcard(std::string_view name) {
  return name.find_first_of("*?[") != std::string_view::npos;
}

bool is_name_of_several(std::string_view name) {
  const bool is_id = std::any_of(catalogue().begin(), catalogue().end(),
                                 [&](const Row& row) { return row.id == name; });
  return !is_id && (name == "all" || has_wildcard(name) || operation_called(name) != nullptr);
}

std::vector<const Row*> rows_named(std::string_view name) {
  std::vector<const Row*> rows = rows_with([&](const Row& row) { return row.id == name; });
  if (rows.empty() && name == "all") {
    rows = rows_with([](const Row& /*row*/) { return true; });
  } else if (rows.empty() && has_wildcard(name)) {
    rows = rows_matching(name);
  } else if (const OperationKind* const operation = operation_called(name);
             rows.empty() && operation != nullptr) {
    rows = rows_of(*operation);
  }
  if (rows.empty()) {
    refuse(name);
  }
  return rows;
}

std::vector<const Row*> rows_named(const std::vector<std::string>& names) {
  std::vector<const Row*> rows;
  for (const std::string& name : names) {
    const bool several = is_name_of_several(name);
    for (const Row* const row : rows_named(std::string_view(name))) {
      if (!several || std::find(rows.begin(), rows.end(), row) == rows.end()) {
        rows.push_back(row);
      }
    }
  }
  return rows;
}

}  // namespace flitcast
