#include "tb/config/traffic_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

using Text = std::string_view;
using Shown = std::optional<std::string>;

const std::vector<Text> kSyncs{"barrier", "dataflow"};

Shown text_of(const std::string& value) {
  return value.empty() ? Shown{} : Shown{value};
}

/// The value of a key that only some rows take.
Shown shown_if(const Config& config, Text key, const std::string& value) {
  return config.row->takes(key) ? text_of(value) : Shown{};
}

}  // namespace

std::vector<ConfigKey> traffic_keys() {
  return {
      {"traffic.algorithm", "ID", "", "see flitcast list", "required", "the schedule to play",
       false, [](RawConfig& c, Text t) { c.algorithm = parse_name(t, "an id of flitcast list"); },
       [](const Config& c) { return c.schedule ? Shown{} : Shown{std::string(c.row->id)}; }},
      {"traffic.schedule", "FILE.json", "", "", "none",
       "a schedule to play instead, as show --format=json writes it; relative to the configuration "
       "file",
       false, [](RawConfig& c, Text t) { c.schedule_file = parse_file_name(t); },
       [](const Config& c) { return c.schedule ? full_name(c.schedule->file) : Shown{}; }},
      {"traffic.message_flits", "N", "flits", "1 … 1000000", "1",
       "payload of one block, μ; follows from traffic.data where that is given", true,
       [](RawConfig& c, Text t) {
         c.message_flits =
             static_cast<std::uint32_t>(parse_integer(t, kFlits, 1, kMaxMessageFlits));
       },
       [](const Config& c) { return Shown{std::to_string(c.message_flits)}; }},
      {"traffic.root", "NODE", "", "0 … nodes - 1", "0",
       "where a scatter, broadcast or multicast starts, a gather or reduction ends", true,
       [](RawConfig& c, Text t) {
         c.root = static_cast<NodeId>(parse_integer(t, kNoUnit, 0, 65535));
       },
       [](const Config& c) {
         return has_root(c.row->operation) && !c.schedule ? Shown{std::to_string(c.root)} : Shown{};
       }},
      {"traffic.variant", "NAME", "", "see flitcast list ID", "the row's first",
       "form of the algorithm", false,
       [](RawConfig& c, Text t) { c.variant = parse_name(t, "a variant of the row"); },
       [](const Config& c) { return text_of(c.variant); }},
      {"traffic.destinations", "NODE,NODE… | all | random:K", "", "", "required by multicasts",
       "who gets a multicast; random: K nodes drawn with run.seed", false,
       [](RawConfig& c, Text t) { c.destinations = parse_destinations(t); },
       [](const Config& c) {
         return shown_if(c, "traffic.destinations",
                         fmt::format("{}", fmt::join(c.parameters.destinations, ",")));
       }},
      {"traffic.shift", "N", "", "1 … nodes - 1", "1", "distance q of a circular shift", true,
       [](RawConfig& c, Text t) {
         c.shift = static_cast<NodeId>(parse_integer(t, kNoUnit, 1, 65535));
       },
       [](const Config& c) {
         return shown_if(c, "traffic.shift", std::to_string(c.parameters.shift));
       }},
      {"traffic.segments", "N", "", "1 … 65536", "1",
       "pieces that a pipeline cuts every message into", true,
       [](RawConfig& c, Text t) {
         c.segments = static_cast<std::uint32_t>(parse_integer(t, kNoUnit, 1, 65536));
       },
       [](const Config& c) {
         return shown_if(c, "traffic.segments", std::to_string(c.parameters.segments));
       }},
      {"traffic.radix", "N", "", "2 … 65536", "2", "base of the digits of a Bruck exchange", true,
       [](RawConfig& c, Text t) {
         c.radix = static_cast<std::uint32_t>(parse_integer(t, kNoUnit, 2, 65536));
       },
       [](const Config& c) {
         return shown_if(c, "traffic.radix", std::to_string(c.parameters.radix));
       }},
      {"traffic.partition", "N,N…", "", "sum = dimension", "one part",
       "dimensions of the phases of a multiphase exchange", false,
       [](RawConfig& c, Text t) { c.partition = parse_counts(t); },
       [](const Config& c) {
         return shown_if(c, "traffic.partition",
                         fmt::format("{}", fmt::join(c.parameters.partition, ",")));
       }},
      {"traffic.data", "FILE.csv", "", "", "none",
       "the matrix of an application; relative to the configuration file", false,
       [](RawConfig& c, Text t) { c.data_file = parse_file_name(t); },
       [](const Config& c) { return full_name(c.data_file); }},
      {"traffic.vector", "FILE.csv", "", "", "made from run.seed",
       "the vector of app-matvec; relative to the configuration file", false,
       [](RawConfig& c, Text t) { c.vector_file = parse_file_name(t); },
       [](const Config& c) { return full_name(c.vector_file); }},
      {"traffic.sync", "barrier | dataflow", "", "", "barrier",
       "a round starts when all of the one before has arrived; or a message when its node has it",
       false, [](RawConfig& c, Text t) { c.sync = static_cast<Sync>(parse_word(t, kSyncs)); },
       [](const Config& c) {
         return Shown{std::string(kSyncs[static_cast<std::size_t>(c.sync)])};
       }},
  };
}

}  // namespace flitcast
