#include "tb/report/logs/run_logs.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/results/run_csv.h"
#include "tb/system/files/input_file.h"

namespace flitcast::report {
namespace {

/// The lines of a log after its first, which says what the columns are.
class LogLines {
 public:
  LogLines(const std::string& file, std::string_view columns, std::string_view key)
      : file_(file), in_(file) {
    if (!next() || line_ != columns) {
      throw ConfigError("{}:1: is not a log as {} writes it; its first line is {}", file, key,
                        columns);
    }
  }

  bool next() {
    std::size_t end = 0;
    while ((end = bytes_.find('\n', begin_)) == std::string::npos && read_on()) {
    }
    line_ = std::string_view(bytes_).substr(begin_, end - begin_);
    const bool there = end != std::string::npos || !line_.empty();
    begin_ = end != std::string::npos ? end + 1 : bytes_.size();
    rest_ = line_;
    ++number_;
    return there;
  }

  std::string_view word() {
    const std::size_t comma = rest_.find(',');
    const std::string_view word = rest_.substr(0, comma);
    rest_.remove_prefix(comma == std::string_view::npos ? rest_.size() : comma + 1);
    return word;
  }

  template <typename Number>
  Number number() {
    return number_in<Number>(word());
  }
  /// `none` where there is nothing.
  template <typename Number>
  Number number_or(Number none) {
    const std::string_view text = word();
    return text.empty() ? none : number_in<Number>(text);
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw ConfigError("{}:{}: {}", file_, number_, why);
  }

 private:
  template <typename Number>
  Number number_in(std::string_view text) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < Number{}) {
      fail(fmt::format("{} is not a number that belongs here", in_quotes(text)));
    }
    return value;
  }

  /// More bytes after those of the line that has begun.
  bool read_on() {
    constexpr std::size_t kBlock = 1 << 16;
    bytes_.erase(0, begin_);
    begin_ = 0;
    const std::size_t had = bytes_.size();
    bytes_.resize(had + kBlock);
    bytes_.resize(had + in_.read(&bytes_[had], kBlock));
    return bytes_.size() > had;
  }

  std::string file_;
  InputFile in_;
  std::string bytes_;      // from the file, as far as they are needed
  std::size_t begin_ = 0;  // of the next line in them
  std::string_view line_;
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

}  // namespace

void read_message_log(const std::string& file,
                      const std::function<void(const LoggedDelivery&)>& take) {
  LogLines lines(file, kMessageColumns, "output.messages");
  while (lines.next()) {
    LoggedDelivery delivery{};
    delivery.id = lines.number<std::uint64_t>();
    delivery.round = lines.number<std::uint64_t>();
    delivery.source = lines.number<NodeId>();
    delivery.destination = lines.number<NodeId>();
    lines.number<std::uint64_t>();  // hops
    lines.number<std::uint64_t>();  // flits
    delivery.issued = lines.number<Cycle>();
    lines.number<Cycle>();  // injected
    lines.number<Cycle>();  // head_arrived
    delivery.tail_arrived = lines.number<Cycle>();
    if (delivery.tail_arrived < delivery.issued) {
      lines.fail("a message arrives before it is issued");
    }
    take(delivery);
  }
}

void read_operation_log(const std::string& file,
                        const std::function<void(LoggedOperation&&)>& take) {
  LogLines lines(file, kOperationColumns, "output.operations");
  while (lines.next()) {
    LoggedOperation op;
    lines.number<std::uint32_t>();  // id
    op.rank = lines.number<std::uint32_t>();
    lines.number<std::uint32_t>();  // stream
    op.kind = lines.word();
    op.peer = lines.number_or(LoggedOperation::kNone);
    op.amount = lines.number<std::uint64_t>();
    op.started = lines.number_or<Cycle>(-1);
    op.finished = lines.number_or<Cycle>(-1);
    op.message = lines.number_or(LoggedOperation::kNone);
    op.path = lines.word();
    op.path_from = lines.number_or<Cycle>(-1);
    op.path_to = lines.number_or<Cycle>(-1);
    op.worm = lines.number_or(LoggedOperation::kNone);
    take(std::move(op));
  }
}

std::vector<LoggedWait> read_wait_log(const std::string& file) {
  LogLines lines(file, kWaitColumns, "output.waits");
  std::vector<LoggedWait> waits;
  while (lines.next()) {
    LoggedWait wait;
    wait.rank = lines.number<std::uint32_t>();
    wait.processor = lines.word();
    wait.event = lines.number<std::uint64_t>();
    wait.start = lines.number<Cycle>();
    wait.end = lines.number<Cycle>();
    wait.simulated_start = lines.number<Cycle>();
    wait.simulated_end = lines.number<Cycle>();
    lines.word();  // error, which follows from these
    wait.blame = lines.word();
    waits.push_back(std::move(wait));
  }
  return waits;
}

std::vector<LoggedChannel> read_link_log(const std::string& file) {
  LogLines lines(file, link_columns(), "output.links");
  std::vector<LoggedChannel> channels;
  while (lines.next()) {
    LoggedChannel channel{};
    channel.from = lines.number<NodeId>();
    channel.to = lines.number<NodeId>();
    const std::string_view kind = lines.word();
    if (kind != "link" && kind != "receive") {
      lines.fail(fmt::format("{} is no kind of channel; link and receive are", in_quotes(kind)));
    }
    channel.receive_port = kind == "receive";
    channel.flits = lines.number<std::uint64_t>();
    channel.busy_cycles = lines.number<Cycle>();
    for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
      channel.waits += lines.number<Cycle>();
    }
    channels.push_back(channel);
  }
  return channels;
}

}  // namespace flitcast::report
