#include "tb/config/keys/sweep_keys.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast {
namespace {

constexpr std::string_view kPrefix = "sweep.";

/// Keys that the name may mean.
std::vector<const ConfigKey*> keys_of(std::string_view name) {
  std::vector<const ConfigKey*> keys = keys_named(name);
  if (keys.size() > 1) {
    keys.erase(std::remove_if(keys.begin(), keys.end(),
                              [](const ConfigKey* key) { return !tells_runs_apart(*key); }),
               keys.end());
  }
  return keys;
}

/// Keys that the name is a part of.
std::vector<std::string_view> keys_with(std::string_view name) {
  std::vector<std::string_view> keys;
  for (const ConfigKey& key : config_keys()) {
    if (tells_runs_apart(key) && key.last_part().find(name) != std::string_view::npos) {
      keys.push_back(key.name);
    }
  }
  return keys;
}

/// What to say of a name of no key.
std::string hint(std::string_view name) {
  std::vector<std::string_view> known;
  for (const ConfigKey* const key : keys_known_as(name)) {
    if (tells_runs_apart(*key)) {
      known.push_back(short_name(*key));
    }
  }
  if (!known.empty()) {
    return fmt::format("give {}", alternatives(known));
  }
  constexpr std::size_t kShortest = 3;
  constexpr std::size_t kMost = 6;
  const std::vector<std::string_view> longer = keys_with(name);
  if (name.size() >= kShortest && !longer.empty() && longer.size() <= kMost) {
    return fmt::format("give {}", alternatives(longer));
  }
  const ConfigKey* const near = nearest_key(name);
  if (near == nullptr || !tells_runs_apart(*near)) {
    return "see flitcast help run";
  }
  return fmt::format("the nearest is {}",
                     name.find('.') == std::string_view::npos ? short_name(*near) : near->name);
}

ValueError no_key(std::string_view name) {
  return ValueError("there is no key {}; {}", in_quotes(name), hint(name));
}

}  // namespace

std::optional<std::string_view> swept_part(std::string_view key) {
  if (key.substr(0, kPrefix.size()) != kPrefix) {
    return std::nullopt;
  }
  return key.substr(kPrefix.size());
}

bool tells_runs_apart(const ConfigKey& key) {
  return key.section() != "output" && key.section() != "trace" && key.section() != "expect" &&
         key.name != "run.flit_by_flit";
}

const ConfigKey& key_to_sweep(std::string_view name) {
  const std::vector<const ConfigKey*> keys = keys_of(name);
  if (keys.empty()) {
    throw no_key(name);
  }
  if (keys.size() > 1) {
    std::vector<std::string_view> names;
    names.reserve(keys.size());
    for (const ConfigKey* key : keys) {
      names.push_back(key->name);
    }
    throw ValueError("{} may be several keys; give {}", in_quotes(name), alternatives(names));
  }
  if (!tells_runs_apart(*keys.front())) {
    throw ValueError("{} changes no run; points cannot differ in it", name);
  }
  return *keys.front();
}

std::vector<std::string> keys_to_sweep() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    if (tells_runs_apart(key)) {
      names.emplace_back(key.name);
      if (keys_of(key.last_part()).size() == 1) {
        names.emplace_back(key.last_part());
      }
    }
  }
  return names;
}

void check_sweep_key(std::string_view name) {
  if (name != kZip && name != kSkip) {
    key_to_sweep(name);
  }
}

}  // namespace flitcast
