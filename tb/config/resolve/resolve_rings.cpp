#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "hw/topology/family.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

constexpr const char* kTies = "router.ties";
constexpr const char* kDatelines = "router.datelines";

/// Why random traffic round rings has no rules of its own here, human-readable; empty where it may.
std::string without_rules(const Config& config) {
  if (!config.topology->wraps()) {
    return fmt::format("on a {}", config.topology->family().word);
  }
  return config.has_load() ? "" : "on schedules, which go up and change their class at wrap links";
}

/// Copies are left on base routes.
bool multicasts(const Config& config) {
  const auto& wanted = config.load.destinations;
  return config.load.pattern.word != "trace" &&
         std::any_of(wanted.begin(), wanted.end(),
                     [](const Weighted& destinations) { return destinations.value > 1; });
}

/// `other` is the rule of schedules, by its word.
template <typename Rule>
void resolve_rule(const char* key, std::optional<Rule>& rule, Rule of_load, Rule of_schedules,
                  const char* other, Config& config) {
  const bool given = config.places.given(key);
  if (const std::string where = without_rules(config); !where.empty()) {
    note_no_effect(key, where, config);
    rule.reset();
  } else if (multicasts(config)) {
    if (given && *rule != of_schedules) {
      throw config.places.error(key, "multicasts leave copies on the ways of schedules; give {}",
                                other);
    }
    rule = of_schedules;
  } else if (!given) {
    rule = of_load;
  }
}

}  // namespace

void resolve_rings(Config& config) {
  resolve_rule(kTies, config.ties, Ties::kDrawn, Ties::kUp, "up", config);
  resolve_rule(kDatelines, config.datelines, Datelines::kEntering, Datelines::kCrossing, "crossing",
               config);
  if (config.datelines && !config.routing_policy->takes_datelines) {
    note_no_effect(kDatelines, fmt::format("with router.routing = {}", config.routing_policy->word),
                   config);
    config.datelines.reset();
  }
}

}  // namespace flitcast
