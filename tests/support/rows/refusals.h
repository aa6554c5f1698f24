#pragma once

#include <string>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"

namespace flitcast {

/// The row refuses the request, blames `key` and says `message`.
inline void expect_refusal(const std::string& id, const RowRequest& request, const std::string& key,
                           const std::string& message) {
  SCOPED_TRACE(id + " on " + request.topology.describe());
  try {
    check_request(find_row(id), request);
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), key);
    EXPECT_EQ(error.what(), message);
  }
}

/// The same for a request on the network in ascending order of routing.
inline void expect_refusal(const std::string& id, const Topology& topology,
                           std::uint32_t message_flits, const RowParameters& parameters,
                           const std::string& key, const std::string& message,
                           const std::string& variant = "") {
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, message_flits, 0, variant};
  request.parameters = parameters;
  expect_refusal(id, request, key, message);
}

/// The same for a shift, of 3 flits.
inline void expect_refusal(const std::string& id, const Topology& topology, NodeId shift,
                           const std::string& key, const std::string& message) {
  RowParameters parameters;
  parameters.shift = shift;
  expect_refusal(id, topology, 3, parameters, key, message);
}

}  // namespace flitcast
