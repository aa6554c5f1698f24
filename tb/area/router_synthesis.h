#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tb/area/area_cache.h"
#include "tb/area/area_tools.h"
#include "tb/area/router_area.h"
#include "tb/area/router_builds.h"
#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::area {

/// How routers are synthesized.
struct SynthesisOptions {
  std::string cache;
  std::size_t jobs = 1;              ///< programs at a time
  double time_limit_seconds = 3600;  ///< of a program
};

/// Makes areas of routers by yosys and OpenSTA, or takes them from the cache.
class RouterSynthesis {
 public:
  /// What is called a few times a second: routers done, and of how many.
  using Watcher = std::function<void(std::size_t done, std::size_t of)>;

  RouterSynthesis(AreaTools tools, const SynthesisOptions& options);

  const AreaTools& tools() const { return tools_; }

  /// Finds the areas of these routers, each once, however often it is named. Throws FileError where
  /// a program fails or a wrapper cannot be read; those that were done by then are in the cache.
  void find(const std::vector<RouterBuild>& builds, const Watcher& watcher);
  /// Of a router that find() was given.
  const RouterArea& area(const RouterBuild& build) const { return areas_.at(build); }

  /// What the area of a router depends on, as the cache names it.
  std::string hash(const RouterBuild& build) const;
  /// Routers that were not in the cache.
  std::size_t synthesized() const { return synthesized_; }

 private:
  const std::vector<cosim::RtlSource>& modules(const std::string& wrapper) const;
  /// Of the same modules.
  void synthesize(const std::vector<RouterBuild>& builds, const Watcher& watcher);

  AreaTools tools_;
  SynthesisOptions options_;
  AreaCache cache_;
  mutable std::map<std::string, std::vector<cosim::RtlSource>> modules_;  // by wrapper, read once
  std::map<RouterBuild, RouterArea> areas_;
  std::size_t synthesized_ = 0;
};

}  // namespace flitcast::area
