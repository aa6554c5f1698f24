#include "tb/config/switching_words.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tb/config/config_value.h"

namespace flitcast {
namespace {

using Other = std::pair<std::string_view, Switching>;

constexpr Other kOthers[] = {
    {"wh", Switching::kWormhole},        {"worm_hole", Switching::kWormhole},
    {"vct", Switching::kCutThrough},     {"virtual_cut_through", Switching::kCutThrough},
    {"sf", Switching::kStoreAndForward}, {"saf", Switching::kStoreAndForward},
};

}  // namespace

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
