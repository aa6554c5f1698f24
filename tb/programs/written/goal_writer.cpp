#include <algorithm>
#include <limits>
#include <string>

#include "tb/programs/written/piecewise_text.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {
namespace {

constexpr std::int64_t kPicosecondsPerNs = 1000;

bool takes_time(const ProgramOp& op) {
  const bool local = !receives(op.kind) && op.kind != OpKind::kSend;
  return local && !op.at_once && op.amount > 0;
}

std::string number_or_any(std::uint32_t number) {
  return number == ProgramOp::kAny ? "any" : std::to_string(number);
}

class GoalWriter {
 public:
  GoalWriter(const Program& program, const Scale& scale, const NetworkConfig& network,
             const ProgramSink& sink)
      : program_(program), scale_(scale), network_(network), text_(sink) {}

  void write(const std::vector<std::string>& remarks) {
    text_.add("// {}\n", program_.title);
    for (const std::string& remark : remarks) {
      text_.add("// {}\n", remark);
    }
    text_.add("num_ranks {}\n", program_.ranks());
    for (rank_ = 0; rank_ < program_.ranks(); ++rank_) {
      const Program::Rank& rank = program_.rank(rank_);
      text_.add("\nrank {} {{\n", rank_);
      cpu_ = rank.streams;
      for (std::uint32_t op = rank.first; op < rank.end; ++op) {
        write_op(op);
      }
      for (std::uint32_t op = rank.first; op < rank.end; ++op) {
        write_edges(op);
      }
      text_.add("}}\n");
    }
    text_.flush();
  }

 private:
  std::uint32_t label(std::uint32_t op) const { return op - program_.rank(rank_).first + 1; }

  /// So many ns are the cycles again when they are read.
  std::uint64_t ns(std::uint64_t cycles) const {
    const auto period = static_cast<std::uint64_t>(scale_.period_ps);
    return period < kPicosecondsPerNs
               ? (cycles * period + kPicosecondsPerNs - 1) / kPicosecondsPerNs
               : cycles * period / kPicosecondsPerNs;
  }

  /// A processor that nobody else has, as long as there are such.
  std::uint32_t own_cpu() {
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint16_t>::max() - 1;
    const std::uint32_t shared = program_.rank(rank_).streams;
    cpu_ = cpu_ < kMost ? cpu_ + 1 : std::min(shared + 1, kMost);
    return cpu_;
  }
  /// For what takes no time, and so nobody's turn.
  std::uint32_t idle_cpu() const { return program_.rank(rank_).streams; }

  void write_calc(const std::string& label, std::uint64_t cycles, std::uint32_t cpu) {
    text_.add("l{}: calc {} cpu {}\n", label, ns(cycles), cpu);
  }

  /// What takes `cycles`, and nobody's turn.
  void write_delay(const std::string& label, std::uint64_t cycles) {
    write_calc(label, cycles, cycles == 0 ? idle_cpu() : own_cpu());
  }

  static std::string after(std::uint32_t label) { return std::to_string(label) + "x"; }

  /// The sum comes after the message.
  std::uint64_t adding(const ProgramOp& op) const {
    return op.kind == OpKind::kReceiveAdd
               ? op.amount * static_cast<std::uint64_t>(network_.reduce_per_flit)
               : 0;
  }

