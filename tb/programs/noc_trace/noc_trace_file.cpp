#include "tb/programs/noc_trace/noc_trace_file.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTraceBytes = std::size_t{1} << 30U;

struct NocType {
  std::string_view name;
  NocDeed deed;
};
constexpr std::array<NocType, 33> kNocTypes{{
    {"READ", NocDeed::kRead},
    {"READ_SET_STATE", NocDeed::kReadState},
    {"READ_SET_TRID", NocDeed::kSoftware},
    {"READ_WITH_STATE", NocDeed::kReadByState},
    {"READ_WITH_STATE_AND_TRID", NocDeed::kReadByState},
    {"READ_BARRIER_START", NocDeed::kReadBarrier},
    {"READ_BARRIER_END", NocDeed::kReadsDone},
    {"READ_BARRIER_WITH_TRID", NocDeed::kTransaction},
    {"READ_DRAM_SHARDED_SET_STATE", NocDeed::kReadState},
    {"READ_DRAM_SHARDED_WITH_STATE", NocDeed::kReadByState},
    {"WRITE_", NocDeed::kWrite},
    {"WRITE_SET_TRID", NocDeed::kSoftware},
    {"WRITE_WITH_TRID", NocDeed::kWrite},
    {"WRITE_INLINE", NocDeed::kWriteWord},
    {"WRITE_MULTICAST", NocDeed::kMulticast},
    {"WRITE_SET_STATE", NocDeed::kWriteState},
    {"WRITE_WITH_STATE", NocDeed::kWriteByState},
    {"WRITE_WITH_TRID_SET_STATE", NocDeed::kWriteState},
    {"WRITE_WITH_TRID_WITH_STATE", NocDeed::kWriteByState},
    {"WRITE_BARRIER_START", NocDeed::kWriteBarrier},
    {"WRITE_BARRIER_END", NocDeed::kWritesDone},
    {"WRITE_BARRIER_WITH_TRID", NocDeed::kTransaction},
    {"WRITE_FLUSH", NocDeed::kWritesSent},
    {"WRITE_FLUSH_WITH_TRID", NocDeed::kTransaction},
    {"FULL_BARRIER", NocDeed::kAllDone},
    {"ATOMIC_BARRIER", NocDeed::kAtomicsDone},
    {"SEMAPHORE_INC", NocDeed::kAtomic},
    {"SEMAPHORE_WAIT", NocDeed::kSoftware},
    {"SEMAPHORE_SET", NocDeed::kSoftware},
    {"SEMAPHORE_SET_REMOTE", NocDeed::kWriteWord},
    {"SEMAPHORE_SET_MULTICAST", NocDeed::kMulticastWord},
    {"SEMAPHORE_INC_MULTICAST", NocDeed::kMulticastWord},
    {"WRITE", NocDeed::kWrite},
}};

struct NocNumber {
  std::string_view name;
  std::int64_t NocEvent::*place;
};
constexpr std::array<NocNumber, 12> kNocNumbers{{
    {"sx", &NocEvent::sx},
    {"sy", &NocEvent::sy},
    {"dx", &NocEvent::dx},
    {"dy", &NocEvent::dy},
    {"mcast_start_x", &NocEvent::dx},
    {"mcast_start_y", &NocEvent::dy},
    {"mcast_end_x", &NocEvent::end_x},
    {"mcast_end_y", &NocEvent::end_y},
    {"num_bytes", &NocEvent::bytes},
    {"timestamp", &NocEvent::timestamp},
    {"src_device_id", &NocEvent::device},
    {"dst_device_id", &NocEvent::to_device},
}};

constexpr std::array<std::string_view, 4> kNocTexts{"proc", "noc", "type", "zone"};

/// Makes events of a document; members that it does not know say nothing.
class EventReader final : public nlohmann::json_sax<Json> {
 public:
  EventReader(const std::string& file, std::size_t size) : file_(file), size_(size) {}

  std::vector<NocEvent> take() { return std::move(events_); }

