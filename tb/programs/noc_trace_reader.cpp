#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/noc_trace/chip_messages.h"
#include "tb/programs/noc_trace/noc_trace_file.h"
#include "tb/programs/noc_trace/program_draft.h"
#include "tb/programs/noc_trace/trace_processor.h"
#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

/// So that sums of them are counted.
constexpr std::int64_t kMostTransfer = std::int64_t{1} << 30U;
constexpr std::int64_t kWordBytes = 4;

class NocTraceReader {
 public:
  NocTraceReader(const std::string& file, const ProgramUnits& units)
      : name_(file),
        chip_(units.chip),
        messages_(chip_, static_cast<std::uint64_t>(units.scale.flit_bytes), draft_) {}

  Program read() {
    if (chip_.columns == 0) {
      throw FileError("{}: is of a chip with two networks; give topology.kind=opposite_tori",
                      name_);
    }
    const std::vector<NocEvent> events = read_noc_events(name_);
    find_beginning(events);
    try {
      for (const NocEvent& event : events) {
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
  /// What is read or written by what was set before.
  struct Target {
    std::int64_t x = -1;
    std::int64_t y = -1;
    std::int64_t bytes = -1;
  };
  struct Own {
    TraceProcessor processor;
    Target read = {};
    Target write = {};
  };

  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw NocFault(number_, format, std::forward<Parts>(parts)...);
  }

  void find_beginning(const std::vector<NocEvent>& events) {
    beginning_ = std::numeric_limits<std::int64_t>::max();
    for (const NocEvent& event : events) {
      if (!event.type.empty()) {
        beginning_ = std::min(beginning_, event.timestamp);
      }
    }
    if (beginning_ == std::numeric_limits<std::int64_t>::max()) {
      throw FileError("{}: none of its {} events uses a network", name_, events.size());
    }
  }

  void take(const NocEvent& event) {
    Own& own = owner_of(event);
    TraceProcessor& processor = own.processor;
    const std::uint32_t rank = messages_.rank_of(processor.actor());
    if (event.deed == NocDeed::kReadsDone || event.deed == NocDeed::kWritesDone) {
      if (const auto wait = processor.end_barrier(event, number_, rank, draft_)) {
        const auto number = static_cast<std::uint32_t>(&own - owns_.data());
        waits_.push_back({wait->begins, wait->ends, number, number_, wait->start, wait->end});
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

  // ---- who and where ----

  std::uint32_t tile_of(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= chip_.columns || y >= chip_.rows) {
      fail("{}, {} is no tile of {} x {}", x, y, chip_.columns, chip_.rows);
    }
    return static_cast<std::uint32_t>(x + chip_.columns * y);
  }

  Own& owner_of(const NocEvent& event) {
    const std::uint32_t tile = tile_of(event.sx, event.sy);
    check_device(event);
    const auto next = static_cast<std::uint32_t>(owns_.size());
    const auto [found, is_new] = by_name_.try_emplace({tile, event.processor}, next);
    if (is_new) {
      const auto place = std::count_if(owns_.begin(), owns_.end(), [&](const Own& each) {
        return each.processor.actor().tile == tile;
      });
      owns_.push_back({TraceProcessor(
          fmt::format("{}-{} {}", event.sx, event.sy, printable_line(event.processor)), tile,
          static_cast<std::uint16_t>(place), beginning_)});
    }
    Own& own = owns_[found->second];
    if (event.noc >= 0) {
      own.processor.use(static_cast<std::uint32_t>(event.noc));
    } else if (event.deed != NocDeed::kSoftware) {
      fail("has no noc");
    }
    return own;
  }

  void check_device(const NocEvent& event) {
    device_ = device_ < 0 ? event.device : device_;
    for (const std::int64_t device : {event.device, event.to_device}) {
      if (device >= 0 && device != device_) {
        fail("is of chip {}, and the first of {}; there is one chip", device, device_);
      }
    }
  }

  // ---- data ----

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
    if (bytes > kMostTransfer) {
      fail("has {} bytes; give at most {}", bytes, kMostTransfer);
    }
    empty_ += bytes <= 0 ? 1U : 0U;
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
  /// given in either order.
  void multicast(const NocEvent& event, TraceProcessor& processor) {
    tile_of(event.dx, event.dy);
    tile_of(event.end_x, event.end_y);
    const std::uint32_t from = processor.actor().tile;
    const auto [left, right] = std::minmax(event.dx, event.end_x);
    const auto [top, bottom] = std::minmax(event.dy, event.end_y);
    const std::int64_t bytes = event.deed == NocDeed::kMulticastWord ? kWordBytes : event.bytes;
    for (std::int64_t y = top; y <= bottom; ++y) {
      for (std::int64_t x = left; x <= right; ++x) {
        const std::uint32_t tile = tile_of(x, y);
        if (tile != from && chip_.memories[tile].kind == chip_.memories[from].kind) {
          write(processor, {x, y, bytes}, event.posted);
        }
      }
    }
    ++multicasts_;
  }

  // ---- all of it ----

  Program close() {
    std::vector<std::uint32_t> numbers;
    Program program = draft_.program(2 * chip_.columns * chip_.rows, numbers);
    MeasuredRun& measured = program.measured;
    for (const Own& own : owns_) {
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
    program.title = fmt::format("{}: {} messages of {} processors of a chip of {} x {} tiles",
                                name_, program.messages(), owns_.size(), chip_.columns, chip_.rows);
    add_note("are for rectangles of tiles: played as a message to each", multicasts_, program);
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
  ProgramDraft draft_;
  ChipMessages messages_;
  std::uint64_t number_ = 0;    // of the event, from 1
  std::int64_t beginning_ = 0;  // timestamp
  std::int64_t device_ = -1;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> by_name_;
  std::vector<Own> owns_;
  std::vector<MeasuredRun::Wait> waits_;
  std::uint64_t multicasts_ = 0;
  std::uint64_t transactions_ = 0;
  std::uint64_t empty_ = 0;
};

}  // namespace

Program read_noc_trace(const std::string& file, const ProgramUnits& units) {
  return NocTraceReader(file, units).read();
}

}  // namespace flitcast
