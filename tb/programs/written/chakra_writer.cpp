#include <algorithm>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/chakra/chakra_collectives.h"
#include "tb/programs/chakra/chakra_node.h"
#include "tb/programs/written/op_times.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {
namespace {

using Writer = protozero::pbf_writer;

constexpr std::size_t kPiece = std::size_t{1} << 16;

}  // namespace

/// The nodes of a rank, whose operations have the ids from 1 on; what takes time before or after
/// one is a node of its own, with an id after those of all operations.
class ChakraWriter::Rank {
 public:
  Rank(const ChakraWriter& all, std::uint32_t rank, const ProgramSink& sink)
      : all_(all),
        program_(all.program_),
        rank_(program_.rank(rank)),
        network_(all.network_),
        sink_(sink),
        depends_(rank_.end - rank_.first) {}

  void write() {
    for (std::uint32_t op = rank_.first; op < rank_.end; ++op) {
      program_.for_each_edge(op, [&](const Program::Edge& edge) {
        if (!edge.on_start) {
          depends_[edge.then - rank_.first].push_back(last_id(op));
        }
      });
    }
    add_head();
    for (std::uint32_t op = rank_.first; op < rank_.end; ++op) {
      add_op(op);
    }
    sink_(text_);
  }

 private:
  void add_head() {
    std::string head;
    Writer fields(head);
    fields.add_string(1, "0.0.4");  // the version of the format
    for (const std::string& remark : all_.remarks_) {
      Writer attribute(fields, 2);
      attribute.add_string(1, "remark");
      attribute.add_string(29, remark);
    }
    add_message(head);
  }

  std::uint64_t id(std::uint32_t op) const { return op - rank_.first + 1; }
  std::uint64_t extra_id(std::uint32_t op) const { return rank_.end - rank_.first + id(op); }
  std::uint64_t last_id(std::uint32_t op) const {
    return cycles_after(program_[op], network_) > 0 ? extra_id(op) : id(op);
  }

  void add_op(std::uint32_t number) {
    const ProgramOp& op = program_[number];
    std::vector<std::uint64_t>& depends = depends_[number - rank_.first];
    if (op.kind == OpKind::kSend) {
      add_message_node(number, ChakraType::kSend, "comm_dst");
    } else if (receives(op.kind)) {
      add_message_node(number, ChakraType::kReceive, "comm_src");
      if (cycles_after(op, network_) > 0) {
        add_time(extra_id(number), {id(number)}, cycles_after(op, network_));
      }
    } else {
      if (date_of(op) > 0) {
        add_time(extra_id(number), {}, date_of(op));
        depends.push_back(extra_id(number));
      }
      add_time(id(number), depends, own_cycles(op, network_));
    }
  }

  std::uint64_t tag(std::uint32_t old) const {
    const std::vector<std::uint32_t>& tags = all_.tags_;
    return tags.empty() ? old
                        : static_cast<std::uint64_t>(
                              std::lower_bound(tags.begin(), tags.end(), old) - tags.begin());
  }

  static std::string node(std::uint64_t id, const char* name, ChakraType type,
                          const std::vector<std::uint64_t>& depends) {
    std::string bytes;
    Writer fields(bytes);
    fields.add_uint64(1, id);
    fields.add_string(2, name);
    fields.add_enum(3, static_cast<std::int32_t>(type));
    fields.add_packed_uint64(5, depends.begin(), depends.end());
    return bytes;
  }

  void add_time(std::uint64_t id, const std::vector<std::uint64_t>& depends, std::uint64_t cycles) {
    std::string bytes = node(id, cycles > 0 ? "compute" : "wait", ChakraType::kCompute, depends);
    Writer fields(bytes);
    fields.add_uint64(7, units_of(cycles, all_.scale_, kChakraTime));
    add_attribute(fields, "is_cpu_op", 27, 0);
    add_message(bytes);
  }

  void add_message_node(std::uint32_t number, ChakraType type, const char* peer) {
    const ProgramOp& op = program_[number];
    std::string bytes = node(id(number), type == ChakraType::kSend ? "send" : "receive", type,
                             depends_[number - rank_.first]);
    Writer fields(bytes);
    add_attribute(fields, "is_cpu_op", 27, 0);
    add_attribute(fields, "comm_size", 9,
                  op.amount * static_cast<std::uint64_t>(all_.scale_.flit_bytes));
    add_attribute(fields, peer, 7, op.peer);
    add_attribute(fields, "comm_tag", 7, tag(op.tag));
    add_message(bytes);
  }

  /// A number in the field of its type.
  static void add_attribute(Writer& fields, const char* name, std::uint32_t type,
                            std::uint64_t number) {
    Writer attribute(fields, 10);
    attribute.add_string(1, name);
    attribute.add_uint64(type, number);
  }

  void add_message(const std::string& bytes) {
    protozero::add_varint_to_buffer(&text_, bytes.size());
    text_ += bytes;
    if (text_.size() >= kPiece) {
      sink_(text_);
      text_.clear();
    }
  }

  const ChakraWriter& all_;
  const Program& program_;
  const Program::Rank& rank_;
  const NetworkConfig& network_;
  const ProgramSink& sink_;
  std::vector<std::vector<std::uint64_t>> depends_;  // by operation of the rank: ids
  std::string text_;
};

std::vector<std::string> unsaid_in_chakra(const Program& program, const Scale& scale,
                                          const NetworkConfig& network) {
  check_ranks(program);
  for (std::uint32_t number = 0; number < program.size(); ++number) {
    const ProgramOp& op = program[number];
    const bool messages = receives(op.kind) || op.kind == OpKind::kSend;
    const bool any = op.peer == ProgramOp::kAny || op.tag == ProgramOp::kAny;
    bool on_start = false;
    program.for_each_edge(number, [&](const Program::Edge& edge) {
      on_start |= edge.on_start && !says_message(program, number, edge);
    });
    const char* const why = on_start          ? "something waits until it has started"
                            : messages && any ? "it takes messages of anybody, or any tag"
                                              : nullptr;
    if (why != nullptr) {
      throw UnsaidProgram(program.describe(number) + ": " + why + ", which Chakra cannot say");
    }
  }
  std::vector<std::string> unsaid;
  tell_contents(program, kChakraTime.format, unsaid);
  tell_times(program, scale, network, kChakraTime, unsaid);
  tell_streams(program, network, kChakraTime.format, unsaid);
  return unsaid;
}

ChakraWriter::ChakraWriter(const Program& program, const Scale& scale, const NetworkConfig& network,
                           std::vector<std::string> remarks)
    : program_(program), scale_(scale), network_(network), remarks_(std::move(remarks)) {
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    if (program[op].kind == OpKind::kSend || receives(program[op].kind)) {
      tags_.push_back(program[op].tag);
    }
  }
  std::sort(tags_.begin(), tags_.end());
  tags_.erase(std::unique(tags_.begin(), tags_.end()), tags_.end());
  if (tags_.empty() || tags_.back() < ChakraCollectives::kFirstTag) {
    tags_.clear();
  }
}

void ChakraWriter::write(std::uint32_t rank, const ProgramSink& sink) const {
  Rank(*this, rank, sink).write();
}

}  // namespace flitcast
