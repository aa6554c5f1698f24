#include "tb/results/csv/message_csv.h"

#include <iterator>

#include <fmt/format.h>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr std::size_t kFlushBytes = 1 << 16;

}  // namespace

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
