#pragma once

#include <string>

#include <gtest/gtest.h>

#include "traffic/catalogue.h"

namespace flitcast {

/// The row refuses the request, blames `key` and says `message`.
inline void expect_refusal(const std::string& id, const Topology& topology,
                           std::uint32_t message_flits, const RowParameters& parameters,
                           const std::string& key, const std::string& message,
                           const std::string& variant = "") {
  SCOPED_TRACE(id + " on " + topology.describe());
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, message_flits, 0, variant};
  request.parameters = parameters;
  try {
    check_request(find_row(id), request);
    ADD_FAILURE() << "accepted";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), key);
    EXPECT_EQ(error.what(), message);
  }
}

}  // namespace flitcast
