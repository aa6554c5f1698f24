#include "traffic/program/mapped_array.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace flitcast {
namespace {

constexpr std::size_t kLeast = std::size_t{1} << 16;
/// Files take longer to make and to remove than what is in small ones.
constexpr std::size_t kMostWithoutFile = std::size_t{1} << 20;

[[noreturn]] void fail(int error) {
  throw std::system_error(
      error, std::generic_category(),
      "cannot keep a program in " + std::filesystem::temp_directory_path().string());
}

int open_nameless_file() {
  std::string name = (std::filesystem::temp_directory_path() / "flitcast.XXXXXX").string();
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) {
    fail(errno);
  }
  unlink(name.c_str());
  return file;
}

}  // namespace

MappedMemory::~MappedMemory() {
  if (data_ != nullptr) {
    munmap(data_, capacity_);
  }
  if (file_ >= 0) {
    close(file_);
  }
}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

// The blocks of the file are there before they are mapped: a full disk is an error, no signal.
void MappedMemory::reserve(std::size_t bytes) {
  if (bytes <= capacity_) {
    return;
  }
  const std::size_t larger = std::max({bytes, 2 * capacity_, kLeast});
  const bool was_in_file = capacity_ > kMostWithoutFile;
  const bool in_file = larger > kMostWithoutFile;
  if (in_file && file_ < 0) {
    file_ = open_nameless_file();
  }
  if (in_file) {
    if (const int error = posix_fallocate(file_, 0, static_cast<off_t>(larger)); error != 0) {
      fail(error);
    }
  }
  void* const memory = mmap(nullptr, larger, PROT_READ | PROT_WRITE,
                            in_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS, file_, 0);
  if (memory == MAP_FAILED) {
    fail(errno);
  }
  if (!was_in_file && data_ != nullptr) {
    std::memcpy(memory, data_, capacity_);
  }
  if (data_ != nullptr) {
    munmap(data_, capacity_);
  }
  data_ = static_cast<std::byte*>(memory);
  capacity_ = larger;
}

void MappedMemory::rest() const {
  if (capacity_ > kMostWithoutFile) {
    madvise(data_, capacity_, MADV_DONTNEED);
  }
}

}  // namespace flitcast
