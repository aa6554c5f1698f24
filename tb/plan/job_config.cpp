#include "tb/plan/job_config.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/resolve/resolve.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast {
namespace {

/// What was given of hardware and run, and what a row would choose for itself otherwise.
void give_hardware(const RawConfig& raw, const Config& all, RawConfig& job) {
  for (const auto& [key, text] : raw.texts) {
    const std::string_view section = find_key(key)->section();
    if (section == "topology" || section == "router" || section == "link" || section == "ni" ||
        section == "clock" || section == "run") {
      give(job, key, text, raw.places.of(key));
    }
  }
  for (const std::string_view key :
       {"router.switching", "router.ports", "router.vcs", "link.duplex"}) {
    if (const auto value = find_key(key)->show(all); value && job.texts.count(key) == 0) {
      give(job, key, *value, all.places.of(key));
    }
  }
}

/// The nodes that a job names. Rows and load play on the whole network.
std::vector<NodeId> nodes_of(const JobConfig& job, const Config& all) {
  std::vector<NodeId> nodes = parse_nodes(given_or(job, "nodes", "all"));
  const NodeId most = all.topology->processors();
  const std::string key = full_key(job.name, "nodes");
  for (const NodeId node : nodes) {
    if (node >= most) {
      throw all.places.error(key, "{} is not a node; the nodes are 0 to {}", node, most - 1);
    }
  }
  if (nodes.empty()) {
    return nodes;
  }
  if (job.texts.count("program") == 0 && job.texts.count("topology") == 0) {
    throw all.places.error(key,
                           "is for programs, and schedules and load are for all nodes; leave the "
                           "key out, or give the schedule a topology of its own");
  }
  if (job.texts.count("placement") != 0) {
    throw all.places.error(key,
                           "says where ranks are, and so does placement; leave one of them "
                           "out");
  }
  return nodes;
}

/// Where the section of a job is, as far as its keys tell.
SourceLocation section_of(const JobConfig& job, const Config& all) {
  SourceLocation place = all.places.of(full_key(job.name, job.texts.begin()->first));
  place.key = "traffic." + job.name;
  return place;
}

bool plays_load(const JobConfig& job) {
  return std::none_of(job.texts.begin(), job.texts.end(), [](const auto& given) {
    const ConfigKey* const plain = plain_key(given.first);
    return plain != nullptr && plain->section() == "traffic";
  });
}

/// Load of jobs that are otherwise alike is not: its packets are drawn by the name of the job.
void give_seed(const Config& all, RawConfig& job, const std::string& name) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 63U) - 1;
  std::uint64_t seed = all.seed;
  for (const char letter : name) {
    seed = (seed ^ static_cast<unsigned char>(letter)) * 0x9E3779B97F4A7C15U;
  }
  give(job, "run.seed", std::to_string(seed & kMost), all.places.of("run.seed"));
}

/// A job plays one thing.
void check_played(const JobConfig& job, const Config& all) {
  const char* what = nullptr;
  for (const char* key : {"schedule", "program", "algorithm"}) {
    what = job.texts.count(key) != 0 ? key : what;
  }
  const ConfigKey* of_load = nullptr;
  const ConfigKey* of_others = nullptr;
  for (const auto& [key, text] : job.texts) {
    if (const ConfigKey* const plain = plain_key(key); plain != nullptr) {
      const ConfigKey*& first = plain->section() == "load" ? of_load : of_others;
      first = first == nullptr ? plain : first;
    }
  }
  if (what == nullptr && of_load == nullptr) {
    throw ConfigError(section_of(job, all),
                      "plays nothing; give algorithm, program, schedule or pattern");
  }
  if (what == nullptr && of_others != nullptr) {
    throw all.places.error(full_key(job.name, of_others->last_part()),
                           "has no effect on load, which the job plays by {}; leave the key out",
                           of_load->last_part());
  }
  if (what != nullptr && of_load != nullptr) {
    throw all.places.error(full_key(job.name, of_load->last_part()),
                           "is for load, and the job has {}, too; leave one of them out, or give "
                           "load a section of its own",
                           what);
  }
}

