#include "tb/cli/cosim/area_options.h"

#include <fmt/format.h>

#include "tb/system/files/cache_folder.h"
#include "tb/system/terminal_line.h"

namespace flitcast::cli {
namespace {

std::string cache_of(const Arguments& arguments) {
  if (const auto given = arguments.option("cache")) {
    return *given;
  }
  if (const auto usual = cache_folder("area")) {
    return *usual;
  }
  throw ConfigError("--cache: there is no HOME to keep results in; give a folder");
}

}  // namespace

AreaOptions area_options(const Arguments& arguments) {
  constexpr std::int64_t kMostWordBits = 1024;
  constexpr std::int64_t kLongest = 1'000'000;
  AreaOptions options;
  options.liberty = arguments.option("liberty").value_or("");
  const std::int64_t bits =
      arguments.number("word-bits", 2, kMostWordBits).value_or(options.word_bits);
  if (bits % 2 != 0) {
    throw ConfigError(
        "--word-bits: {} is odd, and half of a header is the address; give an even number", bits);
  }
  options.word_bits = static_cast<int>(bits);
  options.synthesis.cache = cache_of(arguments);
  options.synthesis.jobs = arguments.jobs();
  if (const auto limit = arguments.number("time-limit", 1, kLongest)) {
    options.synthesis.time_limit_seconds = static_cast<double>(*limit);
  }
  return options;
}

std::vector<area::RouterBuild> builds_of(const std::vector<area::RouterKind>& kinds) {
  std::vector<area::RouterBuild> builds;
  builds.reserve(kinds.size());
  for (const area::RouterKind& kind : kinds) {
    builds.push_back(kind.build);
  }
  return builds;
}

void find_on_terminal(const std::function<void(const area::RouterSynthesis::Watcher&)>& find) {
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  find([&](std::size_t done, std::size_t of) {
    if (line.due()) {
      line.show(
          fmt::format("synthesizing: {} of {} routers done  {:.0f} s", done, of, line.seconds()));
    }
  });
  line.erase();
}

}  // namespace flitcast::cli
