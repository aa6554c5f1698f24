#pragma once

#include <string>
#include <vector>

#include <flitcast/result.h>

#include "tb/config/config.h"
#include "tb/results/result_value.h"

namespace flitcast {

/// All of a result.
struct Result::Data {
  std::string json;
  std::string report;
  std::vector<NamedValue> values;
  int exit_code = 0;
  std::string stuck;
  std::string data_error;
  std::vector<std::string> unmet;
  std::vector<std::string> notes;
  std::vector<Message> messages;
  std::vector<Link> links;
};

/// The same as callers know it.
std::vector<NamedValue> named_values(const std::vector<ResultColumn>& columns);

/// One of them. Throws std::out_of_range.
const Value& value_of(const std::vector<NamedValue>& values, const std::string& path);

/// What a reader of a result should know besides: the notes of its configuration.
std::vector<std::string> notes_of(const Config& config);

}  // namespace flitcast
