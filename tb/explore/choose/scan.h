#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitcast {

/// Of places of sizes, ascending: the first and the last, and between them each whose size is four
/// times the one before or more.
std::vector<std::size_t> scan_of(const std::vector<std::size_t>& places,
                                 const std::vector<std::uint32_t>& sizes);

}  // namespace flitcast
