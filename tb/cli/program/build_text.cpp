#include "tb/cli/program/build_text.h"

#include <fmt/format.h>

#include "tb/system/program.h"

namespace flitcast::cli {

std::string build_text() {
  constexpr std::string_view kOptions = FLITCAST_BUILD_OPTIONS;
  std::string text = fmt::format("flitcast {}\n", program_version());
  if (!source_commit().empty()) {
    text += fmt::format("commit {}\n", source_commit());
  }
  return text + fmt::format("built as {} by {}{}{}\n", FLITCAST_BUILD_TYPE, FLITCAST_COMPILER,
                            kOptions.empty() ? "" : ", with ", kOptions);
}

}  // namespace flitcast::cli
