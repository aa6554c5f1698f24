#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tb/results/result_value.h"

namespace flitcast::explore {

/// A value of one result that another does not have or has otherwise; null = does not have.
struct ResultChange {
  std::string name;  ///< as in result_columns (tb/results/result_file.h)
  ResultValue before;
  ResultValue after;
};

/// What differs between two results, the host apart.
struct ResultDiff {
  std::vector<ResultChange> config;
  std::vector<ResultChange> measures;
  std::size_t rounds_before = 0;
  std::size_t rounds_after = 0;
  std::size_t rounds_differing = 0;        ///< of those that both have
  std::optional<std::size_t> first_round;  ///< the first of them
  std::vector<ResultChange> round;         ///< what differs in it
  bool deadlock_report = false;            ///< both are stuck, not in the same way
  std::vector<std::string> notes_gone;
  std::vector<std::string> notes_new;

  bool empty() const;
};

/// Both are results whose schema has been checked.
ResultDiff diff_results(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after);
/// Of result files. Throws ConfigError.
ResultDiff diff_files(const std::string& before, const std::string& after);

/// For people: sections of aligned lines, with differences of numbers. The names stand for the two
/// results.
std::string diff_text(const ResultDiff& diff, const std::string& before, const std::string& after);

/// schema flitcast.diff/1.
std::string diff_json(const ResultDiff& diff, const std::string& before, const std::string& after);

}  // namespace flitcast::explore