  bool null() override { return other("null"); }
  bool boolean(bool value) override {
    if (depth_ == kInEvent && member_ == "posted") {
      event_.posted = value;
      return true;
    }
    return other(value ? "true" : "false");
  }
  bool number_integer(std::int64_t value) override {
    if (const NocNumber* const number = number_of_member()) {
      if (value < -1) {
        fail("{} is {}; give a number from 0 on", member_, value);
      }
      event_.*number->place = value;
      return true;
    }
    return other(std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) override {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
    if (number_of_member() != nullptr && value > kMost) {
      fail("{} is {}; give a number up to {}", member_, value, kMost);
    }
    return number_integer(static_cast<std::int64_t>(std::min(value, kMost)));
  }
  bool number_float(double /*value*/, const std::string& text) override {
    return other(brief(text));
  }
  bool string(std::string& text) override {
    if (depth_ != kInEvent) {
      return other(in_quotes(text));
    }
    if (member_ == "proc") {
      event_.processor = text;
    } else if (member_ == "noc") {
      if (text != "NOC_0" && text != "NOC_1") {
        fail("noc is {}; give \"NOC_0\" or \"NOC_1\"", in_quotes(text));
      }
      event_.noc = text == "NOC_1" ? 1 : 0;
    } else if (member_ == "type") {
      set_type(text);
    } else if (member_ == "zone") {
      zone_ = true;
    } else {
      return other(in_quotes(text));
    }
    return true;
  }
  bool binary(Json::binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*size*/) override {
    if (depth_ == kInList) {
      event_ = {};
      seen_ = 0;
      zone_ = false;
      member_.clear();
      ++number_;
    } else {
      other("an object");
    }
    ++depth_;
    return true;
  }
  bool end_object() override {
    if (--depth_ == kInList) {
      check();
      events_.push_back(event_);
    }
    return true;
  }
  bool start_array(std::size_t /*size*/) override {
    if (depth_ > 0) {
      other("a list");
    }
    ++depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(std::string& name) override {
    if (depth_ == kInEvent) {
      member_ = name;
      check_once();
    }
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const Json::exception& error) override {
    constexpr int kOutOfRange = 406;
    number_ += depth_ >= kInEvent ? 0 : 1;
    fail("{}", error.id == kOutOfRange ? "a number is too large to be one"
               : position > size_      ? "the file ends there"
                                       : "this is not JSON");
  }

 private:
  static constexpr int kInList = 1;
  static constexpr int kInEvent = 2;

  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw FileError("{}: event {}: {}", file_, number_,
                    fmt::format(format, std::forward<Parts>(parts)...));
  }

  const NocNumber* number_of_member() const {
    if (depth_ != kInEvent) {
      return nullptr;
    }
    const auto* const found =
        std::find_if(kNocNumbers.begin(), kNocNumbers.end(),
                     [&](const NocNumber& each) { return each.name == member_; });
    return found == kNocNumbers.end() ? nullptr : found;
  }

  /// A value that no member wants, or not as it is.
  bool other(const std::string& found) {
    if (depth_ <= kInList) {
      number_ += depth_ == kInList ? 1 : 0;
      fail("{} is no event; a trace is a list of objects", found);
    }
    if (depth_ > kInEvent) {
      return true;
    }
    if (number_of_member() != nullptr) {
      fail("{} is {}; give a whole number", member_, found);
    }
    if (number_of_text() < kNocTexts.size()) {
      fail("{} is {}; give a text", member_, found);
    }
    if (member_ == "posted") {
      fail("posted is {}; give true or false", found);
    }
    return true;
  }

  std::size_t number_of_text() const {
    return static_cast<std::size_t>(std::find(kNocTexts.begin(), kNocTexts.end(), member_) -
                                    kNocTexts.begin());
  }

  /// Which of two a member means nobody knows.
  void check_once() {
    const NocNumber* const number = number_of_member();
    const std::size_t text = number_of_text();
    if (number == nullptr && text == kNocTexts.size()) {
      return;
    }
    const auto place = number == nullptr ? text
                                         : static_cast<std::size_t>(number - kNocNumbers.data()) +
                                               kNocTexts.size();
    const std::uint64_t bit = std::uint64_t{1} << place;
    if ((seen_ & bit) != 0) {
      fail("has {} twice", member_);
    }
    seen_ |= bit;
  }

  void set_type(const std::string& text) {
    const auto* const found = std::find_if(kNocTypes.begin(), kNocTypes.end(),
                                           [&](const NocType& each) { return each.name == text; });
    if (text.substr(0, 7) == "FABRIC_") {
      fail("{} goes to other chips, and there is one", brief(text));
    }
    if (found == kNocTypes.end()) {
      fail("there is no type {}", in_quotes(text));
    }
    event_.type = text;
    event_.deed = found->deed;
  }

  void check() const {
    if (event_.type.empty() && !zone_) {
      fail("has no type, and is no zone");
    }
    if (event_.timestamp < 0) {
      fail("has no timestamp");
    }
    if (!event_.type.empty() && event_.processor.empty()) {
      fail("has no proc");
    }
  }

  const std::string& file_;
  std::size_t size_;
  std::vector<NocEvent> events_;
  NocEvent event_;
  std::string member_;
  std::uint64_t number_ = 0;  // of the event, from 1
  std::uint64_t seen_ = 0;    // members of it: a bit each
  int depth_ = 0;
  bool zone_ = false;
};

}  // namespace

std::vector<NocEvent> read_noc_events(const std::string& file) {
  const std::string text = read_text_file(file, kMostTraceBytes);
  EventReader reader(file, text.size());
  Json::sax_parse(text, &reader);
  return reader.take();
}

}  // namespace flitcast
