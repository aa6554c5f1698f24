// Counts of events against what a schedule makes of them: worms, hops, addresses, copies; against
// the channels of the same run; and by hand.

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/measures/activity.h"
#include "tb/results/run_csv.h"
#include "tb/sim/probe_observer.h"
#include "tests/support/networks/timing_setups.h"
#include "tests/support/rows/simulated_row.h"
#include "tests/support/runs/played.h"
#include "tests/support/runs/traced_run.h"
#include "tests/support/schedules/handmade_schedule.h"

namespace flitcast::test_activity {
namespace {

/// A run and its events.
struct Counted {
  ScheduleRun result;
  Activity activity;
  std::vector<Delivered> deliveries;
};

Counted count(const Config& config, const Topology& topology, const Routing& routing,
              const Schedule& schedule) {
  ActivityCounter counter(topology, config.network);
  ProbeObserver observer(counter);
  Deliveries deliveries;
  ScheduleParts parts;
  parts.observers = {&observer};
  parts.channels = true;
  parts.deliveries = &deliveries;
  ScheduleRun result = simulate(config, topology, routing, schedule, parts);
  const Cycle end = result.completion_cycles;
  return {std::move(result), counter.counted(end), deliveries.all()};
}

Counted count_by_hand(NodeId nodes, const std::vector<HandmadeMessage>& worms,
                      std::uint32_t flits) {
  const Topology line(TopologyKind::kLine, {nodes});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.network = wormhole_config(0, 1, 1);
  return count(config, line, routing,
               handmade_schedule(operation(loose_unicasts(), nodes), {worms}, flits));
}

template <typename Parts, typename Member>
std::uint64_t sum(const std::vector<Parts>& parts, Member member) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [&](std::uint64_t so_far, const Parts& part) {
                           return so_far + static_cast<std::uint64_t>(part.*member);
                         });
}

Waits all_stalls(const Activity& activity) {
  Waits all;
  for (const LinkActivity& link : activity.links) {
    all += link.stalls;
  }
  for (const InterfaceActivity& interface : activity.interfaces) {
    all += interface.stalls;
  }
  return all;
}

// Four words and a header from node 0 to node 2; port 0 of a line leads down, port 1 up.
TEST(Activity, OfOneWormOnALine) {
  const Counted run = count_by_hand(3, {{{0, 1, 2}, {make_block(0, 2)}}}, 4);
  EXPECT_EQ(activity_csv(run.activity),
            "kind,node,port,to,buffer_writes,buffer_reads,switch_traversals,vc_allocations,absorbs,"
            "link_traversals,messages_started,injections,ejections,stall_contention,stall_credit,"
            "stall_port,stall_serialisation\n"
            "router,0,,,5,5,5,1,0,,,,,,,,\n"
            "router,1,,,5,5,5,1,0,,,,,,,,\n"
            "router,2,,,5,5,5,1,0,,,,,,,,\n"
            "link,0,0,1,,,,,,5,,,,0,0,0,0\n"
            "link,1,0,2,,,,,,5,,,,0,0,0,0\n"
            "link,1,1,0,,,,,,0,,,,0,0,0,0\n"
            "link,2,1,1,,,,,,0,,,,0,0,0,0\n"
            "ni,0,,,,,,,,,1,5,0,0,0,0,0\n"
            "ni,1,,,,,,,,,0,0,0,0,0,0,0\n"
            "ni,2,,,,,,,,,0,0,5,0,0,0,0\n");
}

// Messages of 10 words from 0 and from 1, both over 1->2 and with t_s = 4: the worm of node 1 takes
// the link in cycle 2 and frees it in cycle 13; that of node 0 comes to router 1 in cycle 3.
TEST(Activity, StallsStandWhereFlitsWaited) {
  const Counted run =
      count_by_hand(3, {{{0, 1, 2}, {make_block(0, 2)}}, {{1, 2}, {make_block(1, 2)}}}, 10);
  for (const LinkActivity& link : run.activity.links) {
    const bool shared = link.from == 1 && link.to == 2;
    EXPECT_EQ(link.stalls[WaitCause::kContention], shared ? 13 - 3 : 0);
    EXPECT_EQ(link.traversals, shared ? 22U : link.from == 0 ? 11U : 0U);
  }
}

