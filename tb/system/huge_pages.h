#pragma once

#include <cstddef>

namespace flitcast {

/// From here on the heap has `bytes` more, in huge pages where the system has them: for data of
/// several MiB that are visited without order, whose addresses the processor would otherwise look
/// up in memory time and again. Nothing is taken before it is used.
void extend_heap_by_huge_pages(std::size_t bytes);

}  // namespace flitcast
