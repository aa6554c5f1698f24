#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "hw/cache_line.h"
#include "hw/link/link.h"

namespace flitcast {

/// Links of a fabric, side by side in memory, each from the beginning of a cache line on. They stay
/// where they are.
class LinkArray {
 public:
  /// Room for `capacity` links.
  explicit LinkArray(std::size_t capacity)
      : places_(std::allocator<Place>().allocate(capacity)), capacity_(capacity) {}
  ~LinkArray() {
    std::destroy_n(places_, size_);
    std::allocator<Place>().deallocate(places_, capacity_);
  }
  LinkArray(const LinkArray&) = delete;
  LinkArray& operator=(const LinkArray&) = delete;

  /// A link more. Precondition: there is room.
  Link& add(const LinkParameters& parameters) {
    return (new (places_ + size_++) Place(parameters))->link;
  }

 private:
  struct alignas(kCacheLine) Place {
    explicit Place(const LinkParameters& parameters) : link(parameters) {}
    Link link;
  };

  Place* places_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace flitcast
