#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tb/config/ini/raw_config.h"
#include "tb/results/expectations.h"

namespace flitcast {

/// All values of a result in its order, without `schema`, `version`, `node_count`, `checksum`,
/// `host` and what is a list; `deadlock` is "none" or the reason.
std::vector<ResultColumn> result_columns(const nlohmann::ordered_json& result);

/// A value as it stands in tables: text without quotes, nothing for null.
std::string plain_text(const nlohmann::ordered_json& value);

/// A result without its lists.
struct PlainResult {
  RawConfig config;  ///< the run that it was, to be run again
  std::vector<ResultColumn> columns;
  std::vector<Judgement> expectations;
};

/// Throws ConfigError, as parse_result does, and for a configuration that is none.
PlainResult plain_result(const std::string& text, const std::string& file);
/// The same of a file, whose checksum must be right: then it is as this program wrote it. Throws
/// ConfigError.
PlainResult read_own_result(const std::string& file);

}  // namespace flitcast
