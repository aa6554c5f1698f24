#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/noc_trace/chip_messages.h"
#include "tb/programs/noc_trace/noc_trace_file.h"
#include "tb/programs/noc_trace/program_draft.h"
#include "tb/programs/noc_trace/trace_processor.h"
#include "tb/programs/noc_trace/trace_processors.h"
#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

/// So that sums of them are counted.
constexpr std::int64_t kMostTransfer = std::int64_t{1} << 30U;
constexpr std::int64_t kWordBytes = 4;

/// Timestamp of the first event that is no zone.
std::int64_t beginning_of(const std::string& file, const std::vector<NocEvent>& events) {
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::int64_t beginning = kNone;
  for (const NocEvent& event : events) {
    if (!event.type.empty()) {
      beginning = std::min(beginning, event.timestamp);
    }
  }
  if (beginning == kNone) {
    throw FileError("{}: none of its {} events uses a network", file, events.size());
  }
  return beginning;
}

class NocTraceReader {
 public:
  NocTraceReader(const std::string& file, const ProgramUnits& units)
      : name_(file),
        chip_(units.chip),
        events_(read_events()),
        processors_(chip_, beginning_of(file, events_)),
        messages_(chip_, static_cast<std::uint64_t>(units.scale.flit_bytes), draft_),
        forks_(units.network.forks != Forks::kNone) {}

  Program read() {
    try {
      for (const NocEvent& event : events_) {
        ++number_;
        if (!event.type.empty()) {
          take(event);
        }
      }
      return close();
    } catch (const NocFault& fault) {
      throw FileError("{}: event {}: {}", name_, fault.event(), fault.what());
    } catch (const std::length_error& error) {
      throw FileError("{}: {}", name_, error.what());
    }
  }

