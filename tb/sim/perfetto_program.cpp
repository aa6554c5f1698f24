// What PerfettoTrace shows of programs.

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/sim/perfetto_trace.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const Program& program, std::uint32_t op) {
  switch (program[op].kind) {
    case OpKind::kSend:
      return fmt::format("start-up of message {}", op);
    case OpKind::kCopy:
      return "copy";
    case OpKind::kReduce:
      return "reduction";
    case OpKind::kCompute:
      return "computation";
    case OpKind::kDelay:
      return "delay";
    default:
      return "wait";
  }
}

}  // namespace

void PerfettoTrace::add_program(const ProgramRun& run) {
  play(std::numeric_limits<Cycle>::max());
  const ProgramRecord& record = *run.record;
  name_process(kRanks);
  for (std::uint32_t rank = 0; rank < record.program().ranks(); ++rank) {
    lanes_.clear();
    const Program::Rank& own = record.program().rank(rank);
    for (std::uint32_t op = own.first; op < own.end; ++op) {
      if (record[op].has_finished) {
        add_operation(record, rank, op);
      }
    }
  }
  if (run.critical_path) {
    add_path(record);
  }
}

void PerfettoTrace::add_operation(const ProgramRecord& record, std::uint32_t rank,
                                  std::uint32_t op) {
  constexpr std::uint64_t kTracks = std::uint64_t{1} << 32U;  // of a rank
  const ProgramOp& what = record.program()[op];
  const OpDates& dates = record[op];
  const bool turns = takes_turns(what.kind);
  const Cycle end = what.kind == OpKind::kSend ? dates.started + config_.startup : dates.finished;
  // What takes no turn overlaps: several tracks, after those of the streams.
  const std::uint64_t lane = turns ? what.stream : lane_of(lanes_[0], dates.started, end);
  const Track own = track(kRanks, rank * kTracks + (turns ? 0 : kTracks / 2) + lane,
                          turns ? fmt::format("rank {}, stream {}", rank, what.stream)
                                : fmt::format("rank {} waits", rank));
  const std::string name = receives(what.kind) ? fmt::format("message {}", dates.message)
                                               : name_of(record.program(), op);
  write_slice({own, name, kNoPacket, dates.started}, end);
  if (what.kind != OpKind::kSend && !receives(what.kind)) {
    return;
  }
  // An arrow from the send to its receive.
  const bool ends = receives(what.kind);
  Json arrow{{"ph", ends ? "f" : "s"},
             {"cat", "program"},
             {"name", fmt::format("message {}", ends ? dates.message : op)},
             {"id", fmt::format("program {}", ends ? dates.message : op)},
             {"pid", own.process},
             {"tid", own.number},
             {"ts", micros(static_cast<double>(ends ? std::max(dates.started, dates.finished - 1)
                                                    : dates.started))}};
  if (ends) {
    arrow["bp"] = "e";
  }
  write(arrow.dump());
}

void PerfettoTrace::add_path(const ProgramRecord& record) {
  name_process(kPath);
  const Track path = track(kPath, 0, "critical path");
  walk_critical_path(record, [&](const PathStep& step) {
    const Program& program = record.program();
    const std::uint32_t rank = program.rank_of(step.op);
    std::string name;
    switch (step.what) {
      case PathStep::What::kWork:
        name = receives(program[step.op].kind) ? "addition" : name_of(program, step.op);
        break;
      case PathStep::What::kStartup:
        name = name_of(program, step.op);
        break;
      case PathStep::What::kSend:
        name = fmt::format("message {} is sent", step.op);
        break;
      case PathStep::What::kMessage:
        name = fmt::format("message {} to rank {}", step.op, program[step.op].peer);
        break;
    }
    write_slice({path, fmt::format("rank {}: {}", rank, name), kNoPacket, step.from}, step.to);
  });
}

}  // namespace flitcast
