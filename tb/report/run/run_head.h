#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"

namespace flitcast {

/// "aas-hc-dex on hypercube 6".
std::string run_title(const nlohmann::ordered_json& result);
/// What was played on which hardware, in a sentence.
std::string run_description(const nlohmann::ordered_json& result);
/// The head of a page of one run: what it measured beside what the theory says.
std::vector<PageFact> run_facts(const nlohmann::ordered_json& result);

}  // namespace flitcast
