#include "tb/system/files/unpacked_file.h"

#include <algorithm>
#include <bzlib.h>
#include <cstring>
#include <new>
#include <string_view>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

constexpr std::size_t kPackedBuffer = std::size_t{1} << 16;
/// Of what is packed, traces and proofs become a fifth to a twentieth; what becomes less than this
/// is neither.
constexpr std::uint64_t kLargestRatio = 1000;
/// As far it may go in any case.
constexpr std::uint64_t kAlways = std::uint64_t{1} << 24;

}  // namespace

struct UnpackedFile::Unpacking {
  bz_stream stream{};
  bool open = false;

  ~Unpacking() { close(); }
  void close() {
    if (open) {
      BZ2_bzDecompressEnd(&stream);
      open = false;
    }
  }
};

UnpackedFile::UnpackedFile(const std::string& file)
    : name_(file), file_(file), buffer_(kPackedBuffer) {
  constexpr std::string_view kPacked = "BZh";
  while (end_ < kPacked.size() && fill()) {
  }
  if (std::string_view(buffer_.data(), end_).substr(0, kPacked.size()) == kPacked) {
    unpacking_ = std::make_unique<Unpacking>();
    begin_stream();
  }
}

UnpackedFile::~UnpackedFile() = default;

bool UnpackedFile::fill() {
  if (begin_ == end_) {
    begin_ = end_ = 0;
  }
  const std::size_t read = file_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += read;
  packed_bytes_ += read;
  return read > 0;
}

void UnpackedFile::begin_stream() {
  unpacking_->stream = {};
  if (BZ2_bzDecompressInit(&unpacking_->stream, 0, 0) != BZ_OK) {
    throw FileError("{}: there is no memory to unpack it", name_);
  }
  unpacking_->open = true;
}

std::size_t UnpackedFile::read(char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const bool more = begin_ < end_ || fill();
    if (!more && (unpacking_ == nullptr || !unpacking_->open)) {
      break;
    }
    const std::size_t part =
        unpacking_ == nullptr ? copy(bytes + done, size - done) : unpack(bytes + done, size - done);
    if (!more && part == 0) {
      throw FileError("{}: what bzip2 has packed ends after {} bytes, within a block", name_,
                      packed_bytes_);
    }
    done += part;
  }
  return done;
}

std::size_t UnpackedFile::copy(char* bytes, std::size_t size) {
  const std::size_t part = std::min(size, end_ - begin_);
  std::memcpy(bytes, buffer_.data() + begin_, part);
  begin_ += part;
  return part;
}

/// Takes of the buffer what it can. A file may consist of several streams.
std::size_t UnpackedFile::unpack(char* bytes, std::size_t size) {
  if (!unpacking_->open) {
    begin_stream();
  }
  bz_stream& stream = unpacking_->stream;
  stream.next_in = buffer_.data() + begin_;
  stream.avail_in = static_cast<unsigned>(end_ - begin_);
  stream.next_out = bytes;
  stream.avail_out = static_cast<unsigned>(size);
  const int result = BZ2_bzDecompress(&stream);
  begin_ = end_ - stream.avail_in;
  const std::size_t part = size - stream.avail_out;
  unpacked_bytes_ += part;
  if (result == BZ_STREAM_END) {
    unpacking_->close();
  } else if (result != BZ_OK) {
    throw FileError("{}: what bzip2 has packed is damaged within its first {} bytes", name_,
                    packed_bytes_ - (end_ - begin_));
  }
  if (unpacked_bytes_ > std::max(kAlways, kLargestRatio * packed_bytes_)) {
    throw FileError("{}: unpacks to more than {} times its size, which no trace or proof does",
                    name_, kLargestRatio);
  }
  return part;
}

std::string unpacked_text(const std::string& file, std::size_t max_bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  UnpackedFile unpacked(file);
  std::string text;
  std::size_t read = kPiece;
  while (read == kPiece) {
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    read = unpacked.read(text.data() + before, kPiece);
    text.resize(before + read);
    if (text.size() > max_bytes) {
      throw FileError("{}: has more than {} bytes", file, max_bytes);
    }
  }
  return text;
}

std::string packed_text(const std::string& text) {
  constexpr int kLargestBlocks = 9;
  constexpr std::size_t kSpare = 600;
  std::string packed(text.size() + text.size() / 100 + kSpare, '\0');
  auto size = static_cast<unsigned>(packed.size());
  std::string bytes = text;  // which it takes as not const
  if (BZ2_bzBuffToBuffCompress(packed.data(), &size, bytes.data(),
                               static_cast<unsigned>(bytes.size()), kLargestBlocks, 0,
                               0) != BZ_OK) {
    throw std::bad_alloc();
  }
  packed.resize(size);
  return packed;
}

}  // namespace flitcast
