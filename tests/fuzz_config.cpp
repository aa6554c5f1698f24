// libFuzzer target: any text as a configuration file or as a result, which is one, too; what it
// says is played if it is small, and so are the first points of its sweep. Lines of %% divide the
// text: what stands between them are the files a, b and c, for topology.file, load.pattern_file and
// traffic.schedule to name.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/explore/sweep/sweep_lists.h"
#include "tb/results/result_file.h"
#include "tests/support/runs/played_config.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

constexpr Cycle kCycles = 2000;
constexpr std::size_t kPoints = 3;

/// Writes the parts of the text; returns the name of the configuration.
std::string write_parts(const std::string& text, const TempFolder& folder) {
  const std::string divider = "\n%%\n";
  std::size_t begin = 0;
  for (const char* name : {"x.ini", "a", "b", "c"}) {
    const std::size_t end = std::min(text.find(divider, begin), text.size());
    folder.write(name, text.substr(begin, end - begin));
    begin = std::min(end + divider.size(), text.size());
  }
  return folder.path("x.ini");
}

void play_points(const RawConfig& raw) {
  const explore::SweepLists lists(raw.sweep);
  for (std::size_t number = 0; number < std::min(lists.count(), kPoints); ++number) {
    RawConfig point = raw;
    const std::vector<std::string> values = lists.values_of(number);
    for (std::size_t i = 0; i < values.size(); ++i) {
      give(point, lists.lists()[i].key->name, values[i]);
    }
    play_config(point, kCycles);
  }
}

}  // namespace
}  // namespace flitcast

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitcast;
  static const TempFolder folder;
  const std::string file = write_parts(std::string(data, data + size), folder);
  try {
    const RawConfig raw = read_config(file);
    if (!raw.sweep.empty()) {
      play_points(raw);
    }
    play_config(raw, kCycles);
    resolved_ini(resolve(raw));
  } catch (const ConfigError&) {  // what bad input is to end in
  }
  return 0;
}
