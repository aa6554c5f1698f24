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
/// The worms of a run that got stuck, and which of them wait for each other.
void add_stuck_section(Page& page, const nlohmann::ordered_json& deadlock);

}  // namespace flitcast
