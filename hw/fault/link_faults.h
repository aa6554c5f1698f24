#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hw/link_fault.h"

namespace flitcast {

/// A kind of fault, by the word and the parameter that choose it.
struct LinkFaultKind {
  std::string_view word;
  std::string_view parameter;  ///< "RATE"
  std::string_view help;
  /// Throws std::invalid_argument that says what the parameter may be.
  std::shared_ptr<const LinkFault> (*make)(std::string_view parameter, std::uint64_t seed);
};

/// To add one: its file in this folder, and its place in this list.
const std::vector<LinkFaultKind>& link_fault_kinds();

/// Of "losses 0.01". Throws std::invalid_argument.
std::shared_ptr<const LinkFault> make_link_fault(std::string_view text, std::uint64_t seed);

}  // namespace flitcast
