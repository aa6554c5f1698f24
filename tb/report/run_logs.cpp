#include "tb/report/run_logs.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "tb/config.h"
#include "tb/config_value.h"
#include "tb/link_csv.h"
#include "tb/message_csv.h"

namespace flitcast {
namespace {

/// The lines of a log behind its first, which says what the columns are.
class LogLines {
 public:
  LogLines(const std::string& file, std::string_view columns, std::string_view key) : file_(file) {
    errno = 0;
    in_.open(file, std::ios::binary);
    in_.peek();  // a folder opens, but does not read
    if (in_.bad() || !in_.is_open()) {
      throw ConfigError(fmt::format("cannot read {}: {}", file, std::strerror(errno)));
    }
    in_.clear();
    if (!next() || line_ != columns) {
      throw ConfigError(fmt::format("{}:1: is not a log as {} writes it; its first line is {}",
                                    file, key, columns));
    }
  }

  bool next() {
    if (!std::getline(in_, line_)) {
      return false;
    }
    rest_ = line_;
    ++number_;
    return true;
  }

  std::string_view word() {
    const std::size_t comma = rest_.find(',');
    const std::string_view word = rest_.substr(0, comma);
    rest_.remove_prefix(comma == std::string_view::npos ? rest_.size() : comma + 1);
    return word;
  }

  template <typename Number>
  Number number() {
    const std::string_view text = word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < Number{}) {
      fail(fmt::format("{} is not a number that belongs here", flitcast::quoted(text)));
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw ConfigError(fmt::format("{}:{}: {}", file_, number_, why));
  }

 private:
  std::string file_;
  std::ifstream in_;
  std::string line_;
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

std::vector<LoggedChannel> read_link_log(const std::string& file) {
  LogLines lines(file, link_columns(), "output.links");
  std::vector<LoggedChannel> channels;
  while (lines.next()) {
    LoggedChannel channel{};
    channel.from = lines.number<NodeId>();
    channel.to = lines.number<NodeId>();
    const std::string_view kind = lines.word();
    if (kind != "link" && kind != "receive") {
      lines.fail(
          fmt::format("{} is no kind of channel; link and receive are", flitcast::quoted(kind)));
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

}  // namespace flitcast
