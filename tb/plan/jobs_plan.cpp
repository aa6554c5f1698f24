#include "tb/plan/jobs_plan.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/plan/job_config.h"
#include "tb/plan/predict.h"
#include "traffic/open_loop/job_mix.h"

namespace flitcast {
namespace {

/// Of what follows from the packets of a job where it is not given.
constexpr std::string_view kOfPackets[] = {"router.buffer_flits", "router.off_flits",
                                           "router.on_flits", "router.bubble_flits", "ni.timeout"};

std::unique_ptr<const SinglePlan> plan_single(const std::string& job, const RawConfig& raw,
                                              VerifyWatcher* watcher) {
  try {
    return with_kind_of_plan(
        raw, [&](auto kind) { return std::make_unique<const SinglePlan>(kind, raw, watcher); });
  } catch (const ConfigError& error) {
    throw error.saying(with_keys_of(job, error.what()));
  }
}

PacketExtent packets_of(const std::vector<JobsPlan::Job>& jobs) {
  PacketExtent all{0, 0, 0};
  for (const JobsPlan::Job& job : jobs) {
    const PacketExtent own = std::visit([](const auto& plan) { return plan.packets(); }, *job.plan);
    all.largest_flits = std::max(all.largest_flits, own.largest_flits);
    all.most_hops = std::max(all.most_hops, own.most_hops);
    all.unit_flits = std::gcd(all.unit_flits, own.unit_flits);
  }
  if (jobs.size() > 1) {  // they meet anywhere
    all.most_hops = std::max<std::uint64_t>(all.most_hops, 2);
  }
  return all;
}

/// Who sends to whom where all jobs are programs; nothing where some may send
/// anywhere.
std::optional<std::vector<NodePair>> pairs_of(const std::vector<JobsPlan::Job>& jobs) {
  std::vector<NodePair> all;
  for (const JobsPlan::Job& job : jobs) {
    const auto* const plan = std::get_if<ProgramPlan>(job.plan.get());
    if (plan == nullptr) {
      return std::nullopt;
    }
    const std::vector<NodePair> own = node_pairs(plan->program(), plan->placement());
    all.insert(all.end(), own.begin(), own.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A job was planned with the hardware that all of them have.
bool has_hardware_of(const Config& all, const Config& job) {
  return std::all_of(std::begin(kOfPackets), std::end(kOfPackets), [&](std::string_view key) {
    return find_key(key)->show(job) == find_key(key)->show(all);
  });
}

const Config& own_config(const SinglePlan& plan) {
  return std::visit([](const auto& own) -> const Config& { return own.config(); }, plan);
}

}  // namespace

JobsPlan::JobsPlan(const RawConfig& raw, VerifyWatcher* watcher) : config_(resolve(raw)) {
  constexpr std::size_t kMost = JobMix::kMost;
  if (config_.jobs.size() > kMost) {
    throw ConfigError("there are {} jobs; give {} at most", config_.jobs.size(), kMost);
  }
  plan_jobs(raw, watcher);
  check_priorities();
  const std::string first = full_key(jobs_.front().name, config_.jobs.front().texts.begin()->first);
  const std::optional<std::vector<NodePair>> pairs = pairs_of(jobs_);
  std::optional<RoutingProof> proof;
  if (pairs) {
    proof = do_without_datelines(raw, first.c_str(), *pairs, watcher, config_);
    if (proof) {
      jobs_.clear();
      plan_jobs(raw, nullptr);
    }
  }
  settle_hardware(raw);
  collect_notes();
  proof_ = proof ? *std::move(proof)
                 : prove_routing(
                       *config_.routing, config_.network,
                       {watcher, false, keeps_rings_going(config_), pairs ? &*pairs : nullptr});
  check_deadlock(first.c_str(), proof_, raw, config_);
  if (std::all_of(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.is_load(); })) {
    throw config_.places.error(
        first,
        "load goes on as long as others do, and there is nothing but load; give one of the jobs a "
        "program, a schedule or an algorithm, or load alone in [load]");
  }
}

/// Load that fills a port goes on until others end, whom it would keep from that port.
void JobsPlan::check_priorities() const {
  if (config_.places.given("run.max_cycles")) {
    return;
  }
  for (const Job& load : jobs_) {
    for (const Job& other : jobs_) {
      if (load.is_load() && !other.is_load() && load.priority > other.priority) {
        throw config_.places.error(
            full_key(load.name, "priority"),
            "is above that of {}, for whose end load could wait forever; give run.max_cycles, too",
            other.name);
      }
    }
  }
}

/// What people should know of a job, they are told of all.
void JobsPlan::collect_notes() {
  for (const Job& job : jobs_) {
    const Config& own = own_config(*job.plan);
    for (const auto& [from, to] : {std::pair(&own.notes, &config_.notes),
                                   std::pair(&own.ineffective, &config_.ineffective)}) {
      for (const std::string& note : *from) {
        to->push_back(fmt::format("{}: {}", job.name, with_keys_of(job.name, note)));
      }
    }
  }
}

void JobsPlan::plan_jobs(const RawConfig& raw, VerifyWatcher* watcher) {
  for (const JobConfig& job : config_.jobs) {
    const RawConfig own = config_of_job(job, raw, config_);
    jobs_.push_back({job.name, std::stoll(given_or(job, "start", "0")),
                     static_cast<std::uint8_t>(std::stoi(given_or(job, "priority", "0"))),
                     plan_single(job.name, own, watcher)});
  }
}

/// What packets of all jobs need, each of them has.
void JobsPlan::settle_hardware(const RawConfig& raw) {
  const PacketExtent packets = packets_of(jobs_);
  resolve_buffer(packets, config_);
  resolve_timeout(packets.largest_flits, config_);
  config_.irc = config_.irc || std::any_of(jobs_.begin(), jobs_.end(), [](const Job& job) {
                  return own_config(*job.plan).irc;
                });
  RawConfig settled = raw;
  for (const std::string_view key : kOfPackets) {
    if (const auto value = find_key(key)->show(config_); value && raw.texts.count(key) == 0) {
      give(settled, key, *value, raw.places.of(key));
    }
  }
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (!has_hardware_of(config_, own_config(*jobs_[job].plan))) {
      jobs_[job].plan =
          plan_single(jobs_[job].name, config_of_job(config_.jobs[job], settled, config_), nullptr);
    }
  }
}

}  // namespace flitcast
