#pragma once

#include <string>
#include <vector>

namespace flitcast {

/// The files NAME.0.et, NAME.1.et, … of a Chakra trace, one a rank, that are meant by NAME, by one
/// of them, or by the folder that they are in, if no others are. Empty where no such trace is
/// meant. Throws FileError where one of them is missing, or where a folder has several traces.
std::vector<std::string> chakra_files(const std::string& meant);

}  // namespace flitcast
