#pragma once

#include <cstddef>

namespace flitcast {

/// From now on memory that runs out ends the process at once, with a message and exit code 4, and
/// so does an exception that nobody can catch. Unwinding may need memory itself. Needs nothing that
/// static initialisation provides.
void end_when_memory_runs_out();

/// That end, for memory that another did not get.
[[noreturn]] void out_of_memory();

/// From here on the heap has `bytes` more, in huge pages where the system has them: for data of
/// several MiB that are visited without order, whose addresses the processor would otherwise look
/// up in memory time and again. Nothing is taken before it is used.
void extend_heap_by_huge_pages(std::size_t bytes);

}  // namespace flitcast