// Three addresses, six words. Every address is stripped where it leads; the words are copied to
// nodes 1 and 2 on their way.
TEST(Activity, OfAWormThatThreeNodesTake) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.network = wormhole_config(0, 1, 1);
  Operation multicast = operation(operations::multicast(), 4);
  multicast.destinations = {1, 2, 3};
  const Counted run =
      count(config, line, routing,
            handmade_schedule(multicast,
                              {{{{0, 1, 2, 3}, {make_block(0, Block::kEveryone)}, {1, 2, 3}}}}, 6));
  ASSERT_EQ(run.result.data_check, DataCheck::kPassed) << run.result.data_error;
  const std::vector<RouterActivity>& routers = run.activity.routers;
  const std::uint64_t flits[] = {9, 9, 8, 7};
  for (NodeId node = 0; node < 4; ++node) {
    const bool copies = node == 1 || node == 2;
    EXPECT_EQ(routers[node].buffer_writes, flits[node]);
    EXPECT_EQ(routers[node].buffer_reads, flits[node]);
    EXPECT_EQ(routers[node].absorbs, copies ? 6U : 0U);
    EXPECT_EQ(routers[node].switch_traversals, flits[node] + (copies ? 6 : 0));
    EXPECT_EQ(routers[node].vc_allocations, copies ? 2U : 1U);
    EXPECT_EQ(run.activity.interfaces[node].ejections, node == 0 ? 0U : 7U);
  }
}

struct Case {
  const char* name;
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* keys;
};

std::ostream& operator<<(std::ostream& out, const Case& counted) {
  return out << counted.name;
}

class ActivityOf : public testing::TestWithParam<Case> {
 protected:
  static RawConfig config() {
    const Case& counted = GetParam();
    RawConfig raw;
    give(raw, "topology.kind", counted.kind);
    give(raw, "topology.dims", counted.dims);
    give(raw, "traffic.algorithm", counted.algorithm);
    give(raw, "traffic.message_flits", "8");
    give_keys(raw, counted.keys);
    return raw;
  }
};

/// What the messages of a schedule make of events: a worm of L words with k addresses, of which
/// address i goes D_i hops.
struct Expected {
  std::uint64_t messages = 0;
  std::uint64_t injections = 0;       // k + L
  std::uint64_t link_traversals = 0;  // L for every hop, and every address as far as it goes
  std::uint64_t ejections = 0;        // L + 1 for every address
  std::uint64_t allocations = 0;      // one for every hop, one for every address
  std::uint64_t absorbs = 0;          // (k − 1)·L
};

Expected expected_of(const std::vector<Delivered>& deliveries) {
  Expected expected;
  std::uint64_t last = ~std::uint64_t{0};
  for (const auto& [delivery, path] : deliveries) {
    const bool first = delivery.id != last;
    last = delivery.id;
    expected.messages += first ? 1 : 0;
    expected.injections += 1 + (first ? delivery.flits : 0);
    expected.link_traversals += delivery.hops + (first ? delivery.flits * (path.size() - 1) : 0);
    expected.ejections += delivery.flits + 1;
    expected.allocations += 1 + (first ? path.size() - 1 : 0);
    expected.absorbs += first ? 0 : delivery.flits;
  }
  return expected;
}

