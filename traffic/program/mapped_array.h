#pragma once

#include <cstddef>
#include <type_traits>

namespace flitcast {

/// Memory that is, from a MiB on, a file without a name in the folder for temporary files: what is
/// not in use need not stay in the machine's memory. New bytes are 0.
class MappedMemory {
 public:
  MappedMemory() = default;
  ~MappedMemory();
  MappedMemory(MappedMemory&& other) noexcept { *this = static_cast<MappedMemory&&>(other); }
  MappedMemory& operator=(MappedMemory&& other) noexcept;

  std::byte* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }
  /// Room for so many bytes; what is there stays, elsewhere. Throws std::system_error where there
  /// is no place.
  void reserve(std::size_t bytes);
  /// The memory of the machine that it takes is given back; what is touched comes again.
  void rest() const;

 private:
  int file_ = -1;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// Records in such memory.
template <typename T>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  MappedArray() = default;
  /// So many records of bytes that are 0.
  explicit MappedArray(std::size_t size) : size_(size) { memory_.reserve(size * sizeof(T)); }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) { return records()[index]; }
  const T& operator[](std::size_t index) const { return records()[index]; }
  T* begin() { return records(); }
  T* end() { return records() + size_; }
  const T* begin() const { return records(); }
  const T* end() const { return records() + size_; }
  void push_back(const T& record) {
    if ((size_ + 1) * sizeof(T) > memory_.capacity()) {
      memory_.reserve((size_ + 1) * sizeof(T));
    }
    records()[size_++] = record;
  }
  void rest() const { memory_.rest(); }

 private:
  T* records() const { return reinterpret_cast<T*>(memory_.data()); }

  MappedMemory memory_;
  std::size_t size_ = 0;
};

}  // namespace flitcast
