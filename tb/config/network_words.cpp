#include "tb/config/network_words.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hw/topology/family.h"
#include "tb/config/config_value.h"

namespace flitcast {
namespace {

/// Families whose dims look alike.
struct Likes {
  std::string_view like;                   ///< "6"
  std::vector<const TopologyFamily*> all;  ///< whose dims mean different things
};

std::vector<Likes> families_by_dims() {
  std::vector<Likes> groups;
  for (const auto& family_of_kind : kTopologyFamilies) {
    const TopologyFamily& family = family_of_kind();
    if (family.from_file) {
      continue;
    }
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Likes& likes) { return likes.like == family.dims_like; });
    if (group == groups.end()) {
      group = groups.insert(group, {family.dims_like, {}});
    }
    if (std::none_of(group->all.begin(), group->all.end(),
                     [&](const TopologyFamily* other) { return other->dims == family.dims; })) {
      group->all.push_back(&family);
    }
  }
  return groups;
}

/// "a, b, or c".
std::string joined(const std::vector<std::string>& phrases) {
  std::string text;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    text += i == 0 ? "" : i + 1 == phrases.size() ? ", or " : ", ";
    text += phrases[i];
  }
  return text;
}

std::string make_dims_help() {
  std::vector<std::string> phrases;
  for (const Likes& group : families_by_dims()) {
    for (const TopologyFamily* family : group.all) {
      phrases.push_back(family->dims_range.empty()
                            ? std::string(family->dims)
                            : fmt::format("{} ({})", family->dims, family->dims_range));
    }
  }
  return joined(phrases);
}

std::string make_dims_wanted() {
  std::vector<std::string> phrases;
  for (const Likes& group : families_by_dims()) {
    std::vector<std::string> names;
    for (const TopologyFamily* family : group.all) {
      names.push_back(fmt::format("the {}", family->dims));
    }
    phrases.push_back(
        fmt::format("{}, like {}", alternatives({names.begin(), names.end()}), group.like));
  }
  return joined(phrases);
}

using Other = std::pair<std::string_view, Switching>;

constexpr Other kOthers[] = {
    {"wh", Switching::kWormhole},        {"worm_hole", Switching::kWormhole},
    {"vct", Switching::kCutThrough},     {"virtual_cut_through", Switching::kCutThrough},
    {"sf", Switching::kStoreAndForward}, {"saf", Switching::kStoreAndForward},
};

}  // namespace

const std::vector<std::string_view>& topology_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all;
    for (const auto& family : kTopologyFamilies) {
      all.push_back(family().word);
    }
    return all;
  }();
  return words;
}

const std::string& dims_help() {
  static const std::string text = make_dims_help();
  return text;
}

const std::string& dims_wanted() {
  static const std::string text = make_dims_wanted();
  return text;
}

const std::vector<std::string_view>& switching_words() {
  static const std::vector<std::string_view> words{"wormhole", "cut_through", "store_and_forward"};
  return words;
}

Switching parse_switching(std::string_view text) {
  const std::string word = normalized_word(text);
  const auto* const other = std::find_if(std::begin(kOthers), std::end(kOthers),
                                         [&](const Other& each) { return each.first == word; });
  return other != std::end(kOthers) ? other->second
                                    : static_cast<Switching>(parse_word(text, switching_words()));
}

}  // namespace flitcast
