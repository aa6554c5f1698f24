#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace flitcast::report {

/// A page of a program draws no more bars, and no more messages.
inline constexpr std::size_t kMaxProgramBars = 40'000;
inline constexpr std::size_t kMaxProgramMessages = 2'000;

/// The inputs of the viewer for the page of a program. The run is repeated for its logs; throws as
/// LoadedRun.
nlohmann::ordered_json program_inputs(const std::string& file);

/// The inputs for the page of several traces that say what was measured; nothing where the files
/// are not all results of such.
std::optional<nlohmann::ordered_json> traces_inputs(const std::vector<std::string>& files);

}  // namespace flitcast::report
