#pragma once

#include <string_view>
#include <vector>

#include "tb/explore/choose/choose_request.h"

namespace flitcast::explore {

/// The forms of a row that are compared: its variants, radices, partitions, segments and roots, all
/// combinations. What was given is taken as it is. What is not has bounds: radices 2 … 8, further
/// powers of two and the number of nodes; partitions of a hypercube's dimensions into parts that do
/// not grow (their order changes nothing about their sum); segments 1, 2, 4 … 256, as far as the
/// largest message; as roots, where nodes differ, node 0 and the one in the middle of all sides.
std::vector<KeyValues> choices_of(const Row& row, const Topology& topology,
                                  const ChooseRequest& request);

/// Whether forms of the row may differ in that key.
bool takes_choice(std::string_view key, const Row& row);

}  // namespace flitcast::explore
