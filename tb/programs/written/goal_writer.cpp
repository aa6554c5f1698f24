#include <algorithm>
#include <limits>
#include <string>

#include "tb/programs/written/op_times.h"
#include "tb/programs/written/piecewise_text.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {
namespace {

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
    text_.add("l{}: calc {} cpu {}\n", label, units_of(cycles, scale_, kGoalTime), cpu);
  }

  /// What takes `cycles`, and nobody's turn.
  void write_delay(const std::string& label, std::uint64_t cycles) {
    write_calc(label, cycles, cycles == 0 ? idle_cpu() : own_cpu());
  }

  static std::string after(std::uint32_t label) { return std::to_string(label) + "x"; }

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
        if (cycles_after(op, network_) > 0) {
          write_delay(after(label(number)), cycles_after(op, network_));
          text_.add("l{} requires l{}\n", after(label(number)), name);
        }
        return;
      case OpKind::kCopy:
      case OpKind::kReduce:
      case OpKind::kCompute:
        write_calc(name, own_cycles(op, network_), op.at_once ? idle_cpu() : op.stream);
        return;
      case OpKind::kDelay:
        write_delay(name, op.amount);
        return;
      case OpKind::kWait:  // for its date on a processor that begins with the program
        write_calc(name, 0, idle_cpu());
        if (date_of(op) > 0) {
          write_delay(after(label(number)), date_of(op));
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
      const std::string first = !edge.on_start && cycles_after(program_[number], network_) > 0
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

}  // namespace

void check_ranks(const Program& program) {
  for (std::uint32_t number = 0; number < program.ranks(); ++number) {
    const Program::Rank& rank = program.rank(number);
    for (std::uint32_t op = rank.first; op < rank.end; ++op) {
      program.for_each_edge(op, [&](const Program::Edge& edge) {
        const bool same_rank = edge.then >= rank.first && edge.then < rank.end;
        if (!same_rank && !says_message(program, op, edge)) {
          throw UnsaidProgram(program.describe(edge.then) + ": it waits for what rank " +
                              std::to_string(number) + " does, and no message says so");
        }
      });
    }
  }
}

std::vector<std::string> unsaid_in_goal(const Program& program, const Scale& scale,
                                        const NetworkConfig& network) {
  std::vector<std::string> unsaid;
  tell_contents(program, kGoalTime.format, unsaid);
  tell_times(program, scale, network, kGoalTime, unsaid);
  return unsaid;
}

void write_goal(const Program& program, const Scale& scale, const NetworkConfig& network,
                const std::vector<std::string>& remarks, const ProgramSink& sink) {
  check_ranks(program);
  GoalWriter(program, scale, network, sink).write(remarks);
}

}  // namespace flitcast
