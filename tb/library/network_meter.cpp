#include "tb/library/network_meter.h"

#include <map>

#include "tb/sim/measurements.h"

namespace flitcast {
namespace {

using Histogram = std::map<Cycle, std::uint64_t>;

std::uint64_t flits_of(const Network::Packet& packet) {
  return std::uint64_t{packet.flits} + 1;
}

Network::Latency summary(const Histogram& histogram) {
  Network::Latency latency;
  for (const auto& [cycles, packets] : histogram) {
    latency.packets += packets;
  }
  if (latency.packets > 0) {
    const LatencyResult result = summarise_latencies(histogram);
    latency.min = result.min;
    latency.mean = result.mean;
    latency.p50 = result.p50;
    latency.p95 = result.p95;
    latency.p99 = result.p99;
    latency.max = result.max;
  }
  return latency;
}

void add(const Histogram& more, Histogram& all) {
  for (const auto& [cycles, packets] : more) {
    all[cycles] += packets;
  }
}

void add(const Network::ClassStatistics& more, Network::ClassStatistics& all) {
  all.posted += more.posted;
  all.sent += more.sent;
  all.received += more.received;
  all.posted_flits += more.posted_flits;
  all.received_flits += more.received_flits;
}

}  // namespace

void NetworkMeter::post(const Network::Packet& packet) {
  if (classes_.size() <= packet.message_class) {
    classes_.resize(packet.message_class + std::size_t{1});
  }
  Network::ClassStatistics& counts = classes_[packet.message_class].counts;
  ++counts.posted;
  counts.posted_flits += flits_of(packet);
}

void NetworkMeter::arrive(const Network::Arrival& arrival) {
  Class& its = classes_[arrival.message_class];
  ++its.counts.received;
  its.counts.received_flits += flits_of(arrival);
  its.latencies.count(arrival.arrived - arrival.posted);
  its.network_latencies.count(arrival.arrived - arrival.injected);
}

Network::Statistics NetworkMeter::statistics(Network::Cycle now) const {
  Network::Statistics statistics;
  statistics.cycle = now;
  Histogram latencies;
  Histogram network_latencies;
  for (const Class& each : classes_) {
    Network::ClassStatistics& counts = statistics.classes.emplace_back(each.counts);
    const Histogram own = each.latencies.by_cycles();
    const Histogram network = each.network_latencies.by_cycles();
    counts.latency = summary(own);
    counts.network_latency = summary(network);
    add(counts, statistics.total);
    add(own, latencies);
    add(network, network_latencies);
  }
  statistics.total.latency = summary(latencies);
  statistics.total.network_latency = summary(network_latencies);
  return statistics;
}

}  // namespace flitcast