 private:
  using Target = TraceProcessors::Target;
  using Own = TraceProcessors::Own;

  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw NocFault(number_, format, std::forward<Parts>(parts)...);
  }

  std::vector<NocEvent> read_events() const {
    if (chip_.columns == 0) {
      throw FileError("{}: is of a chip with two networks; give topology.kind=opposite_tori",
                      name_);
    }
    return read_noc_events(name_);
  }

  void take(const NocEvent& event) {
    Own& own = processors_.of(event, number_);
    TraceProcessor& processor = own.processor;
    const std::uint32_t rank = messages_.rank_of(processor.actor());
    if (event.deed == NocDeed::kReadsDone || event.deed == NocDeed::kWritesDone) {
      if (const auto wait = processor.end_barrier(event, number_, rank, draft_)) {
        waits_.push_back(
            {wait->begins, wait->ends, processors_.index_of(own), number_, wait->start, wait->end});
      }
      return;
    }
    processor.advance(event, number_, rank, draft_);
    switch (event.deed) {
      case NocDeed::kReadBarrier:
      case NocDeed::kWriteBarrier:
        processor.begin_barrier(event, number_);
        break;
      case NocDeed::kAllDone:
      case NocDeed::kAtomicsDone:
      case NocDeed::kWritesSent:
        processor.wait_without_end(event.deed, rank, draft_);
        break;
      case NocDeed::kTransaction:
        ++transactions_;
        break;
      default:
        move(event, own);
    }
  }

  /// What has data, or none for a word.
  void move(const NocEvent& event, Own& own) {
    const Target told{event.dx, event.dy, event.bytes};
    switch (event.deed) {
      case NocDeed::kRead:
        read(own.processor, told);
        break;
      case NocDeed::kReadState:
        own.read = told;
        break;
      case NocDeed::kReadByState:
        read(own.processor, by_state(event, own.read));
        break;
      case NocDeed::kWrite:
        write(own.processor, told, event.posted);
        break;
      case NocDeed::kWriteState:
        own.write = told;
        break;
      case NocDeed::kWriteByState:
        write(own.processor, by_state(event, own.write), event.posted);
        break;
      case NocDeed::kWriteWord:
        write(own.processor, {event.dx, event.dy, kWordBytes}, event.posted);
        break;
      case NocDeed::kMulticast:
      case NocDeed::kMulticastWord:
        multicast(event, own.processor);
        break;
      case NocDeed::kAtomic:
        messages_.change(own.processor.last(), own.processor.actor(), tile_of(event.dx, event.dy),
                         own.processor.outstanding().changes);
        break;
      default:
        break;
    }
  }

  // ---- data ----

  std::uint32_t tile_of(std::int64_t x, std::int64_t y) const {
    return tile_at(chip_, {"dx", x, "dy", y}, number_);
  }

  Target by_state(const NocEvent& event, const Target& set) const {
    Target target = set;
    if (event.dx >= 0 && event.dy >= 0) {
      target.x = event.dx;
      target.y = event.dy;
    }
    if (target.bytes <= 0) {
      target.bytes = event.bytes;
    }
    if (target.x < 0) {
      fail("{} has no destination, and nothing has set one", event.type);
    }
    return target;
  }

  /// What has none takes its time, and no network.
  bool has_bytes(std::int64_t bytes) {
    if (bytes < 0) {
      fail("has no num_bytes");
    }
    if (bytes > kMostTransfer) {
      fail("has {} bytes; give at most {}", bytes, kMostTransfer);
    }
    empty_ += bytes == 0 ? 1U : 0U;
    return bytes > 0;
  }

  void read(TraceProcessor& processor, const Target& from) {
    const std::uint32_t owner = tile_of(from.x, from.y);
    if (has_bytes(from.bytes)) {
      messages_.read(processor.last(), processor.actor(), owner,
                     static_cast<std::uint64_t>(from.bytes), processor.outstanding().reads);
    }
  }

  void write(TraceProcessor& processor, const Target& to, bool posted) {
    const std::uint32_t owner = tile_of(to.x, to.y);
    if (has_bytes(to.bytes)) {
      messages_.write(processor.last(), processor.actor(), owner,
                      static_cast<std::uint64_t>(to.bytes), posted, processor.outstanding().writes);
    }
  }

  /// To all tiles of the rectangle that are of the kind of the sender, but for itself. Corners are
  /// given in either order, as software has them the other way round for the second network: no
  /// rectangle goes round the end of a row or a column.
  void multicast(const NocEvent& event, TraceProcessor& processor) {
    tile_at(chip_, {"mcast_start_x", event.dx, "mcast_start_y", event.dy}, number_);
    tile_at(chip_, {"mcast_end_x", event.end_x, "mcast_end_y", event.end_y}, number_);
    const std::uint32_t from = processor.actor().tile;
    const auto [left, right] = std::minmax(event.dx, event.end_x);
    const auto [top, bottom] = std::minmax(event.dy, event.end_y);
    const std::int64_t bytes = event.deed == NocDeed::kMulticastWord ? kWordBytes : event.bytes;
    std::vector<std::uint32_t> owners;
    for (std::int64_t y = top; y <= bottom; ++y) {
      for (std::int64_t x = left; x <= right; ++x) {
        const std::uint32_t tile = tile_of(x, y);
        if (tile == from || chip_.memories[tile].kind != chip_.memories[from].kind) {
          continue;
        }
        owners.push_back(tile);
        if (!forks_) {
          write(processor, {x, y, bytes}, event.posted);
        }
      }
    }
    if (owners.empty()) {
      ++to_nobody_;
    } else if (!forks_) {
      ++multicasts_;
    } else if (has_bytes(bytes)) {
      messages_.broadcast(processor.last(), processor.actor(), owners,
                          static_cast<std::uint64_t>(bytes), event.posted,
                          processor.outstanding().writes);
    }
  }

  // ---- all of it ----

  Program close() {
    std::vector<std::uint32_t> numbers;
    Program program = draft_.program(2 * chip_.columns * chip_.rows, numbers);
    MeasuredRun& measured = program.measured;
    for (const Own& own : processors_.all()) {
      own.processor.check_closed();
      measured.processors.push_back(own.processor.name());
      measured.last.push_back(numbers[own.processor.last()]);
      measured.end = std::max(measured.end, own.processor.end());
    }
    for (MeasuredRun::Wait& wait : waits_) {
      wait.begins = numbers[wait.begins];
      wait.ends = numbers[wait.ends];
    }
    measured.waits = std::move(waits_);
    program.title =
        fmt::format("{}: {} messages of {} processors of a chip of {} x {} tiles", name_,
                    program.messages(), processors_.all().size(), chip_.columns, chip_.rows);
    add_note("are for rectangles of tiles: played as a message to each without router.forks",
             multicasts_, program);
    add_note(
        "are for rectangles without a tile of the sender's kind, but for itself: they send nothing",
        to_nobody_, program);
    add_note("wait for transactions that a trace does not tell: the times after them are kept",
             transactions_, program);
    add_note("move no bytes, and take no network", empty_, program);
    return program;
  }

  void add_note(const char* what, std::uint64_t events, Program& program) const {
    if (events > 0) {
      program.notes.push_back(fmt::format("{}: {} events {}", name_, events, what));
    }
  }

  std::string name_;
  const ChipLayout& chip_;
  std::vector<NocEvent> events_;
  TraceProcessors processors_;
  ProgramDraft draft_;
  ChipMessages messages_;
  bool forks_;
  std::uint64_t number_ = 0;  // of the event, from 1
  std::vector<MeasuredRun::Wait> waits_;
  std::uint64_t multicasts_ = 0;
  std::uint64_t to_nobody_ = 0;
  std::uint64_t transactions_ = 0;
  std::uint64_t empty_ = 0;
};

}  // namespace

Program read_noc_trace(const std::string& file, const ProgramUnits& units) {
  return NocTraceReader(file, units).read();
}

}  // namespace flitcast
