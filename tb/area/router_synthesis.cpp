#include "tb/area/router_synthesis.h"

#include <deque>
#include <set>

#include "tb/area/router_modules.h"
#include "tb/area/synthesis_scripts.h"
#include "tb/area/synthesis_work.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/process_pool.h"

namespace flitcast {

RouterSynthesis::RouterSynthesis(AreaTools tools, const SynthesisOptions& options)
    : tools_(std::move(tools)), options_(options), cache_(options.cache) {}

std::string RouterSynthesis::hash(const RouterBuild& build) const {
  const SynthesisFiles nowhere;
  const std::vector<cosim::RtlSource>& sources = modules(build.wrapper);
  ContentHash hash;
  for (const std::string& text :
       {router_script(build, read_first(sources, build.wrapper), nowhere, !tools_.liberty.empty()),
        std::string(kUnits), unit_script(nowhere), abc_constraints(""), timing_script(nowhere),
        tools_.yosys_version, tools_.sta_version, tools_.cells}) {
    hash.add(text + "\n\n");
  }
  for (const cosim::RtlSource& source : sources) {
    hash.add(source.name + "\n" + source.text);
  }
  return hash.digest();
}

const std::vector<cosim::RtlSource>& RouterSynthesis::modules(const std::string& wrapper) const {
  const auto known = modules_.find(wrapper);
  return known != modules_.end() ? known->second
                                 : modules_.emplace(wrapper, router_modules(wrapper)).first->second;
}

void RouterSynthesis::find(const std::vector<RouterBuild>& builds, const Watcher& watcher) {
  std::map<std::string, std::vector<RouterBuild>> missing;  // by wrapper
  std::size_t all = 0;
  for (const RouterBuild& build : std::set<RouterBuild>(builds.begin(), builds.end())) {
    if (areas_.count(build) != 0) {
      continue;
    }
    if (const auto kept = cache_.find(hash(build))) {
      areas_.emplace(build, *kept);
    } else {
      missing[build.wrapper].push_back(build);
      ++all;
    }
  }
  std::size_t before = 0;
  for (const auto& [wrapper, own] : missing) {
    synthesize(own, [&](std::size_t done, std::size_t) { watcher(before + done, all); });
    before += own.size();
  }
}

void RouterSynthesis::synthesize(const std::vector<RouterBuild>& builds, const Watcher& watcher) {
  constexpr ProcessPool::Seconds kPatience{0.2};
  SynthesisWork work(tools_, builds, modules(builds.front().wrapper));
  ProcessPool pool(options_.jobs, ProcessPool::Seconds(options_.time_limit_seconds));
  std::deque<std::size_t> ready;
  for (std::size_t router = 0; router < builds.size(); ++router) {
    ready.push_back(router);
  }
  for (std::size_t done = 0; done < builds.size();) {
    for (; !pool.full() && !ready.empty(); ready.pop_front()) {
      pool.start(ready.front(), work.command(ready.front()));
    }
    watcher(done, builds.size());
    const auto ended = pool.wait(kPatience);
    if (!ended) {
      continue;
    }
    if (const auto area = work.take(ended->id, ended->end)) {
      cache_.keep(hash(builds[ended->id]), *area);
      areas_.emplace(builds[ended->id], *area);
      ++synthesized_;
      ++done;
    } else {
      ready.push_front(ended->id);
    }
  }
}

}  // namespace flitcast
