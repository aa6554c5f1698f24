#include "tb/area/router_modules.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tb/cosim/library/user_wrapper.h"
#include "tb/system/file_error.h"

namespace flitcast::area {
namespace {

constexpr std::array<std::string_view, 4> kEndings{".sv", ".svh", ".v", ".vh"};

bool is_verilog(const cosim::RtlSource& source) {
  const std::string ending = std::filesystem::path(source.name).extension().string();
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::vector<cosim::RtlSource> brought(const std::string& wrapper) {
  try {
    cosim::UserRouter user = cosim::read_user_router(wrapper);
    if (!user.reading.files.empty()) {
      throw FileError(wrapper +
                      " is a list of files; area takes a wrapper with its files beside it");
    }
    return std::move(user.sources);
  } catch (const cosim::UserRouterError& error) {
    throw FileError(error.what());
  }
}

}  // namespace

std::vector<cosim::RtlSource> router_modules(const std::string& wrapper) {
  const std::vector<cosim::RtlSource> all =
      wrapper.empty() ? cosim::rtl_sources() : brought(wrapper);
  std::vector<cosim::RtlSource> modules;
  std::copy_if(all.begin(), all.end(), std::back_inserter(modules), is_verilog);
  return modules;
}

std::vector<std::string> read_first(const std::vector<cosim::RtlSource>& sources,
                                    const std::string& wrapper) {
  if (!wrapper.empty()) {
    return {"flitcast_router.sv", "observed_router.sv", "user_router.sv"};
  }
  std::vector<std::string> names;
  names.reserve(sources.size());
  for (const cosim::RtlSource& source : sources) {
    names.push_back(source.name);
  }
  return names;
}

std::string in_users_words(std::string said, const std::string& folder,
                           const std::vector<cosim::RtlSource>& sources) {
  static const std::regex width(R"(Resizing cell port .*\.(\w+) from (\d+) bits to (\d+) bits)");
  std::smatch pin;
  if (std::regex_search(said, pin, width)) {
    return fmt::format(
        "pin {} of user_router has {} bits, that of the contract {}; declare the parameter that it "
        "goes by, like WORD or INTERVAL_BITS",
        pin[1].str(), pin[3].str(), pin[2].str());
  }
  for (const cosim::RtlSource& source : sources) {
    const std::string name = folder + source.name;
    for (std::size_t at = said.find(name); !source.path.empty() && at != std::string::npos;
         at = said.find(name, at + source.path.size())) {
      said.replace(at, name.size(), source.path);
    }
  }
  return said;
}

}  // namespace flitcast::area
