#pragma once

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::cosim {

/// What of a file is replaced; BUG is true where the bug is wanted.
struct RtlPatch {
  std::string file;
  std::string right;
  std::string wrong;
};

/// A bug to be planted into the routers.
struct RtlBug {
  std::string what;
  std::vector<RtlPatch> patches;
  std::string caught;  ///< part of what is said of it
};

/// Throws std::logic_error where `from` is not in the text, or twice.
inline void replace_once(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) {
    throw std::logic_error("not there once: " + from);
  }
  text.replace(at, from.size(), to);
}

inline std::string with_condition(std::string wrong, std::size_t number) {
  const std::string condition = "(planted() == " + std::to_string(number) + ")";
  for (std::size_t at = wrong.find("BUG"); at != std::string::npos; at = wrong.find("BUG")) {
    wrong.replace(at, 3, condition);
  }
  return wrong;
}

/// `sources` with all bugs in one library. The environment variable FLITCAST_RTL_BUG says which
/// one, counted from 1, those have that are made from then on; 0: none.
inline std::vector<RtlSource> sources_with_bugs(const std::vector<RtlBug>& bugs,
                                                std::vector<RtlSource> sources = rtl_sources()) {
  const auto text_of = [&](const std::string& name) -> std::string& {
    return std::find_if(sources.begin(), sources.end(),
                        [&](const RtlSource& source) { return source.name == name; })
        ->text;
  };
  std::set<std::string> patched;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    for (const RtlPatch& patch : bugs[i].patches) {
      replace_once(text_of(patch.file), patch.right, with_condition(patch.wrong, i + 1));
      patched.insert(patch.file);
    }
  }
  for (const std::string& name : patched) {
    replace_once(text_of(name), "\n);\n",
                 "\n);\n  import \"DPI-C\" pure function int planted();\n");
  }
  std::string& library = text_of("router_abi.cpp");
  replace_once(library, "void* make() {\n",
               "int bug = 0;\n\n"
               "void* make() {\n"
               "  bug = std::atoi(std::getenv(\"FLITCAST_RTL_BUG\"));\n");
  library += "\nextern \"C\" int planted() {\n  return bug;\n}\n";
  return sources;
}

}  // namespace flitcast::cosim
