#include <gtest/gtest.h>

#include "hw/router/parts/absorber.h"
#include "tests/hw/router/one_channel.h"

namespace flitcast::test_absorber {
namespace {

Flit flit_of(std::uint16_t kind) {
  return {header_word(1, 3), 0, 0, kind, 0};
}

// Two addresses and a word, of which the node takes the word. Up to it the router is woken for each
// flit, although there are others before it; afterwards for the first alone.
TEST(Absorber, HasTheReaderWokenForEveryFlitUpToTheTail) {
  OneChannel<> to_router;
  OneChannel<> to_node;
  const PortLayout layout{1, 1, 1, 1};
  const Reporter reporter(0, layout);
  Absorber absorber(reporter, flit_kind::kNone);
  OutputVc out;
  out.link = &to_node.link;
  out.channel = to_node.in.channel;
  to_router.arrive(flit_of(flit_kind::kHead | flit_kind::kMore), 1);
  to_router.arrive(flit_of(flit_kind::kAddress), 2);
  absorber.strip(0, to_router.in, out, 1, to_router.reader);
  EXPECT_TRUE(to_router.in.channel->push(flit_of(flit_kind::kBody | flit_kind::kTail), 3));
  EXPECT_TRUE(absorber.absorb(0, to_router.in, 3, to_router.reader));
  EXPECT_FALSE(to_router.in.channel->push(flit_of(flit_kind::kHead), 4));
}

}  // namespace
}  // namespace flitcast::test_absorber