TEST_P(ActivityOf, IsWhatItsMessagesMakeOfIt) {
  const Plan plan(config());
  const Counted run = count(plan.config(), plan.topology(), plan.routing(), plan.schedule());
  const Activity& activity = run.activity;
  const Expected expected = expected_of(run.deliveries);
  ASSERT_GT(expected.messages, 0U);
  EXPECT_EQ(sum(activity.interfaces, &InterfaceActivity::messages_started), expected.messages);
  EXPECT_EQ(sum(activity.interfaces, &InterfaceActivity::injections), expected.injections);
  EXPECT_EQ(sum(activity.interfaces, &InterfaceActivity::ejections), expected.ejections);
  EXPECT_EQ(sum(activity.links, &LinkActivity::traversals), expected.link_traversals);
  EXPECT_EQ(sum(activity.routers, &RouterActivity::vc_allocations), expected.allocations);
  EXPECT_EQ(sum(activity.routers, &RouterActivity::absorbs), expected.absorbs);
  for (const RouterActivity& router : activity.routers) {
    EXPECT_EQ(router.buffer_writes, router.buffer_reads) << "router " << router.node;
  }
  EXPECT_EQ(sum(activity.routers, &RouterActivity::buffer_reads),
            expected.injections + expected.link_traversals);
  EXPECT_EQ(sum(activity.routers, &RouterActivity::switch_traversals), run.result.flit_hops);
}

TEST_P(ActivityOf, AgreesWithTheChannels) {
  const Plan plan(config());
  const Counted run = count(plan.config(), plan.topology(), plan.routing(), plan.schedule());
  const std::vector<LinkActivity>& links = run.activity.links;
  ASSERT_LE(links.size(), run.result.channels.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const ChannelResult& channel = run.result.channels[i];
    ASSERT_EQ(std::make_pair(links[i].from, links[i].to), std::make_pair(channel.from, channel.to));
    EXPECT_EQ(links[i].traversals, channel.flits) << channel.from << "->" << channel.to;
    EXPECT_EQ(links[i].stalls.cycles(), channel.waits.cycles())
        << channel.from << "->" << channel.to;
  }
  EXPECT_EQ(all_stalls(run.activity).cycles(), run.result.links.waits.cycles());
}

// The whole run is counted, traced or not, all of it or a window; and the waveform does not change.
TEST_P(ActivityOf, IsCountedBesideAWaveform) {
  const Plan plan(config());
  const auto schedule = [&](const Topology&, const Routing&) { return plan.schedule(); };
  const auto trace = [&](const trace::TraceRequest& request, Counting counting) {
    return traced_run(plan.config(), plan.topology(), request, schedule, counting);
  };
  const trace::TraceRequest all = trace_all(plan.topology());
  trace::TraceRequest window = all;
  window.from = 20;
  window.to = 45;
  window.scope.routers.assign(window.scope.routers.size(), false);
  window.scope.routers[1] = true;
  const TracedRun counted = trace(all, Counting::kOn);
  const TracedRun counted_window = trace(window, Counting::kOn);
  EXPECT_EQ(counted.vcd, trace(all, Counting::kOff).vcd);
  EXPECT_EQ(counted_window.vcd, trace(window, Counting::kOff).vcd);
  const Counted alone = count(plan.config(), plan.topology(), plan.routing(), plan.schedule());
  EXPECT_EQ(counted.activity, activity_csv(alone.activity));
  EXPECT_EQ(counted_window.activity, activity_csv(alone.activity));
}

