#include <fmt/format.h>

#include "hw/rtl_router/protocol_violation.h"
#include "tb/cli/arguments.h"
#include "tb/cli/cosim/cosim_actions.h"
#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/characterise/router_characteristics.h"
#include "tb/plan/planned_run.h"
#include "tb/sim/chosen_cores.h"
#include "tb/system/console.h"
#include "tb/text/shown_text.h"

namespace flitcast::cli {
namespace {

std::string router_of(const Config& config) {
  if (!config.rtl.nodes.any()) {
    return "the model's router";
  }
  return config.rtl.user.empty() ? "the router in SystemVerilog" : config.rtl.user;
}

/// A violation of the protocol has been told before.
cosim::RouterCharacteristics measured_of(const cosim::RouterUnderTest& router,
                                         const std::string& violation) {
  try {
    cosim::try_back_pressure(router);
    return cosim::characterise(router);
  } catch (const cosim::BenchError& error) {
    throw ProtocolViolation(error.what());
  } catch (const std::runtime_error&) {
    if (!violation.empty()) {
      throw ProtocolViolation(violation);
    }
    throw;
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

}  // namespace

int characterise_main(const Arguments& arguments) {
  const Config config = config_of(plan_on_terminal(gather_config(arguments)));
  require_measurable(config);
  std::string violation;
  const MakeRouterCore make_core = chosen_cores(config, *config.routing, &violation);
  const std::vector<bool> chosen =
      config.rtl.nodes.any() ? config.rtl.nodes.of(config.topology->nodes()) : std::vector<bool>();
  const NodeId node = cosim::node_to_characterise(*config.topology, chosen);
  const cosim::RouterCharacteristics measured =
      measured_of({*config.topology, *config.routing, config.network, make_core, node}, violation);
  print(printable(fmt::format("{}, node {}\n", router_of(config), node) +
                  cosim::characteristics_table(measured, config.network) +
                  "the protocol holds under back pressure on every port\n"));
  return exit_code::kGood;
}

}  // namespace flitcast::cli