  void write_op(std::uint32_t number) {
    const ProgramOp& op = program_[number];
    const std::string name = std::to_string(label(number));
    const std::uint64_t bytes = op.amount * static_cast<std::uint64_t>(scale_.flit_bytes);
    switch (op.kind) {
      case OpKind::kSend:
        text_.add("l{}: send {}b to {} tag {} cpu {}\n", name, bytes, op.peer, op.tag, op.stream);
        return;
      case OpKind::kReceive:
      case OpKind::kReceiveAdd:
        text_.add("l{}: recv {}b from {} tag {}\n", name, bytes, number_or_any(op.peer),
                  number_or_any(op.tag));
        if (adding(op) > 0) {
          write_delay(after(label(number)), adding(op));
          text_.add("l{} requires l{}\n", after(label(number)), name);
        }
        return;
      case OpKind::kCopy:
      case OpKind::kReduce: {
        const Cycle each =
            op.kind == OpKind::kCopy ? network_.copy_per_flit : network_.reduce_per_flit;
        write_calc(name, op.at_once ? 0 : op.amount * static_cast<std::uint64_t>(each),
                   op.at_once ? idle_cpu() : op.stream);
        return;
      }
      case OpKind::kCompute:
        write_calc(name, op.amount, op.stream);
        return;
      case OpKind::kDelay:
        write_delay(name, op.amount);
        return;
      case OpKind::kWait:  // for its date on a processor that begins with the program
        write_calc(name, 0, idle_cpu());
        if (op.amount > 0) {
          write_delay(after(label(number)), op.amount);
          text_.add("l{} requires l{}\n", name, after(label(number)));
        }
        return;
    }
  }

  void write_edges(std::uint32_t number) {
    const Program::Rank& rank = program_.rank(rank_);
    program_.for_each_edge(number, [&](const Program::Edge& edge) {
      if (edge.then < rank.first || edge.then >= rank.end) {
        return;  // its message says so
      }
      const std::string first = !edge.on_start && adding(program_[number]) > 0
                                    ? after(label(number))
                                    : std::to_string(label(number));
      text_.add("l{} {} l{}\n", label(edge.then), edge.on_start ? "irequires" : "requires", first);
    });
  }

  const Program& program_;
  const Scale& scale_;
  const NetworkConfig& network_;
  PiecewiseText text_;
  std::uint32_t rank_ = 0;
  std::uint32_t cpu_ = 0;  // the last of the rank
};

/// A receive waits until its own message is sent.
bool says_message(const Program& program, std::uint32_t rank, std::uint32_t op,
                  const Program::Edge& edge) {
  const ProgramOp& send = program[op];
  const ProgramOp& receive = program[edge.then];
  return edge.on_start && send.kind == OpKind::kSend && receives(receive.kind) &&
         receive.peer == rank && receive.tag == send.tag && send.peer == program.rank_of(edge.then);
}

}  // namespace

void check_ranks(const Program& program) {
  for (std::uint32_t number = 0; number < program.ranks(); ++number) {
    const Program::Rank& rank = program.rank(number);
    for (std::uint32_t op = rank.first; op < rank.end; ++op) {
      program.for_each_edge(op, [&](const Program::Edge& edge) {
        const bool same_rank = edge.then >= rank.first && edge.then < rank.end;
        if (!same_rank && !says_message(program, number, op, edge)) {
          throw UnsaidProgram(program.describe(edge.then) + ": it waits for what rank " +
                              std::to_string(number) + " does, and no message says so");
        }
      });
    }
  }
}

std::vector<std::string> unsaid_in_goal(const Program& program, const Scale& scale) {
  std::vector<std::string> unsaid;
  if (program.chunk_flits > 0) {
    unsaid.emplace_back("GOAL text has sizes, and no data: what ranks hold is left out");
  }
  if (program.fifo_depth > 0) {
    unsaid.push_back(fmt::format(
        "GOAL text has no FIFOs: any number of messages may be under way, not {} of a channel",
        program.fifo_depth));
  }
  if (scale.period_ps < kPicosecondsPerNs) {
    bool times = false;
    for (std::uint32_t op = 0; op < program.size() && !times; ++op) {
      times = takes_time(program[op]);
    }
    if (times) {
      unsaid.push_back(fmt::format(
          "GOAL text has whole ns: times in cycles of {} ps are rounded up", scale.period_ps));
    }
  }
  return unsaid;
}

void write_goal(const Program& program, const Scale& scale, const NetworkConfig& network,
                const std::vector<std::string>& remarks, const ProgramSink& sink) {
  check_ranks(program);
  GoalWriter(program, scale, network, sink).write(remarks);
}

}  // namespace flitcast
