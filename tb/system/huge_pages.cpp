#include "tb/system/huge_pages.h"

#include <cstdlib>
#include <limits>
#include <malloc.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

namespace flitcast {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr int kLargeBlock = 32 << 20;  // from here on the C library maps a block on its own
constexpr int kUsualPad = 128 << 10;   // by which it moves the end of the heap too far
constexpr std::size_t kMoreThanTop = std::size_t{1} << 20U;  // what is left there, at most

}  // namespace

// The end of the heap is moved once, by all that is asked for, and before any of it is touched.
// With another allocator it does not move, and nothing comes of it.
void extend_heap_by_huge_pages(std::size_t bytes) {
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  void* const before = sbrk(0);
  void* volatile block = std::malloc(kMoreThanTop);
  std::free(block);
  void* const after = sbrk(0);
  mallopt(M_TOP_PAD, kUsualPad);
  void* begin = before;
  auto size = static_cast<std::size_t>(static_cast<char*>(after) - static_cast<char*>(before));
  if (std::align(kHugePage, kHugePage, begin, size) != nullptr) {
    madvise(begin, size / kHugePage * kHugePage, MADV_HUGEPAGE);
  }
}

}  // namespace flitcast
