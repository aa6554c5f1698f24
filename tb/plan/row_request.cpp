#include "tb/plan/row_request.h"

#include "hw/topology/link_times.h"

namespace flitcast {

RowRequest request_of(const Config& config) {
  return {*config.topology,
          *config.routing,
          config.message_flits,
          config.root,
          config.variant,
          config.network.switching,
          config.network.ports,
          config.parameters,
          timing_model(config.network),
          config.network.duplex,
          config.irc,
          LinkTimes(*config.topology, config.network).differ(),
          config.network.pipeline};
}

void check_row_fits(const Config& config) {
  try {
    check_request(*config.row, request_of(config));
  } catch (const ParameterError& error) {
    throw config.places.error(error.key(), error.what());
  }
}

}  // namespace flitcast
