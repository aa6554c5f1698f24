#include "tb/results/run_csv.h"

#include <iterator>

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
