#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMostStartup = 1'000'000'000;
constexpr std::int64_t kMostPerFlit = 10'000;

ConfigKey kind_key() {
  std::vector<Text> words;
  std::string help;
  for (const auto& kind : kInterfaces) {
    words.push_back(kind().word);
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", kind().word, kind().help);
  }
  return value(
             "ni.kind", &NetworkConfig::interface, key_kinds::joined_words(words),
             [words](Text text) { return &kInterfaces[parse_word(text, words)](); },
             [](const InterfaceKind* kind) {
               return kind == nullptr ? ShownValue{} : ShownValue(kind->word);
             },
             help)
      .otherwise(std::string(words.front()))
      .shown_if([](const Config& config) { return config.network.interface != &kInterfaces[0](); });
}

}  // namespace

std::vector<ConfigKey> interface_keys() {
  return {
      integer("ni.startup", &NetworkConfig::startup, {0, kMostStartup}, kCycles,
              "start-up of a message at its sender, on top of the fixed part"),
      integer("ni.copy_per_flit", &NetworkConfig::copy_per_flit, {0, kMostPerFlit}, kCycles,
              "rearrangement of one flit in the memory of a node, t_r"),
      integer("ni.reduce_per_flit", &NetworkConfig::reduce_per_flit, {0, kMostPerFlit}, kCycles,
              "reduction of one flit with another, t_op"),
      kind_key(),
  };
}

}  // namespace flitcast
