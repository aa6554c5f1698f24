#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/fault/link_faults.h"
#include "hw/ni/interfaces.h"
#include "tests/support/cores/loaded_cores.h"
#include "tests/support/cores/test_workloads.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/play/schedule_executor.h"
#include "traffic/row/row_support.h"

namespace flitcast {

/// A network with faults on every link, and interfaces that send again what is lost.
class LossyNetwork {
 public:
  LossyNetwork(Topology topology, const char* fault, std::uint64_t seed)
      : topology_(std::move(topology)), routing_(topology_, RoutingOrder::kAscending), seed_(seed) {
    config.interface = &retransmitting_interface();
    config.retransmission.timeout = 200;
    config.fault = make_link_fault(fault, seed);
    config.flit_by_flit = true;
    config.vcs = routing_.relation().classes();
    config.buffer_flits = 4;
  }

  struct Letters {
    std::map<Cycle, std::uint64_t> latencies;
    RetransmissionCounts counts;
  };
  /// Random traffic until all has arrived. Throws std::logic_error for what does not arrive as it
  /// was sent, and once.
  Letters send_letters(LoadedCores::Order order) const {
    BernoulliSources sources(topology_.processors(), {seed_, 200, 5, 400, true});
    LoadedCores cores(routing_, config, sources);
    cores.run(order);
    if (!sources.finished()) {
      throw std::logic_error("letters are missing");
    }
    for (const Mailer::Letter& letter : sources.letters()) {
      if (letter.words != letter.flits) {
        throw std::logic_error("a letter came twice, or in part");
      }
    }
    return {sources.latencies(), cores.retransmissions()};
  }

  /// Plays a row; empty when it ends and all nodes hold what they should.
  std::string play(const char* id, std::uint32_t message_flits) const {
    const Row& row = find_row(id);
    const RowRequest request{topology_, routing_, message_flits, 0, ""};
    const Schedule schedule = row.build(request);
    const auto payload = make_payload(schedule.operation, schedule.block_flits, seed_);
    ScheduleExecutor executor(schedule, routing_, {Sync::kBarrier, config}, *payload, nullptr);
    LoadedCores cores(routing_, config, executor);
    cores.run();
    return executor.finished() ? executor.data_error() : "it does not end";
  }

  NetworkConfig config;

 private:
  Topology topology_;
  Routing routing_;
  std::uint64_t seed_;
};

}  // namespace flitcast
