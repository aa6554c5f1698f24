#include "tb/programs/line_reader.h"

#include <algorithm>
#include <cstring>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
static_assert(LineReader::kLongest < kBuffer);

}  // namespace

LineReader::LineReader(const std::string& file, bool cut)
    : name_(file), cut_(cut), file_(file), buffer_(kBuffer) {}

bool LineReader::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  const std::size_t read = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += read;
  return read > 0;
}

bool LineReader::next() {
  ++number_;
  for (;;) {
    const char* const from = buffer_.data() + begin_;
    const void* const stop = std::memchr(from, '\n', end_ - begin_);
    const std::size_t length =
        stop == nullptr ? end_ - begin_
                        : static_cast<std::size_t>(static_cast<const char*>(stop) - from);
    if (length > kLongest && !cut_) {
      throw FileError("{}:{}: a line has more than {} characters", name_, number_, kLongest);
    }
    if (stop != nullptr || over_ || length > kLongest) {
      line_ = {from, std::min(length, kLongest)};
      begin_ += length + (stop == nullptr ? 0 : 1);
      return stop != nullptr || length > 0;
    }
    over_ = !fill();
  }
}

}  // namespace flitcast