INSTANTIATE_TEST_SUITE_P(
    Hardware, ActivityOf,
    testing::Values(
        Case{"contended", "aas-mesh-dex", "mesh", "4x4", "traffic.variant=raw"},
        Case{"small_buffers", "aas-mesh-dex", "mesh", "4x4",
             "traffic.variant=raw router.buffer_flits=1 link.delay=3 router.delay=2"},
        Case{"deep_buffers_slow_links", "aas-mesh-dex", "mesh", "4x4",
             "traffic.variant=raw router.buffer_flits=20 link.cycles_per_flit=3"},
        Case{"virtual_channels", "aas-mesh-dex", "mesh", "4x4", "traffic.variant=raw router.vcs=3"},
        Case{"datelines", "aas-ring-dex", "ring", "8", "traffic.sync=dataflow"},
        Case{"cut_through", "aas-mesh-dex", "mesh", "4x4",
             "traffic.variant=raw router.switching=cut_through"},
        Case{"store_and_forward", "aas-mesh-dex", "mesh", "4x4",
             "traffic.variant=raw router.switching=store_and_forward"},
        Case{"half_duplex", "aas-mesh-nd-wh-ring", "line", "4", "link.duplex=half"},
        Case{"half_duplex_virtual_channels", "aas-mesh-nd-wh-ring", "line", "4",
             "link.duplex=half router.vcs=2"},
        Case{"all_ports", "aas-mesh-dex", "mesh", "4x4", "traffic.variant=raw router.ports=all"},
        Case{"copies", "oab-mesh-irc-corner", "mesh", "4x3", ""},
        Case{"copies_on_slow_links", "oab-mesh-irc-corner", "mesh", "4x3",
             "link.delay=3 link.cycles_per_flit=2"},
        Case{"copies_over_virtual_channels", "oab-mesh-irc-corner", "mesh", "4x3", "router.vcs=2"},
        Case{"copies_around_a_torus", "oab-torus2d-irc", "torus", "5x4", "traffic.root=13"},
        Case{"copies_in_cut_through", "oab-mesh-irc-corner", "mesh", "4x3",
             "router.switching=cut_through"},
        Case{"switches", "barrier-dissemination", "fat_tree", "2x3", ""}),
    [](const testing::TestParamInfo<Case>& tested) { return std::string(tested.param.name); });

/// Four worms of 20 words on a ring that wait for each other; whatever was written and not read is
/// in a buffer.
TEST(Activity, OfARunThatGotStuckIsWhatHappenedTillThen) {
  const Topology ring(TopologyKind::kRing, {4});
  const Routing routing(ring, RoutingOrder::kAscending);
  std::vector<HandmadeMessage> worms;
  for (NodeId node = 0; node < 4; ++node) {
    worms.push_back({{node, (node + 1) % 4, (node + 2) % 4}, {make_block(node, (node + 2) % 4)}});
  }
  const Counted run =
      count({}, ring, routing, handmade_schedule(operation(loose_unicasts(), 4), {worms}, 20));
  ASSERT_TRUE(run.result.stuck);
  ASSERT_EQ(run.result.stuck->routers.size(), 4U);
  for (NodeId node = 0; node < 4; ++node) {
    std::uint64_t standing = 0;
    for (const BusyVc& vc : run.result.stuck->routers[node].inputs) {
      standing += vc.flits;
    }
    const RouterActivity& router = run.activity.routers[node];
    EXPECT_EQ(router.buffer_writes - router.buffer_reads, standing) << "router " << node;
    EXPECT_EQ(router.vc_allocations, 1U);
  }
  EXPECT_EQ(all_stalls(run.activity).cycles(), run.result.links.waits.cycles());
  EXPECT_GT(all_stalls(run.activity).total(), 0);
}

/// A header and five words that enter the injection channel in cycles 1001 to 1006, and the first
/// link one cycle later; the network interface hands them over ahead of time.
Activity given_up_at(Cycle last) {
  const Topology line(TopologyKind::kLine, {2});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.network.startup = 1000;
  config.max_cycles = last;
  const Counted run =
      count(config, line, routing,
            handmade_schedule(operation(loose_unicasts(), 2), {{{{0, 1}, {make_block(0, 1)}}}}, 5));
  EXPECT_TRUE(run.result.stuck);
  return run.activity;
}

TEST(Activity, EndsBeforeTheFirstFlitWhereTheRunDoes) {
  const Activity activity = given_up_at(1000);
  EXPECT_EQ(activity.interfaces[0].messages_started, 1U);
  EXPECT_EQ(activity.interfaces[0].injections, 0U);
  EXPECT_EQ(activity.routers[0].buffer_writes, 0U);
}

TEST(Activity, EndsAmongFlitsWhereTheRunDoes) {
  const Activity activity = given_up_at(1004);
  EXPECT_EQ(activity.interfaces[0].injections, 4U);
  EXPECT_EQ(activity.routers[0].buffer_writes, 4U);
  EXPECT_EQ(activity.links[0].traversals, 3U);
}

}  // namespace
}  // namespace flitcast::test_activity
