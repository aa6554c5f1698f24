// The words of headers as routers in SystemVerilog get them.

#include <cstdint>

#include <gtest/gtest.h>

#include "hw/rtl_router/header_pins.h"

namespace flitcast::cosim::test_header_pins {
namespace {

/// The word of a header for node 11 with `behind` flits behind it, on a mesh of 4 × 4, by input 3.
std::uint64_t word_of(Switching switching, RtlRouting routing, bool tags, std::uint32_t behind) {
  const Topology topology(TopologyKind::kMesh, {4, 4});
  const PacketPool packets;
  RtlParameters parameters;
  parameters.switching = switching;
  parameters.routing = routing;
  parameters.coordinate_bits = 5;
  const HeaderPins pins(parameters, topology, packets, 0, tags);
  Flit header;
  header.kind = flit_kind::kHead;
  header.word = header_word(11, behind + 1);
  return pins.word(header, 3);
}

// 11 = (3, 2): 3 in the lowest five bits, 2 in the next; above them nothing up to bit 31. Then the
// flits from the header on, whatever the switching, and the tag.
TEST(HeaderPins, HaveZerosAboveTheAddressAndTheLengthInWormholeToo) {
  for (const Switching switching : {Switching::kWormhole, Switching::kCutThrough}) {
    EXPECT_EQ(word_of(switching, RtlRouting::kMesh, false, 8), 0x0000000900000043U);
    EXPECT_EQ(word_of(switching, RtlRouting::kMesh, true, 8), 0x0300000900000043U);
    EXPECT_EQ(word_of(switching, RtlRouting::kTable, true, 1), 0x030000020000000BU);
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_header_pins
