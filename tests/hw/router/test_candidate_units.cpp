#include <vector>

#include <gtest/gtest.h>

#include "hw/router/parts/candidate_units.h"

namespace flitcast::test_candidate_units {
namespace {

std::vector<int> units_of(const CandidateUnits& candidates, const InputVc& in) {
  std::vector<int> units;
  for (int i = 0; i < in.candidates; ++i) {
    units.push_back(candidates.unit(in, i));
  }
  return units;
}

RouteCandidates choices(const std::vector<RouteCandidate>& list) {
  RouteCandidates choices;
  for (const RouteCandidate& each : list) {
    choices.add(each);
  }
  return choices;
}

// Units are numbered port by port, two classes each.
TEST(CandidateUnits, KeepTheOrderOfPreference) {
  CandidateUnits candidates({6, 2, 4, 2});
  InputVc one;
  InputVc other;
  candidates.set(9, one, choices({{5, 1}, {0, 0}, {3, 0}}));
  candidates.set(31, other, choices({{2, 1}, {2, 0}}));
  EXPECT_EQ(units_of(candidates, one), (std::vector<int>{11, 0, 6}));
  EXPECT_EQ(units_of(candidates, other), (std::vector<int>{5, 4}));
  candidates.set(9, one, choices({{1, 1}}));
  EXPECT_EQ(units_of(candidates, one), std::vector<int>{3});
  EXPECT_EQ(units_of(candidates, other), (std::vector<int>{5, 4}));
}

TEST(CandidateUnits, AtTheDestinationAreTheLocalPortsInTheirOrder) {
  for (const int classes : {1, 2}) {
    for (const int local_ports : {1, 2, 127}) {
      const PortLayout layout{127, local_ports, 2, classes};
      const CandidateUnits candidates(layout);
      InputVc in;
      candidates.set_local(in, 0);
      std::vector<int> expected;
      for (int port = 127; port < 127 + local_ports; ++port) {
        expected.push_back(port * classes);
      }
      EXPECT_EQ(units_of(candidates, in), expected);
    }
  }
}

TEST(CandidateUnits, ClassesThatALinkDoesNotHaveAreOneChoice) {
  CandidateUnits candidates({4, 1, 1, 1});
  InputVc in;
  candidates.set(0, in, choices({{3, 1}, {3, 0}, {2, 1}}));
  EXPECT_EQ(units_of(candidates, in), (std::vector<int>{3, 2}));
}

TEST(CandidateUnits, TheLargestRouterHasRoomForAllOfThemAtEveryInput) {
  const PortLayout layout{253, 1, 4, 2};
  CandidateUnits candidates(layout);
  RouteCandidates all;
  std::vector<int> expected;
  for (int port = 0; port < 253; ++port) {
    for (int vc_class = 1; vc_class >= 0; --vc_class) {
      all.add({static_cast<PortId>(port), static_cast<std::uint8_t>(vc_class)});
      expected.push_back(2 * port + vc_class);
    }
  }
  std::vector<InputVc> inputs(static_cast<std::size_t>(layout.inputs()));
  for (int index = 0; index < layout.inputs(); ++index) {
    candidates.set(index, inputs[static_cast<std::size_t>(index)], all);
  }
  for (const InputVc& in : inputs) {
    ASSERT_EQ(units_of(candidates, in), expected);
  }
}

// Virtual channels are divided as evenly as it goes, the first classes get more.
TEST(PortLayout, DividesVirtualChannelsIntoClasses) {
  const PortLayout five{4, 1, 5, 2};
  std::vector<int> classes;
  for (int vc = 0; vc < 5; ++vc) {
    classes.push_back(five.class_of(vc));
  }
  EXPECT_EQ(classes, (std::vector<int>{0, 0, 0, 1, 1}));
  for (int vcs = 1; vcs <= 64; ++vcs) {
    for (int number = 1; number <= vcs; ++number) {
      const PortLayout layout{2, 1, vcs, number};
      EXPECT_EQ(layout.first_vc(0), 0);
      EXPECT_EQ(layout.first_vc(number), vcs);
      for (int vc_class = 0; vc_class < number; ++vc_class) {
        const int size = layout.first_vc(vc_class + 1) - layout.first_vc(vc_class);
        EXPECT_GE(size, vcs / number);
        EXPECT_LE(size, (vcs + number - 1) / number);
        for (int vc = layout.first_vc(vc_class); vc < layout.first_vc(vc_class + 1); ++vc) {
          EXPECT_EQ(layout.class_of(vc), vc_class);
        }
      }
    }
  }
}

// An escape of one virtual channel a class, and all others for one class.
TEST(PortLayout, NarrowClassesAreOneVirtualChannelEach) {
  for (int vcs = 2; vcs <= 8; ++vcs) {
    const PortLayout mesh{4, 1, vcs, 2, 1};
    EXPECT_EQ(mesh.class_of(0), 0);
    EXPECT_EQ(mesh.first_vc(0), 0);
    EXPECT_EQ(mesh.first_vc(1), 1);
    EXPECT_EQ(mesh.first_vc(2), vcs);
    for (int vc = 1; vc < vcs; ++vc) {
      EXPECT_EQ(mesh.class_of(vc), 1);
    }
  }
  const PortLayout torus{4, 1, 7, 4, 2};  // 1, 1, 3, 2
  std::vector<int> classes;
  for (int vc = 0; vc < 7; ++vc) {
    classes.push_back(torus.class_of(vc));
  }
  EXPECT_EQ(classes, (std::vector<int>{0, 1, 2, 2, 2, 3, 3}));
  EXPECT_EQ(torus.first_vc(2), 2);
  EXPECT_EQ(torus.first_vc(3), 5);
  EXPECT_EQ(torus.first_vc(4), 7);
}

TEST(PortLayout, UnitsKnowTheirPortAndClass) {
  for (const int classes : {1, 2, 3}) {
    const PortLayout layout{5, 3, 3, classes};
    for (int port = 0; port < layout.ports(); ++port) {
      for (int vc_class = 0; vc_class < classes; ++vc_class) {
        const int unit = layout.unit(port, vc_class);
        EXPECT_LT(unit, layout.units());
        EXPECT_EQ(layout.port_of_unit(unit), port);
        EXPECT_EQ(layout.class_of_unit(unit), vc_class);
        EXPECT_EQ(layout.is_local_unit(unit), port >= 5);
      }
    }
  }
}

}  // namespace
}  // namespace flitcast::test_candidate_units
