#include "tb/results/run_csv.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

}  // namespace

std::string link_columns() {
  return fmt::format("from,to,kind,flits,busy_cycles,{}", fmt::join(kWaitCauseNames, ","));
}

std::string link_csv(const std::vector<ChannelResult>& channels) {
  std::string text = link_columns() + "\n";
  for (const ChannelResult& c : channels) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", c.from, c.to,
                   c.receive_port ? "receive" : "link", c.flits, c.busy_cycles,
                   fmt::join(c.waits.cycles(), ","));
  }
  return text;
}

std::string activity_csv(const Activity& activity) {
  std::string text =
      "kind,node,port,to,buffer_writes,buffer_reads,switch_traversals,vc_allocations,absorbs,"
      "link_traversals,messages_started,injections,ejections";
  for (const std::string_view cause : kWaitCauseNames) {
    text += fmt::format(",stall_{}", cause);
  }
  text += '\n';
  const auto out = std::back_inserter(text);
  for (const RouterActivity& router : activity.routers) {
    fmt::format_to(out, "router,{},,,{},{},{},{},{},,,,{}\n", router.node, router.buffer_writes,
                   router.buffer_reads, router.switch_traversals, router.vc_allocations,
                   router.absorbs, std::string(kWaitCauses, ','));
  }
  for (const LinkActivity& link : activity.links) {
    fmt::format_to(out, "link,{},{},{},,,,,,{},,,,{}\n", link.from, link.port, link.to,
                   link.traversals, fmt::join(link.stalls.cycles(), ","));
  }
  for (const InterfaceActivity& ni : activity.interfaces) {
    fmt::format_to(out, "ni,{},,,,,,,,,{},{},{},{}\n", ni.node, ni.messages_started, ni.injections,
                   ni.ejections, fmt::join(ni.stalls.cycles(), ","));
  }
  return text;
}

namespace {

/// By OpKind, and by PathStep::What.
constexpr const char* kKinds[] = {"send",   "receive", "receive_add", "copy",
                                  "reduce", "compute", "delay",       "wait"};
constexpr const char* kSteps[] = {"work", "startup", "send", "message"};

/// What the critical path has of an operation.
struct OnPath {
  Cycle from;
  Cycle to;  ///< 0: nothing
  PathStep::What what;
};

MappedArray<OnPath> path_of(const ProgramRun& run) {
  MappedArray<OnPath> path(run.record->program().size());
  if (run.critical_path) {
    walk_critical_path(*run.record, [&](const PathStep& step) {
      path[step.op] = {step.from, step.to, step.what};
    });
  }
  return path;
}

template <typename Number>
std::string number_if(bool there, Number number) {
  return there ? std::to_string(number) : "";
}

}  // namespace

void write_operations(const ProgramRun& run, const std::function<void(std::string_view)>& write) {
  const ProgramRecord& record = *run.record;
  const Program& program = record.program();
  const MappedArray<OnPath> path = path_of(run);
  std::string text = std::string(kOperationColumns) + "\n";
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    const ProgramOp& what = program[op];
    const OpDates& dates = record[op];
    const OnPath& part = path[op];
    const bool on_path = part.to > 0;
    const bool got = receives(what.kind) && dates.has_started && dates.message != ProgramOp::kNone;
    const bool has_peer =
        (receives(what.kind) || what.kind == OpKind::kSend) && what.peer != ProgramOp::kAny;
    const bool forked = what.kind == OpKind::kSend && dates.has_finished && program.forks(op);
    fmt::format_to(
        std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", op,
        program.rank_of(op), what.stream, kKinds[static_cast<std::size_t>(what.kind)],
        number_if(has_peer, what.peer), what.amount, number_if(dates.has_started, dates.started),
        number_if(dates.has_finished, dates.finished), number_if(got, dates.message),
        on_path ? kSteps[static_cast<std::size_t>(part.what)] : "", number_if(on_path, part.from),
        number_if(on_path, part.to), forked ? std::to_string(record.message_of(op).worm) : "");
    if (text.size() >= kFlushBytes) {
      write(text);
      text.clear();
    }
  }
  write(text);
}

namespace {

/// Cycles, by the ends of LinkWaits::Wait.
using WaitPlaces = std::map<std::pair<NodeId, NodeId>, Cycle>;

WaitPlaces wait_places(const ProgramRecord& record, const MeasuredRun::Wait& wait,
                       const LinkWaits& waits) {
  WaitPlaces places;
  walk_path_to(record, wait.ends, record[wait.begins].finished, [&](const PathStep& step) {
    if (step.what == PathStep::What::kMessage) {
      const MessageDates& message = record.message_of(step.op);
      places[{message.source, kNoNode}] += message.issued - step.from;
      for (const LinkWaits::Wait& each : waits.of(message.worm)) {
        places[{each.from, each.to}] += each.cycles;
      }
    }
  });
  return places;
}

std::string wait_blame_text(const WaitPlaces& places) {
  constexpr std::size_t kMost = 3;
  std::vector<std::pair<Cycle, std::string>> most;
  for (const auto& [ends, cycles] : places) {
    if (cycles > 0) {
      const auto [from, to] = ends;
      most.emplace_back(
          -cycles,
          fmt::format("{}{}{}:{}", from == kNoNode ? "" : std::to_string(from),
                      to == kNoNode ? "" : ">", to == kNoNode ? "" : std::to_string(to), cycles));
    }
  }
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(most.size(), kMost); ++i) {
    text += (i == 0 ? "" : " ") + most[i].second;
  }
  return text;
}

}  // namespace

std::string wait_csv(const ProgramRun& run, const LinkWaits& waits) {
  const Program& program = run.record->program();
  std::string text = std::string(kWaitColumns) + "\n";
  for (std::size_t i = 0; run.measured && i < run.measured->waits.size(); ++i) {
    const MeasuredRun::Wait& measured = program.measured.waits[i];
    const MeasuredComparison::Wait& here = run.measured->waits[i];
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{:.4f},{}\n",
                   program.rank_of(measured.ends), program.measured.processors[measured.processor],
                   measured.event, measured.start, measured.end, here.start, here.end, here.error,
                   wait_blame_text(wait_places(*run.record, measured, waits)));
  }
  return text;
}

MessageCsv::MessageCsv(AtomicFile* file)
    : file_(file), buffer_(std::string(kMessageColumns) + "\n") {}

void MessageCsv::delivered(const Delivery& d) {
  auto out = std::back_inserter(buffer_);
  fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},", d.id, d.round, d.source, d.destination,
                 d.hops, d.flits, d.issued, d.injected, d.head_arrived, d.tail_arrived);
  const char* separator = "";
  for (const NodeId node : d.path) {
    fmt::format_to(out, "{}{}", separator, node);
    separator = ">";
  }
  buffer_ += '\n';
  if (buffer_.size() >= kFlushBytes) {
    finish();
  }
}

void MessageCsv::finish() {
  hash_.add(buffer_);
  try {
    if (file_ != nullptr) {
      file_->write(buffer_);
    }
  } catch (const FileError& error) {
    failure_ = error.what();
    throw;
  }
  buffer_.clear();
}

}  // namespace flitcast
