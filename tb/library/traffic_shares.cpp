#include <map>
#include <stdexcept>
#include <string>

#include <flitcast/traffic.h>

#include "tb/config/resolve/resolve.h"
#include "tb/library/public_errors.h"
#include "tb/library/settings_keys.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

std::vector<TrafficShare> traffic_from(const Settings& settings, std::uint32_t source) {
  const Config config = with_public_errors([&] {
    if (!gives_load(raw_of(settings))) {
      throw ConfigError(SourceLocation{"", 0, "load.pattern"}, "there is no section [load]");
    }
    return resolve(raw_of(settings));
  });
  if (source >= config.topology->processors()) {
    throw std::out_of_range("there is no processor " + std::to_string(source));
  }
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  std::map<NodeId, double> shares;
  if (pattern->share(source) > 0) {
    pattern->visit(source, [&](NodeId destination, double probability) {
      shares[destination] += probability;
    });
  }
  std::vector<TrafficShare> traffic;
  traffic.reserve(shares.size());
  for (const auto& [destination, probability] : shares) {
    traffic.push_back({destination, probability});
  }
  return traffic;
}

}  // namespace flitcast
