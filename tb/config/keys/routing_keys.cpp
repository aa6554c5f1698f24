#include "tb/config/keys/routing_keys.h"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/routing/routing_policies.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/normalized_word.h"

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
             "router.routing", &Config::routing_policy, fmt::format("{}", fmt::join(words, " | ")),
             [words](Text text) { return routing_named(text, words); },
             [](const RoutingPolicy* policy) {
               return policy == nullptr ? ShownValue{} : ShownValue(policy->word);
             },
             routing_help())
      .otherwise("of the row")
      .shown_if([](const Config& config) {
        return config.topology->has_coordinates() || !config.routing_policy->is_base_routing();
      });
}

ConfigKey selection_key() {
  const std::vector<Text> words{"fixed", "random", "credits"};
  return value(
             "router.selection", &Config::selection, "fixed | random | credits",
             [words](Text text) { return static_cast<Selection>(parse_word(text, words)); },
             [words](const std::optional<Selection>& selection) {
               return selection ? ShownValue(words.at(static_cast<std::size_t>(*selection)))
                                : ShownValue{};
             },
             "which way a header that has several tries first: by the routing, drawn with "
             "run.seed, or where most slots are free")
      .otherwise("credits");
}

template <typename Rule>
ConfigKey ring_rule_key(Text name, std::optional<Rule> Config::*member,
                        const std::vector<Text>& words, std::string help) {
  return value(
             name, member, fmt::format("{}", fmt::join(words, " | ")),
             [words](Text text) { return static_cast<Rule>(parse_word(text, words)); },
             [words](const std::optional<Rule>& rule) {
               return rule ? ShownValue(words.at(static_cast<std::size_t>(*rule))) : ShownValue{};
             },
             std::move(help))
      .otherwise(fmt::format("{}, schedules {}", words.back(), words.front()));
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
  return {routing_key(), selection_key(), dimension_order_key(),
          ring_rule_key("router.ties", &Config::ties, {"up", "drawn"},
                        "way of random traffic round a ring where both are as short; drawn for "
                        "each packet and dimension"),
          ring_rule_key("router.datelines", &Config::datelines, {"crossing", "entering"},
                        "when random traffic takes class 1 of the virtual channels of a ring: from "
                        "its wrap link on, or, if it will take that link, from entering the "
                        "dimension on")};
}

}  // namespace flitcast
