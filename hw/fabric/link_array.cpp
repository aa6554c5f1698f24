#include "hw/fabric/link_array.h"

#include <new>

namespace flitcast {

LinkArray::LinkArray(sc_core::sc_module_name name, std::size_t capacity)
    : sc_core::sc_module(name),
      links_(std::allocator<LinkChannel>().allocate(capacity)),
      capacity_(capacity) {}

LinkArray::~LinkArray() {
  std::destroy_n(links_, size_);
  std::allocator<LinkChannel>().deallocate(links_, capacity_);
}

}  // namespace flitcast
