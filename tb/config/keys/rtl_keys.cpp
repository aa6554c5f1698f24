#include <fmt/format.h>

#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"

namespace flitcast {
namespace {

constexpr std::int64_t kMostNode = 65535;
constexpr const char* kNodes = "nodes, like 27 or 0-7,12, or all";

/// An end of `range`.
std::uint32_t parse_node(std::string_view text, std::string_view range) {
  text = trim(text);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    throw ValueError("{} is no node and no range of nodes; give {}", in_quotes(range), kNodes);
  }
  return static_cast<std::uint32_t>(parse_integer(text, kNoUnit, 0, kMostNode));
}

/// "27", "0-7".
std::pair<std::uint32_t, std::uint32_t> parse_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) {
    const std::uint32_t node = parse_node(text, text);
    return {node, node};
  }
  const std::pair range(parse_node(text.substr(0, dash), text),
                        parse_node(text.substr(dash + 1), text));
  if (range.first > range.second) {
    throw ValueError("{} begins behind its end", in_quotes(text));
  }
  return range;
}

/// "all", "27", "0-7,12".
NodeChoice parse_node_choice(std::string_view text) {
  NodeChoice nodes;
  if (trim(text) == "all") {
    nodes.all = true;
    return nodes;
  }
  for (const std::string& range : parse_list(text, kNodes)) {
    nodes.ranges.push_back(parse_range(range));
  }
  return nodes;
}

ShownValue shown_nodes(const NodeChoice& nodes) {
  if (nodes.all) {
    return "all";
  }
  std::string text;
  for (const auto& [first, last] : nodes.ranges) {
    text += text.empty() ? "" : ",";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return shown_text(text);
}

}  // namespace

std::vector<ConfigKey> rtl_keys() {
  return {
      value("rtl.nodes", &RtlConfig::nodes, "all | I,J-K…", parse_node_choice, shown_nodes,
            "nodes whose router is the one in SystemVerilog, which verilator makes a library of"),
      input_file("rtl.user", &RtlConfig::user, "FILE.sv | FILES.f",
                 "wrapper of a router that these nodes have instead of ours, or a list of its "
                 "files: hw/rtl/PINS.md")
          .otherwise("ours"),
      value("rtl.check", &RtlConfig::check, "all | I,J-K…", parse_node_choice, shown_nodes,
            "nodes whose router is compared with the one in SystemVerilog, which runs beside it, "
            "pin by pin and cycle by cycle")
          .not_shown(),
      value(
          "rtl.waveform", &RtlConfig::waveform, "FILE.vcd", parse_file_name,
          [](const std::string& file) { return shown_text(file); },
          "waveform of the first router that differs, with the model's pins beside it")
          .otherwise("rtl_mismatch.vcd")
          .not_shown(),
      value(
          "rtl.cache", &RtlConfig::cache, "FOLDER", parse_file_name,
          [](const std::string& folder) { return shown_text(folder); },
          "where those libraries are kept")
          .otherwise("~/.cache/flitcast/rtl")
          .not_shown(),
  };
}

}  // namespace flitcast
