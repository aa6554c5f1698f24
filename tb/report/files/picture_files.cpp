#include "tb/report/files/picture_files.h"

#include <chrono>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/report/assets/assets.h"
#include "tb/report/viewer/viewer.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"
#include "tb/system/files/temporary_folder.h"
#include "tb/system/process_pool.h"
#include "tb/text/text_columns.h"

namespace flitcast::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPictureBytes = std::size_t{1} << 30;
constexpr std::chrono::minutes kTimeLimit{10};

/// The program that was there when this one was built.
std::string node_program() {
  std::string program = FLITCAST_NODE;
  std::error_code unknown;
  if (program.empty() || !fs::exists(program, unknown)) {
    throw ConfigError(
        "--pictures: needs Node.js, which runs the library that draws; install the Debian package "
        "nodejs and build anew");
  }
  return program;
}

void run_node(const TemporaryFolder& folder) {
  const std::string place = fs::path(folder.path("draw.js")).parent_path().string();
  const ProcessEnd end = run_program(
      {node_program(), folder.path("draw.js"), folder.path("page.json"), place}, kTimeLimit);
  if (!end.exited_with(0)) {
    throw ConfigError("--pictures: Node.js cannot draw, {}: {}", end.describe(),
                      end.err.substr(0, end.err.find('\n')));
  }
}

}  // namespace

std::string file_stem(const std::string& text) {
  constexpr std::size_t kMost = 80;
  const std::string stem = slug(text).substr(0, kMost);
  return stem.substr(0, stem.find_last_not_of('-') + 1);
}

std::vector<std::string> write_pictures(const std::string& inputs, const std::string& folder) {
  const auto work = TemporaryFolder::make();
  for (const char* const name : {"vega.min.js", "vega-lite.min.js", "model.js", "draw.js"}) {
    write_whole_file(work->path(name), std::string(asset(name)));
  }
  write_whole_file(work->path("page.json"), viewer_data(inputs));
  run_node(*work);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw cannot("make", folder, error.value());
  }
  std::istringstream lines(read_regular_file(work->path("titles.txt"), kMaxPictureBytes));
  std::vector<std::string> titles;
  for (std::string title; std::getline(lines, title);) {
    titles.push_back(title);
  }
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(titles.size()).size());
  std::vector<std::string> files;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const std::string name = fmt::format("{:0{}}-{}.svg", i + 1, digits, file_stem(titles[i]));
    files.push_back((fs::path(folder) / name).string());
    write_whole_file(files.back(),
                     read_regular_file(work->path(fmt::format("{}.svg", i)), kMaxPictureBytes));
  }
  return files;
}

}  // namespace flitcast::report
