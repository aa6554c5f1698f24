#pragma once

namespace flitcast {

/// Exit codes of the program.
namespace exit_code {
inline constexpr int kGood = 0;
inline constexpr int kUnmet = 1;     ///< an expectation or the data check failed
inline constexpr int kBadInput = 2;  ///< bad usage, configuration, or file
inline constexpr int kStuck = 3;     ///< deadlock or no progress
inline constexpr int kInternal = 4;  ///< an error of the program
}  // namespace exit_code

}  // namespace flitcast