/// What cannot go with a topology of the job's own.
void check_own_topology(const JobConfig& job, const Config& all) {
  const bool row = job.texts.count("algorithm") + job.texts.count("schedule") > 0;
  if (!row || job.texts.count("program") != 0) {
    throw all.places.error(full_key(job.name, "topology"), "is for an algorithm or a schedule; {}",
                           row ? "leave program out" : "give one, or leave the key out");
  }
  if (const auto sync = job.texts.find("sync");
      sync != job.texts.end() && normalized_word(sync->second) == "barrier") {
    throw all.places.error(full_key(job.name, "sync"),
                           "on a topology of its own a job is a program, which has no barriers; "
                           "give dataflow, or leave the key out");
  }
}

/// What of a row on a topology of its own is told to its program.
bool is_of_programs(std::string_view key) {
  return key == "traffic.placement" || key == "traffic.fifo_depth";
}

/// A row on a topology of its own, with what is given of time and interfaces.
std::shared_ptr<const RawConfig> row_on_topology(const JobConfig& job, const RawConfig& raw,
                                                 const Config& all) {
  check_own_topology(job, all);
  RawConfig own{SourceLocations(raw.places.file()), {}, {}};
  own.places.stand_for(section_of(job, all));
  for (const auto& [key, text] : raw.texts) {
    const std::string_view section = find_key(key)->section();
    if (section == "ni" || section == "clock" || section == "run" || key == "link.duplex" ||
        key == "link.flit_bytes") {
      give(own, key, text, raw.places.of(key));
    }
  }
  for (const auto& [key, text] : job.texts) {
    const ConfigKey* const plain = plain_key(key);
    if (plain != nullptr && !is_of_programs(plain->name)) {
      give(own, plain->name, text, all.places.of(full_key(job.name, key)));
    }
  }
  const SourceLocation place = all.places.of(full_key(job.name, "topology"));
  const auto [kind, dims] = parse_network(job.texts.at("topology"));
  give(own, "topology.kind", kind, place);
  give(own, "topology.dims", dims, place);
  give(own, "router.switching", *find_key("router.switching")->show(all), place);
  const int ports = std::min(all.network.ports, std::max(1, topology_of(own)->degree()));
  give(own, "router.ports", std::to_string(ports), place);
  return std::make_shared<const RawConfig>(std::move(own));
}

/// Rows that work on data take it from a key that is of one run alone.
void refuse_application(const JobConfig& job, const Config& all) {
  const std::string algorithm = given_or(job, "algorithm", "");
  for (const Row& row : catalogue()) {
    if (row.id == algorithm && row.application != nullptr) {
      throw all.places.error(full_key(job.name, "algorithm"),
                             "{} works on a matrix, which jobs do not have; run it by itself",
                             row.id);
    }
  }
}

}  // namespace

std::string full_key(const std::string& job, std::string_view key) {
  return fmt::format("traffic.{}.{}", job, key);
}

std::string given_or(const JobConfig& job, const char* key, const char* fallback) {
  const auto text = job.texts.find(key);
  return text == job.texts.end() ? fallback : text->second;
}

RawConfig config_of_job(const JobConfig& job, const RawConfig& raw, const Config& all) {
  check_played(job, all);
  refuse_application(job, all);
  RawConfig own{SourceLocations(raw.places.file()), {}, {}};
  own.places.stand_for(section_of(job, all));
  give_hardware(raw, all, own);
  const bool own_topology = job.texts.count("topology") != 0;
  for (const auto& [key, text] : job.texts) {
    const ConfigKey* const plain = plain_key(key);
    if (plain != nullptr && (!own_topology || is_of_programs(plain->name))) {
      give(own, plain->name, text, all.places.of(full_key(job.name, key)));
    }
  }
  std::shared_ptr<const RawConfig> row;
  if (own_topology) {
    row = row_on_topology(job, raw, all);
    own.places.note("traffic.program", row->places.of(row->texts.count("traffic.schedule") != 0
                                                          ? "traffic.schedule"
                                                          : "traffic.algorithm"));
  } else if (plays_load(job)) {
    give_seed(all, own, job.name);
    give(own, "load.warm_up", "0", all.places.of(full_key(job.name, "pattern")));
    give(own, "load.drain", "always", all.places.of(full_key(job.name, "pattern")));
  }
  own.job_place = std::make_shared<const JobPlace>(
      JobPlace{nodes_of(job, all), all.jobs.size() > 1, std::move(row)});
  return own;
}

}  // namespace flitcast
