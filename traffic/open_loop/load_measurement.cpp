#include "traffic/open_loop/load_measurement.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitcast {

LoadMeasurement::LoadMeasurement(const LoadSettings& settings, const PacketSource& source,
                                 NodeId processors, const PacketLatency& zero_load,
                                 std::function<void(Cycle)> measured)
    : classes_(source.classes()),
      processors_(processors),
      run_(settings, source.mix().zero_load(zero_load),
           source.packets_per_cycle(source.mix().zero_load(zero_load)), source.is_trace()),
      meter_(processors, classes_.all()),
      measured_(std::move(measured)) {}

void LoadMeasurement::run_in_background() {
  background_ = true;
  run_.last_until_told();
}

void LoadMeasurement::end(Cycle now) {
  count_until(now);
  run_.end(now);
}

void LoadMeasurement::cut_off(Cycle now) {
  count_until(now);
  run_.cut_off(now);
}

void LoadMeasurement::create(Cycle at, std::uint32_t copies, std::uint64_t flits) {
  account_.created_packets += copies;
  account_.created_flits += flits;
  account_.queued_packets += copies;
  account_.queued_flits += flits;
  if (newest_.at < at) {
    count_creations();
  }
  newest_.at = at;
  newest_.packets += copies;
  newest_.flits += flits;
}

void LoadMeasurement::start(std::uint32_t copies, std::uint64_t flits) {
  account_.queued_packets -= copies;
  account_.queued_flits -= flits;
  account_.in_flight_packets += copies;
  account_.in_flight_flits += flits;
}

void LoadMeasurement::arrive(const Arrival& arrival, Cycle now) {
  const std::uint32_t flits = classes_.all()[arrival.kind].flits;
  ++account_.delivered_packets;
  account_.delivered_flits += flits;
  --account_.in_flight_packets;
  account_.in_flight_flits -= flits;
  last_arrival_ = std::max(last_arrival_, arrival.at + 1);
  count(arrival, now);
}

void LoadMeasurement::count_until(Cycle now) {
  if (newest_.at < now) {
    count_creations();
  }
  std::vector<Arrival> told;
  told.swap(later_);
  for (const Arrival& arrival : told) {
    count(arrival, now);
  }
}

void LoadMeasurement::count_creations() {
  if (newest_.packets > 0 && !over()) {
    run_.windows().create(newest_.at, newest_.packets, newest_.flits);
  }
  newest_ = {};
}

void LoadMeasurement::count(const Arrival& arrival, Cycle now) {
  if (arrival.at >= run_.look_at() || (background_ && arrival.at >= now)) {
    later_.push_back(arrival);
    return;
  }
  if (over()) {
    return;
  }
  run_.windows().arrive(arrival.at, arrival.latency(), classes_.all()[arrival.kind].flits);
  if (!warms_up()) {
    meter_.count(arrival);
    measured_(arrival.latency());
  }
}

LoadResult LoadMeasurement::result() const {
  const LoadAccount& all = account_;
  if (all.created_packets != all.delivered_packets + all.in_flight_packets + all.queued_packets ||
      all.created_flits != all.delivered_flits + all.in_flight_flits + all.queued_flits) {
    throw std::logic_error("packets are not accounted for");
  }
  LoadResult result;
  run_.report(processors_, result);
  meter_.report(result);
  if (result.verdict == LoadVerdict::kStalled && all.in_flight_packets == 0) {
    result.verdict = LoadVerdict::kSaturated;  // everything came in the end
  }
  result.backlog_flits = backlog_flits_;
  result.account = account_;
  return result;
}

}  // namespace flitcast
