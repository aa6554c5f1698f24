#include "tb/deviation/log_stream.h"

#include <cstdint>
#include <type_traits>

namespace flitcast {
namespace {

static_assert(std::is_trivially_copyable_v<LogEntry>);
constexpr Cycle kEnd = -1;

struct Begin {
  Cycle at;
  std::uint64_t entries;
};

}  // namespace

bool write_entries(Cycle at, const LogEntries& entries, std::FILE* file) {
  const Begin begin{at, entries.size()};
  return std::fwrite(&begin, sizeof begin, 1, file) == 1 &&
         std::fwrite(entries.data(), sizeof(LogEntry), entries.size(), file) == entries.size();
}

bool write_end(std::FILE* file) {
  return write_entries(kEnd, {}, file) && std::fflush(file) == 0;
}

void LogStream::next() {
  Begin begin{};
  at_.reset();
  gone_to_ = false;
  over_ = std::fread(&begin, sizeof begin, 1, file_) != 1 || begin.at == kEnd;
  ends_well_ = over_ && begin.at == kEnd;
  if (over_) {
    return;
  }
  entries_.resize(begin.entries);
  over_ = std::fread(entries_.data(), sizeof(LogEntry), entries_.size(), file_) != entries_.size();
  if (!over_) {
    at_ = begin.at;
  }
}

}  // namespace flitcast
