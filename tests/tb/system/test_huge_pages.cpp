#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/process_memory.h"

namespace flitcast::test_huge_pages {
namespace {

/// The flags of the mapping that `address` lies in, as the system lists them.
std::string flags_at(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool here = false;
  while (std::getline(maps, line)) {
    std::istringstream range(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = ' ';
    if (range >> std::hex >> begin >> dash >> end && dash == '-') {
      const auto place = reinterpret_cast<std::uintptr_t>(address);
      here = begin <= place && place < end;
    } else if (here && line.rfind("VmFlags:", 0) == 0) {
      return line + " ";
    }
  }
  return "";
}

// What is asked for next fills what was left of the heap, then what it was extended by.
TEST(HugePages, HoldWhatIsMadeAfterwards) {
  constexpr std::size_t kSize = std::size_t{16} << 20U;
  const void* const end = sbrk(0);
  extend_heap_by_huge_pages(kSize);
  if (sbrk(0) == end) {
    GTEST_SKIP() << "the heap is somebody else's";
  }
  const auto block = std::make_unique<char[]>(kSize / 2);
  block[kSize / 2 - 1] = 'x';
  const std::string flags = flags_at(block.get() + kSize / 4);
  if (flags.find(" hg ") == std::string::npos) {
    EXPECT_FALSE(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good()) << flags;
  }
}

}  // namespace
}  // namespace flitcast::test_huge_pages
