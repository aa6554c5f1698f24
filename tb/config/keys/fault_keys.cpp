#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/fault/link_faults.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"

namespace flitcast {
namespace {

std::string fault_syntax() {
  std::string words;
  for (const LinkFaultKind& kind : link_fault_kinds()) {
    words += fmt::format("{} {} | ", kind.word, kind.parameter);
  }
  return words + "none";
}

std::string fault_help() {
  std::string help = "what links between routers do to flits:";
  const char* before = " ";
  for (const LinkFaultKind& kind : link_fault_kinds()) {
    help += fmt::format("{}{}: {}", before, kind.word, kind.help);
    before = "; ";
  }
  return help;
}

std::string parse_fault(std::string_view text) {
  text = trim(text);
  if (text == "none") {
    return "";
  }
  try {
    make_link_fault(text, 0);
  } catch (const std::invalid_argument& error) {
    throw ValueError(error.what());
  }
  return std::string(text);
}

std::vector<LinkEnds> parse_links(std::string_view text) {
  constexpr std::int64_t kMostNodes = 65535;
  std::vector<LinkEnds> links;
  if (trim(text) == "all") {
    return links;
  }
  for (const std::string& word : parse_list(text, "all, or links like 3-4,4-3")) {
    const std::size_t dash = word.find('-');
    if (dash == std::string::npos) {
      throw ValueError("'{}' is no link; give all, or links like 3-4,4-3", word);
    }
    const auto node = [&](std::string_view part) {
      return static_cast<NodeId>(parse_integer(part, kNoUnit, 0, kMostNodes));
    };
    links.push_back({node(std::string_view(word).substr(0, dash)),
                     node(std::string_view(word).substr(dash + 1))});
  }
  return links;
}

ShownValue shown_links(const std::vector<LinkEnds>& links) {
  std::vector<std::string> words;
  words.reserve(links.size());
  for (const LinkEnds& link : links) {
    words.push_back(fmt::format("{}-{}", link.from, link.to));
  }
  return shown_text(fmt::format("{}", fmt::join(words, ",")));
}

}  // namespace

std::vector<ConfigKey> fault_keys() {
  return {
      value("link.fault", &Config::link_fault, fault_syntax(), parse_fault, shown_text,
            fault_help()),
      value("link.faulty", &NetworkConfig::faulty_links, "all | FROM-TO,FROM-TO…", parse_links,
            shown_links, "the links that have the fault, by the nodes that they lead from and to")
          .otherwise("all"),
  };
}

}  // namespace flitcast
