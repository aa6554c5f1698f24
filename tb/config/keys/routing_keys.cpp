#include <utility>

#include <fmt/format.h>

#include "hw/routing/routing_policies.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMaxDimension = 15;

std::vector<Text> routing_words() {
  std::vector<Text> words;
  for (const auto& policy : kRoutingPolicies) {
    words.push_back(policy().word);
  }
  return words;
}

/// What others call them.
struct RoutingSynonym {
  Text word;
  Text routing;
};
constexpr RoutingSynonym kRoutingSynonyms[] = {
    {"xy", "ascending"}, {"dor", "ascending"}, {"e_cube", "ascending"}, {"yx", "descending"}};

const RoutingPolicy* routing_named(Text text, const std::vector<Text>& words) {
  const std::string plain = normalized_word(text);
  for (const RoutingSynonym& synonym : kRoutingSynonyms) {
    if (plain == synonym.word) {
      text = synonym.routing;
    }
  }
  return &kRoutingPolicies[parse_word(text, words)]();
}

/// "ascending, descending: order in which …; source: …"
std::string routing_help() {
  std::vector<std::pair<Text, std::string>> helps;  // with the words that they are of
  for (const auto& policy : kRoutingPolicies) {
    if (helps.empty() || helps.back().first != policy().help) {
      helps.emplace_back(policy().help, policy().word);
    } else {
      helps.back().second.append(", ").append(policy().word);
    }
  }
  std::string text;
  for (const auto& [help, words] : helps) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", words, help);
  }
  for (const RoutingSynonym& synonym : kRoutingSynonyms) {
    text += fmt::format("; {} is {}", synonym.word, synonym.routing);
  }
  return text;
}

ConfigKey routing_key() {
  const std::vector<Text> words = routing_words();
  return value(
             "router.routing", &Config::routing_policy, key_kinds::joined_words(words),
             [words](Text text) { return routing_named(text, words); },
             [](const RoutingPolicy* policy) {
               return policy == nullptr ? ShownValue{} : ShownValue(policy->word);
             },
             routing_help())
      .otherwise("of the row")
      .shown_if([](const Config& config) {
        return config.topology->has_orders() || !config.routing_policy->is_base_routing();
      });
}

ConfigKey dimension_order_key() {
  return value(
             "router.dimension_order", &Config::dimension_order, "D,D…",
             [](Text text) {
               std::vector<std::uint32_t> dimensions;
               for (const std::string& word : parse_list(text, "dimensions, like 1,0")) {
                 dimensions.push_back(
                     static_cast<std::uint32_t>(parse_integer(word, kNoUnit, 0, kMaxDimension)));
               }
               return dimensions;
             },
             shown_list, "in which router.routing = dimension_order corrects dimensions")
      .within("all of 0 … dimensions - 1")
      .otherwise("required by dimension_order");
}

}  // namespace

std::vector<ConfigKey> routing_keys() {
  return {routing_key(),
          choice("router.selection", &Config::selection, {"fixed", "random", "credits"},
                 "which way a header that has several tries first: by the routing, drawn with "
                 "run.seed, or where most slots are free")
              .otherwise("credits"),
          dimension_order_key(),
          choice("router.ties", &Config::ties, {"up", "drawn"},
                 "way of random traffic round a ring where both are as short; drawn for each "
                 "packet and dimension")
              .otherwise("drawn, schedules up"),
          choice("router.datelines", &Config::datelines, {"crossing", "entering"},
                 "when random traffic takes class 1 of the virtual channels of a ring: from its "
                 "wrap link on, or, if it will take that link, from entering the dimension on")
              .otherwise("entering, schedules crossing")};
}

}  // namespace flitcast
