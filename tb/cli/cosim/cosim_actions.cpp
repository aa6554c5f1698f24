// What looks at routers as hardware: flitcast area and flitcast characterise.

#include <fmt/format.h>

#include "hw/rtl_router/protocol_violation.h"
#include "tb/area/network_area.h"
#include "tb/area/router_synthesis.h"
#include "tb/cli/arguments.h"
#include "tb/cli/cosim/area_options.h"
#include "tb/cli/program/program_actions.h"
#include "tb/config/keys/config_keys.h"
#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/characterise/router_characteristics.h"
#include "tb/plan/planned_run.h"
#include "tb/results/report_parts.h"
#include "tb/sim/model.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"

namespace flitcast::cli {
namespace {

int area_main(const Arguments& arguments) {
  const bool json = arguments.wants_json();
  const AreaOptions options = area_options(arguments);
  const Config config = config_of(plan_on_terminal(gather_config(arguments)));
  const std::vector<area::RouterKind> kinds = area::router_builds(config, options.word_bits);
  area::RouterSynthesis synthesis(area::find_area_tools(options.liberty), options.synthesis);
  find_on_terminal([&](const area::RouterSynthesis::Watcher& watcher) {
    synthesis.find(builds_of(kinds), watcher);
  });
  const area::NetworkArea network = area::network_area(kinds, synthesis);
  const std::string title = fmt::format("routers of {}, flits of {} bits",
                                        config.topology->describe(), options.word_bits);
  print(json ? area::area_report_json(config, network, synthesis.tools())
             : printable(area::area_text(heading(title, config), network, synthesis.tools(),
                                         config.clock_period_ns)));
  return exit_code::kGood;
}

std::string router_of(const Config& config) {
  if (!config.rtl.nodes.any()) {
    return "the model's router";
  }
  return config.rtl.user.empty() ? "the router in SystemVerilog" : config.rtl.user;
}

cosim::RouterCharacteristics measured_of(const cosim::RouterUnderTest& router) {
  try {
    cosim::try_back_pressure(router);
    return cosim::characterise(router);
  } catch (const cosim::BenchError& error) {
    throw ProtocolViolation(error.what());
  }
}

void require_measurable(const Config& config) {
  if (config.topology->shares_routers()) {
    throw config.places.error(
        "topology.kind", "routers that processors share are not measured, only those with one");
  }
  if (config.network.switching == Switching::kStoreAndForward) {
    throw config.places.error("router.switching", "store-and-forward is not measured");
  }
  if (config.network.duplex == Duplex::kHalf || config.network.pipeline.staged()) {
    throw config.places.error(
        config.network.pipeline.staged() ? "router.pipeline" : "link.duplex",
        "only routers of the timing contract are measured, on full-duplex links");
  }
  if (!config.routing->follows_base_routes()) {
    throw config.places.error(
        "router.routing",
        config.routing->keeps_base_order()
            ? "only routers of which a header has one way are measured; give router.ties = up and "
              "router.datelines = crossing"
            : "only routers of which a header has one way are measured");
  }
}

int characterise_main(const Arguments& arguments) {
  const Config config = config_of(plan_on_terminal(gather_config(arguments)));
  require_measurable(config);
  const MakeRouterCore make_core = chosen_cores(config, *config.routing);
  const std::vector<bool> chosen =
      config.rtl.nodes.any() ? config.rtl.nodes.of(config.topology->nodes()) : std::vector<bool>();
  const NodeId node = cosim::node_to_characterise(*config.topology, chosen);
  const cosim::RouterCharacteristics measured =
      measured_of({*config.topology, *config.routing, config.network, make_core, node});
  print(printable(fmt::format("{}, node {}\n", router_of(config), node) +
                  cosim::characteristics_table(measured, config.network) +
                  "the protocol holds under back pressure on every port\n"));
  return exit_code::kGood;
}

}  // namespace

std::vector<Action> own_actions() {
  return {{"area", area_main}, {"characterise", characterise_main}};
}

}  // namespace flitcast::cli
