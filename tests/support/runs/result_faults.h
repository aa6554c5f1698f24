#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// Looks through the result of a run (flitcast.result/1, flitcast.load/1) for what no result can
/// say.
class ResultFaults {
 public:
  explicit ResultFaults(const nlohmann::json& result) : result_(result) {
    check_latency(result_.at("latency"), "latency");
    check_share("max_utilization");
    check_share("mean_utilization");
    if (result_.at("schema") == "flitcast.load/1") {
      check_load();
    } else {
      check_schedule();
    }
  }

  const std::vector<std::string>& faults() const { return faults_; }

 private:
  using Json = nlohmann::json;

  void expect(bool right, const std::string& what) {
    if (!right) {
      faults_.push_back(what);
    }
  }
  bool gave_up() const { return !result_.at("deadlock").is_null(); }

  void check_share(const char* name) {
    const Json& share = result_.at("links").at(name);
    expect(share.is_null() || (share >= 0.0 && share <= 1.0), std::string("links.") + name);
  }

  /// What there are of these ascends.
  void check_order(const Json& of, const std::vector<const char*>& names, const std::string& what) {
    const Json* before = nullptr;
    for (const char* name : names) {
      const auto found = of.find(name);
      if (found == of.end() || found->is_null()) {
        continue;
      }
      expect(before == nullptr || before->get<double>() <= found->get<double>(), what + "." + name);
      before = &*found;
    }
  }
  void check_latency(const Json& latency, const std::string& what) {
    if (!latency.is_null()) {
      check_order(latency, {"min", "p50", "p95", "p99", "max"}, what);
      check_order(latency, {"min", "mean", "max"}, what);
    }
  }

  void check_account(const Json& account) {
    for (const std::string unit : {"packets", "flits"}) {
      const auto count = [&](const std::string& what) {
        return account.at(what + "_" + unit).get<std::uint64_t>();
      };
      expect(count("created") == count("delivered") + count("in_flight") + count("queued"),
             "account of " + unit);
    }
  }

  /// A rate of flits that were counted in the measured time is not above all there were.
  void check_rate(const Json& rate, const char* all, const std::string& what) {
    if (rate.is_null()) {
      return;
    }
    constexpr double kRounding = 1e-6;
    const auto time = static_cast<double>(result_.at("measured_to").get<std::int64_t>() -
                                          result_.at("measured_from").get<std::int64_t>());
    const auto nodes = static_cast<double>(result_.at("nodes").size());
    const double flits = result_.at("account").at(all).get<double>();
    expect(rate >= 0.0 && rate.get<double>() * time * nodes <= flits + kRounding, what);
  }

  void check_load() {
    check_account(result_.at("account"));
    expect(result_.at("measured_from") <= result_.at("measured_to"), "measured time");
    check_rate(result_.at("offered"), "created_flits", "offered");
    check_rate(result_.at("accepted").at("mean"), "delivered_flits", "accepted");
    expect(result_.at("packets") != 0 || result_.at("latency").at("mean").is_null(),
           "latency of no packet");
    const std::string verdict = result_.at("verdict");
    expect((verdict == "saturated" || verdict == "stalled") == (result_.at("saturated") == "yes"),
           "verdict");
    const std::string drain = result_.at("config").value("load.drain", "unless_saturated");
    if (!gave_up() &&
        (drain == "always" || (drain == "unless_saturated" && verdict == "settled"))) {
      expect(result_.at("account").at("in_flight_flits") == 0, "drained");
      expect(result_.at("account").at("queued_flits") == 0, "drained queues");
    }
  }

  void check_schedule() {
    if (result_.contains("background")) {
      check_account(result_.at("background").at("account"));
      check_latency(result_.at("background").at("latency"), "background.latency");
    }
    if (gave_up()) {
      return;
    }
    expect(result_.at("data_check") == "passed", "data");
    for (const char* bound : {"lower_bound_cycles", "critical_path_cycles"}) {
      expect(result_.at(bound).is_null() || result_.at("completion_cycles") >= result_.at(bound),
             std::string("earlier than ") + bound);
    }
  }

  const Json& result_;
  std::vector<std::string> faults_;
};

}  // namespace flitcast
