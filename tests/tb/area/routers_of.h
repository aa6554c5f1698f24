#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/area/router_builds.h"
#include "tb/config/resolve/resolve.h"

namespace flitcast::area {

using Keys = std::vector<std::pair<std::string, std::string>>;

/// Random traffic on a network, whose routers have buffers of 4 flits, and the rules of schedules
/// for rings, unless told otherwise.
inline Config configured(const std::string& kind, const std::string& dims, const Keys& keys = {}) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "load.rate", "0.1");
  give(raw, "router.buffer_flits", "4");
  give(raw, "router.ties", "up");
  give(raw, "router.datelines", "crossing");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return resolve(raw);
}

inline std::vector<RouterKind> routers_of(const std::string& kind, const std::string& dims,
                                          const Keys& keys = {}) {
  return router_builds(configured(kind, dims, keys), 64);
}

/// A parameter by its name in the SystemVerilog; -1 where there is none.
inline int parameter(const RouterKind& kind, const std::string& name) {
  for (const auto& [other, value] : kind.build.named()) {
    if (other == name) {
      return value;
    }
  }
  return -1;
}

}  // namespace flitcast::area
