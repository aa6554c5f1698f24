#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/chakra/chakra_collectives.h"
#include "tb/programs/chakra/chakra_files.h"
#include "tb/programs/chakra/chakra_node.h"
#include "tb/programs/id_table.h"
#include "tb/programs/program_file.h"
#include "tb/programs/rounded_units.h"
#include "tb/text/text_columns.h"
#include "traffic/program/mapped_array.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {
namespace {

/// So that sums of them are counted.
constexpr std::uint64_t kMostMicros = 1'000'000'000'000;
constexpr std::uint64_t kMostSendFlits = std::numeric_limits<std::uint32_t>::max() - 1;

class ChakraReader {
 public:
  ChakraReader(const std::string& name, const ProgramUnits& units)
      : name_(name),
        files_(chakra_files(name)),
        units_(units),
        sizes_(RoundedUnits::sizes(units.scale)),
        times_(RoundedUnits::times(units.scale, "us", 1'000'000)),
        collectives_(units.collectives, units.scale.flit_bytes, units.network) {}

  Program read() {
    if (files_.empty()) {
      throw FileError("{}: there is no Chakra trace, of files {}.0.et, {}.1.et, …", name_, name_,
                      name_);
    }
    for (rank_ = 0; rank_ < files_.size(); ++rank_) {
      find_collectives();
    }
    Program program(files_.size());
    try {
      collectives_.close(static_cast<std::uint32_t>(files_.size()));
      for (rank_ = 0; rank_ < files_.size(); ++rank_) {
        read_rank(program);
      }
    } catch (const std::length_error& error) {
      throw FileError("{}: {}", name_, error.what());
    } catch (const std::invalid_argument& error) {
      throw FileError("{}: {}", name_, error.what());
    } catch (const ScheduleError& error) {  // of a row that no program can say
      throw FileError("{}: {}", name_, error.what());
    }
    program.notes = collectives_.played();
    sizes_.tell(program.rounded);
    times_.tell(program.rounded);
    for (const std::string_view row : collectives_.unused()) {
      program.ineffective.push_back(fmt::format(
          "traffic.collectives: {} has no effect: no collective of the trace is played as it",
          row));
    }
    program.title = fmt::format("{}: {}", name_, count_of(files_.size(), "rank"));
    return program;
  }

 private:
  /// The operations that a node begins and ends with.
  struct Ends {
    std::uint32_t first;
    std::uint32_t last;
  };
  struct Dependency {
    std::uint32_t then;  ///< node of the file
    std::uint64_t first;
  };

  /// What groups there are is known when all files have been seen.
  void find_collectives() {
    ChakraFile file(files_[rank_]);
    while (file.next()) {
      const ChakraNode& node = file.node();
      if (node.type != static_cast<std::uint64_t>(ChakraType::kCollective)) {
        continue;
      }
      try {
        const bool is_barrier = node.collective == 9;  // which has no payload
        collectives_.add(rank_, {node.id, given(file, node.collective, "comm_type", kMost),
                                 is_barrier ? 0 : given(file, node.size, "comm_size", kMost),
                                 node.root ? std::optional(static_cast<std::uint32_t>(
                                                 given(file, node.root, "root", files_.size() - 1)))
                                           : std::nullopt,
                                 node.group});
      } catch (const std::invalid_argument& error) {
        file.fail("{}", error.what());
      }
    }
  }

  void read_rank(Program& program) {
    ChakraFile file(files_[rank_]);
    program.begin_rank(rank_);
    IdTable ids;
    MappedArray<Ends> nodes;
    MappedArray<Dependency> dependencies;
    while (file.next()) {
      const auto number = static_cast<std::uint32_t>(nodes.size());
      ids.add(file.node().id, number);
      nodes.push_back(add_node(file, program));
      for (const std::uint64_t first : file.node().dependencies) {
        dependencies.push_back({number, first});
      }
    }
    if (const auto twice = ids.close()) {
      throw FileError("{}: there are two nodes with the id {}", files_[rank_], *twice);
    }
    for (const Dependency& dependency : dependencies) {
      const auto first = ids.find(dependency.first);
      if (!first) {
        throw FileError("{}: message {}: there is no node with the id {}, which it depends on",
                        files_[rank_], dependency.then + 2, dependency.first);
      }
      program.require(nodes[dependency.then].first, nodes[*first].last);
    }
  }

  Ends add_node(const ChakraFile& file, Program& program) {
    const ChakraNode& node = file.node();
    ProgramOp op;
    switch (static_cast<ChakraType>(std::min<std::uint64_t>(node.type, 255))) {
      case ChakraType::kMetadata:
      case ChakraType::kLoad:
      case ChakraType::kStore:
      case ChakraType::kCompute:
        op.kind = OpKind::kDelay;
        op.amount = cycles(file, node.micros);
        break;
      case ChakraType::kSend:
        op.kind = OpKind::kSend;
        op.peer = peer(file, node.destination, "comm_dst");
        set_message(file, op);
        break;
      case ChakraType::kReceive:
        op.kind = OpKind::kReceive;
        op.peer = peer(file, node.source, "comm_src");
        set_message(file, op);
        break;
      case ChakraType::kCollective:
        return add_collective(node.id, program);
      default:
        file.fail("there is no type {} of nodes", node.type);
    }
    const std::uint32_t place = program.add(op);
    return {place, place};
  }

  Ends add_collective(std::uint64_t id, Program& program) {
    const std::uint32_t first = program.add({});
    const std::vector<std::uint32_t> ends = collectives_.append(program, rank_, id, first);
    const std::uint32_t last = program.add({});
    for (const std::uint32_t end : ends) {
      program.require(last, end);
    }
    return {first, last};
  }

  static std::uint64_t given(const ChakraFile& file, const std::optional<std::int64_t>& number,
                             const char* name, std::uint64_t most) {
    if (!number) {
      file.fail("node {} has no {}", file.node().id, name);
    }
    if (*number < 0 || static_cast<std::uint64_t>(*number) > most) {
      file.fail("{} of node {} is {}, no number from 0 to {}", name, file.node().id, *number, most);
    }
    return static_cast<std::uint64_t>(*number);
  }

  std::uint32_t peer(const ChakraFile& file, const std::optional<std::int64_t>& number,
                     const char* name) const {
    const std::uint64_t peer = given(file, number, name, files_.size() - 1);
    if (peer == rank_) {
      file.fail("{} of node {} is the rank itself", name, file.node().id);
    }
    return static_cast<std::uint32_t>(peer);
  }

  void set_message(const ChakraFile& file, ProgramOp& op) {
    const auto flit = static_cast<std::uint64_t>(units_.scale.flit_bytes);
    op.amount = sizes_(given(file, file.node().size, "comm_size", kMostSendFlits * flit));
    op.tag = file.node().tag ? static_cast<std::uint32_t>(given(file, file.node().tag, "comm_tag",
                                                                ChakraCollectives::kFirstTag - 1))
                             : 0;
  }

  std::uint64_t cycles(const ChakraFile& file, std::uint64_t micros) {
    if (micros > kMostMicros) {
      file.fail("duration_micros of node {} is {}, more than {}", file.node().id, micros,
                kMostMicros);
    }
    return times_(micros);
  }

  static constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

  std::string name_;
  std::vector<std::string> files_;
  const ProgramUnits& units_;
  RoundedUnits sizes_;
  RoundedUnits times_;
  ChakraCollectives collectives_;
  std::uint32_t rank_ = 0;
};

}  // namespace

Program read_chakra(const std::string& name, const ProgramUnits& units) {
  return ChakraReader(name, units).read();
}

}  // namespace flitcast
