#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/program/placement.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMaxNode = 65535;
constexpr std::int64_t kMaxPieces = 65536;

std::vector<ConfigKey> form_keys() {
  return {
      integer("traffic.root", &Config::root, {0, kMaxNode}, kNoUnit,
              "where a scatter, broadcast or multicast starts, a gather or reduction ends")
          .spelled("NODE")
          .within("0 … nodes - 1")
          .shown_if([](const Config& config) {
            return config.row->operation->has_root() && !config.schedule;
          }),
      value(
          "traffic.variant", &Config::variant, "NAME",
          [](Text text) { return parse_name(text, "a variant of the row"); }, shown_text,
          "form of the algorithm")
          .within("see flitcast list ID")
          .otherwise("the row's first"),
  };
}

/// Those of RowParameters, which some rows take.
std::vector<ConfigKey> parameter_keys() {
  return {
      read_by_resolve(
          "traffic.destinations", "NODE,NODE… | all | random:K",
          [](Text text) { parse_destinations(text); },
          [](const Config& c) { return shown_list(c.parameters.destinations); },
          "nodes that get a multicast; random: K nodes drawn with run.seed")
          .otherwise("required by multicasts")
          .of_some_rows(),
      integer("traffic.shift", &RowParameters::shift, {1, kMaxNode}, kNoUnit,
              "distance q of a circular shift")
          .within("1 … nodes - 1")
          .of_some_rows(),
      integer("traffic.segments", &RowParameters::segments, {1, kMaxPieces}, kNoUnit,
              "pieces that a pipeline cuts every message into")
          .of_some_rows(),
      integer("traffic.radix", &RowParameters::radix, {2, kMaxPieces}, kNoUnit,
              "base of the digits of a Bruck exchange")
          .of_some_rows(),
      value("traffic.partition", &RowParameters::partition, "N,N…", parse_counts, shown_list,
            "dimensions of the phases of a multiphase exchange")
          .within("sum = dimension")
          .otherwise("one part")
          .of_some_rows(),
  };
}

std::vector<ConfigKey> data_keys() {
  return {
      input_file("traffic.data", &Config::data_file, "FILE.csv",
                 "the matrix of an application; relative to the configuration file"),
      input_file("traffic.vector", &Config::vector_file, "FILE.csv",
                 "the vector of app-matvec; relative to the configuration file")
          .otherwise("made from run.seed"),
      input_file("traffic.block_sizes", &Config::sizes_file, "FILE.csv",
                 "flits of every block where they differ: of all-gathers, gathers, scatters and "
                 "reduce-scatters a number a node; of complete exchanges a line a sender, with a "
                 "number a receiver; relative to the configuration file"),
      choice("traffic.sync", &Config::sync, {"barrier", "dataflow"},
             "a round starts when all of the one before has arrived; or a message when its node "
             "has it"),
  };
}

std::vector<std::string> parse_rows(Text text) {
  std::vector<std::string> rows;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    rows.push_back(parse_name(text.substr(0, comma), "an id of flitcast list"));
    try {
      find_row(rows.back());
    } catch (const ParameterError& error) {
      throw ValueError(error.what());
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return rows;
}

ShownValue shown_words(const std::vector<std::string>& words) {
  return words.empty() ? ShownValue() : ShownValue(fmt::format("{}", fmt::join(words, ",")));
}

}  // namespace

std::vector<ConfigKey> schedule_keys() {
  return {
      read_by_resolve(
          "traffic.algorithm", "ID", [](Text text) { parse_name(text, "an id of flitcast list"); },
          [](const Config& config) {
            return config.schedule ? ShownValue{} : ShownValue(config.row->id);
          },
          "the schedule to play")
          .within("see flitcast list")
          .otherwise("required"),
      input_file("traffic.schedule", &Config::schedule_file, "FILE.json",
                 "a schedule to play instead, as show --format=json writes it; relative to the "
                 "configuration file")};
}

std::vector<ConfigKey> block_keys() {
  return {integer("traffic.message_flits", &Config::message_flits, {1, kMaxMessageFlits}, kFlits,
                  "payload of one block, μ, or of a chunk of a program; follows from traffic.data "
                  "or traffic.block_sizes where they are given")};
}

std::vector<ConfigKey> program_keys() {
  return {
      input_file(
          "traffic.program", &Config::program_file, "FILE",
          "a program to play instead: GOAL text, MSCCL XML, netrace, Chakra or a CSV trace, "
          "told by content; relative to the configuration file. What a rank has for itself is "
          "no message: packets of a trace to their own node take no time, sends of others "
          "to their own rank are refused"),
      integer("traffic.fifo_depth", &Config::fifo_depth, {0, kMaxPieces}, kNoUnit,
              "messages of a channel of a program that are under way or not received; 0: any "
              "number")
          .otherwise("8 for MSCCL XML, else 0"),
      choice("traffic.timing", &Config::timing, {"cycles", "gaps"},
             "when a packet of netrace goes that waits for others: in its cycle, or with the last "
             "arrival where that is later; or after a gap from that arrival on, which is its cycle "
             "less the latest one of those it waits for: the network that was traced is one that "
             "takes no time"),
      input_file_or(placement_words(), "traffic.placement", &Config::placement, "FILE",
                    "which node every rank of a program is on: rank r on node r; along a walk "
                    "on which neighbours follow each other, of hypercubes (gray), meshes and "
                    "tori (snake), or the Hilbert curve; shuffled with run.seed; or as a file "
                    "has it that is relative to the configuration file, a line for every rank "
                    "with its node, or rank,node"),
      value("traffic.collectives", &Config::collectives, "ID,ID…", parse_rows, shown_words,
            "rows of the catalogue that collectives of a Chakra trace are played as, each those of "
            "its operation, on the first of ring, line, hypercube, torus and mesh that it takes "
            "with as many nodes as the group has ranks")
          .within("see flitcast list")
          .otherwise("rows for any number of ranks")};
}

std::vector<ConfigKey> traffic_keys() {
  std::vector<ConfigKey> keys;
  for (const auto& group : {form_keys(), parameter_keys(), data_keys()}) {
    keys.insert(keys.end(), group.begin(), group.end());
  }
  return keys;
}

}  // namespace flitcast
