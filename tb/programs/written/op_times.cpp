#include "tb/programs/written/op_times.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/written/program_writers.h"

namespace flitcast {

std::uint64_t own_cycles(const ProgramOp& op, const NetworkConfig& network) {
  const std::uint64_t flits = op.at_once ? 0 : op.amount;
  switch (op.kind) {
    case OpKind::kCopy:
      return flits * static_cast<std::uint64_t>(network.copy_per_flit);
    case OpKind::kReduce:
      return flits * static_cast<std::uint64_t>(network.reduce_per_flit);
    case OpKind::kCompute:
    case OpKind::kDelay:
      return op.amount;
    default:
      return 0;
  }
}

std::uint64_t cycles_after(const ProgramOp& op, const NetworkConfig& network) {
  return op.kind == OpKind::kReceiveAdd
             ? op.amount * static_cast<std::uint64_t>(network.reduce_per_flit)
             : 0;
}

std::uint64_t date_of(const ProgramOp& op) {
  return op.kind == OpKind::kWait ? op.amount : 0;
}

std::uint64_t units_of(std::uint64_t cycles, const Scale& scale, const WholeUnit& unit) {
  const auto period = static_cast<std::uint64_t>(scale.period_ps);
  if (cycles > unit.most / period * unit.ps) {
    throw UnsaidProgram(fmt::format("{} cycles are more than {} {}, as many as {} has", cycles,
                                    unit.most, unit.word, unit.format));
  }
  const std::uint64_t rounded_up = period < unit.ps ? unit.ps - 1 : 0;
  return (cycles * period + rounded_up) / unit.ps;
}

void tell_times(const Program& program, const Scale& scale, const NetworkConfig& network,
                const WholeUnit& unit, std::vector<std::string>& unsaid) {
  const auto period = static_cast<std::uint64_t>(scale.period_ps);
  std::uint64_t rounded = 0;
  std::uint64_t in_all = 0;
  std::uint64_t read = 0;
  for (std::uint32_t number = 0; number < program.size(); ++number) {
    const ProgramOp& op = program[number];
    const std::uint64_t cycles = own_cycles(op, network) + cycles_after(op, network) + date_of(op);
    const std::uint64_t units = units_of(cycles, scale, unit);
    rounded += units * unit.ps == cycles * period ? 0 : 1;
    in_all += cycles;
    read += (units * unit.ps + period - 1) / period;
  }
  if (rounded > 0) {
    unsaid.push_back(
        read == in_all
            ? fmt::format("{} has whole {}: {} times are rounded down, and are the same in cycles "
                          "of {} ps",
                          unit.format, unit.word, rounded, period)
            : fmt::format("{} has whole {}: {} times are rounded up, from {} cycles to {} in all",
                          unit.format, unit.word, rounded, in_all, read));
  }
}

void tell_contents(const Program& program, std::string_view format,
                   std::vector<std::string>& unsaid) {
  if (program.chunk_flits > 0) {
    unsaid.push_back(fmt::format("{} has sizes, and no data: what ranks hold is left out", format));
  }
  if (program.fifo_depth > 0) {
    unsaid.push_back(
        fmt::format("{} has no FIFOs: any number of messages may be under way, not {} of a channel",
                    format, program.fifo_depth));
  }
}

void tell_streams(const Program& program, const NetworkConfig& network, std::string_view format,
                  std::vector<std::string>& unsaid) {
  for (std::uint32_t number = 0; number < program.ranks(); ++number) {
    const Program::Rank& rank = program.rank(number);
    std::vector<std::uint32_t> computing(rank.streams);
    std::uint32_t sending = ProgramOp::kNone;
    for (std::uint32_t i = rank.first; i < rank.end; ++i) {
      const ProgramOp& op = program[i];
      const bool starts_up = op.kind == OpKind::kSend && network.startup > 0;
      if (starts_up && sending == ProgramOp::kNone) {
        sending = op.stream;
      }
      const bool computes = takes_turns(op.kind) && own_cycles(op, network) > 0;
      computing[op.stream] += computes || (starts_up && computing[op.stream] > 0) ? 1 : 0;
      if (computing[op.stream] > 1 || (starts_up && op.stream != sending)) {
        unsaid.push_back(fmt::format(
            "{} has no processors: where no dependency orders what rank {} computes, it is done "
            "at once, and start-ups take turns",
            format, number));
        return;
      }
    }
  }
}

bool says_message(const Program& program, std::uint32_t op, const Program::Edge& edge) {
  const ProgramOp& send = program[op];
  const ProgramOp& receive = program[edge.then];
  return edge.on_start && send.kind == OpKind::kSend && receives(receive.kind) &&
         receive.tag == send.tag && send.peer == program.rank_of(edge.then) &&
         receive.peer == program.rank_of(op);
}

}  // namespace flitcast
