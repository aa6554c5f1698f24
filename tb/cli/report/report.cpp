// flitcast report: pages with pictures.

#include <filesystem>
#include <optional>

#include "tb/cli/arguments.h"
#include "tb/cli/program/program_actions.h"
#include "tb/cli/report/report_pages.h"
#include "tb/config/config.h"
#include "tb/report/assets/assets.h"
#include "tb/report/files/picture_files.h"
#include "tb/report/viewer/viewer.h"
#include "tb/system/console.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/written_files.h"
#include "tb/text/shown_text.h"

namespace flitcast::report {
namespace {

/// Throws ConfigError for the name of what is no page.
void refuse_other_kinds(const std::string& out) {
  const std::string ending = std::filesystem::path(out).extension().string();
  if (!ending.empty() && ending != ".html" && ending != ".htm") {
    throw ConfigError(
        "--out: {} is called like something else than a page; give one like report.html{}", out,
        ending == ".svg" ? "; --pictures=DIR writes every picture as an SVG file" : "");
  }
}

int report_main(const cli::Arguments& arguments) {
  if (arguments.has("empty") && !arguments.operands.empty()) {
    throw ConfigError("--empty: is for a page without results; leave out {}",
                      arguments.operands.front());
  }
  if (arguments.operands.empty() && !arguments.has("empty")) {
    throw ConfigError(
        "report needs a result of flitcast run, several, or the folder of a sweep, like flitcast "
        "report result.json --out=report.html");
  }
  const auto out = arguments.option("out");
  const auto pictures = arguments.option("pictures");
  if (!out && !pictures) {
    throw ConfigError("--out: is missing; give --out=report.html");
  }
  if (out) {
    refuse_other_kinds(*out);
  }
  if (!has_drawing_library()) {
    throw ConfigError(
        "this program was built without the library that draws the pages; use tb/run report, or "
        "build with cmake -DFLITCAST_REPORT=ON, which needs npm");
  }
  std::optional<AtomicFile> file;
  if (out) {
    file.emplace(*out);
  }
  const std::string inputs = report_inputs(arguments);
  std::string written = pictures ? written_lines(write_pictures(inputs, *pictures)) : "";
  if (file) {
    file->write(viewer_html(inputs));
    file->flush();
    written += written_lines({&*file});
  }
  if (!arguments.has("quiet")) {
    print(printable(written));
  }
  if (file) {
    file->commit();
  }
  return exit_code::kGood;
}

}  // namespace
}  // namespace flitcast::report

namespace flitcast::cli {

std::vector<Action> own_actions() {
  return {{"report", report::report_main}};
}

}  // namespace flitcast::cli
