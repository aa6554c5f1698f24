#include "tb/system/process_memory.h"

#include <cstdlib>
#include <exception>
#include <limits>
#include <malloc.h>
#include <new>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "tb/system/exit_code.h"
#include "tb/system/terminal_line.h"

namespace flitcast {
namespace {

/// Without memory of its own. A progress line that is on a terminal makes room.
[[noreturn]] void end_with(std::string_view message) {
  const auto say = [](std::string_view text) {
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, text.data(), text.size());
  };
  if (::isatty(STDERR_FILENO) == 1) {
    say(kEraseLine);
  }
  say("flitcast: internal error: ");
  say(message);
  say("\n");
  ::_exit(exit_code::kInternal);
}

/// There is no exception where there was no memory to make one.
[[noreturn]] void terminated() {
  if (!std::current_exception()) {
    out_of_memory();
  }
  try {
    throw;
  } catch (const std::exception& error) {
    end_with(error.what());
  } catch (...) {
    end_with("an exception of unknown kind");
  }
}

constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr int kLargeBlock = 32 << 20;  // from here on the C library maps a block on its own
constexpr int kUsualPad = 128 << 10;   // by which it moves the end of the heap too far
constexpr std::size_t kMoreThanTop = std::size_t{1} << 20U;  // what is left there, at most

}  // namespace

void end_when_memory_runs_out() {
  std::set_new_handler(out_of_memory);
  std::set_terminate(terminated);
}

void out_of_memory() {
  end_with("out of memory");
}

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
