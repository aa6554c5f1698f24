#include <gtest/gtest.h>

#include "tests/support/hops/hop_networks.h"
#include "traffic/satisfiability/hop_formula.h"

namespace flitcast::test_hop_formula {
namespace {

TEST(HopFormula, SaysWhatItMeans) {
  const HopInstance instance = hop_instance(DemandKind::kBroadcast, 2, {{0, 1}}, 2);
  EXPECT_EQ(HopFormula(instance, {1}).formula().dimacs("two chunks over one link"),
            R"(c two chunks over one link
c 1 = chunk 0.0 at 0 by step 0
c 2 = chunk 0.0 at 0 by step 1
c 3 = chunk 0.0 at 1 by step 0
c 4 = chunk 0.0 at 1 by step 1
c 5 = chunk 0.1 at 0 by step 0
c 6 = chunk 0.1 at 0 by step 1
c 7 = chunk 0.1 at 1 by step 0
c 8 = chunk 0.1 at 1 by step 1
c 9 = chunk 0.0 over 0>1 in step 1
c 10 = chunk 0.1 over 0>1 in step 1
p cnf 10 13
c in the beginning a chunk is at its origin only
1 0
-3 0
5 0
-7 0
c in the end it is at all its destinations
4 0
8 0
c a chunk that is at a node was there a step before or came over a link
-2 1 0
-4 3 9 0
-6 5 0
-8 7 10 0
c a chunk goes over a link only from where it was before the step
-9 1 0
-10 5 0
c no more than 1 chunks go over 0>1 in step 1
-9 -10 0
)");
}

TEST(HopFormula, NamesWhatItCounts) {
  const HopInstance instance = hop_instance(DemandKind::kBroadcast, 2, {{0, 1}}, 4);
  const HopFormula hops(instance, {2});
  const Formula& formula = hops.formula();
  // Two halves of two chunks each, which count to 2.
  ASSERT_EQ(formula.variables(), 16 + 4 + 4);
  EXPECT_EQ(formula.meaning(21), "1 or more of chunks 0.0 to 0.1 over 0>1 in step 1");
  EXPECT_EQ(formula.meaning(24), "2 or more of chunks 0.2 to 0.3 over 0>1 in step 1");
}

TEST(HopFormula, RefusesWhatIsNoInstance) {
  const auto objection = [](const HopInstance& instance) -> std::string {
    try {
      HopFormula(instance, {1});
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  HopInstance instance = hop_instance(DemandKind::kBroadcast, 2, {{0, 1}});
  EXPECT_EQ(objection(instance), "");
  instance.demand.chunks = 0;
  EXPECT_EQ(objection(instance), "there are no chunks");
  instance = hop_instance(DemandKind::kBroadcast, 2, {{0, 1}}, 1, 2);
  EXPECT_EQ(objection(instance), "the root, 2 is none of 2 nodes");
  instance = hop_instance(DemandKind::kMulticast, 2, {{0, 1}}, 1, 0, {1, 3});
  EXPECT_EQ(objection(instance), "a destination, 3 is none of 2 nodes");
  for (const HopLink& link : {HopLink{0, 0, 1}, HopLink{1, 0, 0}, HopLink{0, 1, 2}}) {
    instance = hop_instance(DemandKind::kBroadcast, 2, {{0, 1}, link});
    EXPECT_NE(objection(instance).find("leads nowhere, carries nothing or is there twice"),
              std::string::npos);
  }
  instance = hop_instance(DemandKind::kAllToAll, 4000, line_links(4000));
  EXPECT_EQ(objection(instance), "more than 20000000 places where chunks may be");
  instance.demand.kind = DemandKind::kAllGather;
  EXPECT_EQ(objection(instance), "a formula of more than 20000000 variables");
}

}  // namespace
}  // namespace flitcast::test_hop_formula
