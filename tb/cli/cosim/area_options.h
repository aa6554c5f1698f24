#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/area/router_builds.h"
#include "tb/area/router_synthesis.h"
#include "tb/cli/arguments.h"

namespace flitcast::cli {

/// What commands that synthesize routers are told.
struct AreaOptions {
  std::string liberty;  ///< empty: the usual ones
  int word_bits = RtlParameters::kWordBits;
  area::SynthesisOptions synthesis;
};

/// Reads --liberty, --word-bits, --cache, --jobs and --time-limit. Throws ConfigError.
AreaOptions area_options(const Arguments& arguments);

std::vector<area::RouterBuild> builds_of(const std::vector<area::RouterKind>& kinds);

/// Has areas found by what is given a watcher; standard error shows how far that is.
void find_on_terminal(const std::function<void(const area::RouterSynthesis::Watcher&)>& find);

}  // namespace flitcast::cli
