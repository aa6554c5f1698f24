#pragma once

namespace flitcast {

/// From now on memory that runs out ends the process at once, with a message and exit code 4, and
/// so does an exception that nobody can catch. Unwinding would need memory itself: modules of
/// SystemC allocate in their destructors. Needs nothing that static initialisation provides.
void end_when_memory_runs_out();

/// That end, for memory that another did not get.
[[noreturn]] void out_of_memory();

}  // namespace flitcast
