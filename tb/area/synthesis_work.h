#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/area/area_tools.h"
#include "tb/area/router_area.h"
#include "tb/area/router_builds.h"
#include "tb/area/synthesis_scripts.h"
#include "tb/cosim/library/rtl_sources.h"
#include "tb/system/files/temporary_folder.h"
#include "tb/system/process_pool.h"

namespace flitcast {

/// Routers on their way through the programs, in a folder that goes with them. All errors are
/// FileErrors.
class SynthesisWork {
 public:
  /// Maps the units of area. All builds have the same wrapper, or none, and are made of `sources`.
  /// The others must outlive it.
  SynthesisWork(const AreaTools& tools, const std::vector<RouterBuild>& builds,
                const std::vector<cosim::RtlSource>& sources);

  /// What is to be run next for a router.
  std::vector<std::string> command(std::size_t router) const;
  /// Takes how that ended: the area of the router when it was the last one for it.
  std::optional<RouterArea> take(std::size_t router, const ProcessEnd& end);

 private:
  SynthesisFiles files(std::size_t router = 0) const;
  void map_units();
  void expect_yosys(const ProcessEnd& end) const;
  RouterArea synthesized(std::size_t router) const;
  void clear(std::size_t router) const;

  const AreaTools& tools_;
  const std::vector<RouterBuild>& builds_;
  bool maps_;
  const std::vector<cosim::RtlSource>& sources_;
  const std::string& wrapper_;
  std::unique_ptr<TemporaryFolder> folder_;
  double nand_area_ = 0;
  std::vector<std::optional<RouterArea>> to_be_timed_;  // of every router that yosys is done with
};

}  // namespace flitcast
