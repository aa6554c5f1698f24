#include "tb/area/synthesis_tools.h"

#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/text/shown_text.h"

namespace flitcast::area {
namespace {

constexpr const char* kTop = "flitcast_router";

/// Pins of ports that lead nowhere, in bits: inputs to be 0, outputs that nobody sees.
struct LoosePins {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

void add_bits(const char* pin, int port, int width, std::vector<std::string>& pins) {
  for (int bit = port * width; bit < (port + 1) * width; ++bit) {
    pins.push_back(fmt::format("{}_{}_", pin, bit));
  }
}

void add_port(const RouterBuild& build, int port, LoosePins& pins) {
  const RtlParameters& parameters = build.parameters;
  add_bits("in_valid", port, 1, pins.inputs);
  if (port < parameters.network_ports) {
    add_bits("out_credit", port, parameters.vcs, pins.inputs);
  }
  for (const char* const pin : {"out_valid", "out_head", "out_tail", "out_address", "out_more"}) {
    add_bits(pin, port, 1, pins.outputs);
  }
  add_bits("out_word", port, build.word_bits, pins.outputs);
  add_bits("out_vc", port, parameters.vc_bits(), pins.outputs);
  add_bits("out_route", port, parameters.route_bits(), pins.outputs);
  add_bits("in_credit", port, parameters.vcs, pins.outputs);
}

LoosePins loose_pins(const RouterBuild& build) {
  LoosePins pins;
  for (const int port : build.unconnected) {
    add_port(build, port, pins);
  }
  if (!build.has_interface) {
    for (int port = build.parameters.network_ports; port < build.parameters.ports(); ++port) {
      add_port(build, port, pins);
    }
  }
  return pins;
}

/// Pins are taken apart into bits for it.
std::string tie_off(const RouterBuild& build) {
  const LoosePins pins = loose_pins(build);
  if (pins.inputs.empty()) {
    return "";
  }
  std::string script = fmt::format(
      "splitnets -ports -format __ w:in_valid w:out_* w:in_credit\n"
      "delete -input w:{}\ndelete -output w:{}\n",
      fmt::join(pins.inputs, " w:"), fmt::join(pins.outputs, " w:"));
  for (const std::string& input : pins.inputs) {
    script += fmt::format("connect -nounset -set {} 1'b0\n", input);
  }
  return script;
}

std::string names_in(const std::vector<std::string>& sources, const SynthesisFiles& files) {
  std::string names;
  for (const std::string& source : sources) {
    names += " " + files.source(source);
  }
  return names;
}

std::string read_ours(const RouterBuild& build, const std::vector<std::string>& sources,
                      const SynthesisFiles& files) {
  std::string script =
      fmt::format("read_verilog -sv -DSYNTHESIS{}\nchparam", names_in(sources, files));
  for (const auto& [name, value] : build.named()) {
    script += fmt::format(" -set {} {}", name, value);
  }
  return script + fmt::format(" {0}\nhierarchy -top {0}\n", kTop);
}

/// Modules are elaborated with the parameters that they are used with, never with their defaults.
std::string read_brought(const RouterBuild& build, const std::vector<std::string>& sources,
                         const SynthesisFiles& files) {
  std::string script = fmt::format(
      "verilog_defines -DSYNTHESIS\nverilog_defaults -add -I{0}\nread_verilog -sv -defer{1}\n"
      "hierarchy -check -libdir {0} -top {2}",
      files.shared, names_in(sources, files), kTop);
  for (const auto& [name, value] : build.named()) {
    script += fmt::format(" -chparam {} {}", name, value);
  }
  return script + "\n";
}

/// `constraints`: an option of abc, or nothing.
std::string map_to_liberty(const SynthesisFiles& files, const std::string& constraints) {
  return fmt::format("dfflibmap -liberty {0}\nabc -liberty {0}{1}\nopt_clean\n", files.liberty(),
                     constraints);
}

bool is_own_gate(const std::string& type) {
  return type.rfind("$_", 0) == 0;
}

/// The last number that the text has where the pattern says.
std::optional<double> last_number(const std::string& text, const std::regex& pattern) {
  std::optional<double> number;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    number = std::stod((*match)[1]);
  }
  return number;
}

}  // namespace

const char* const kUnits =
    "module nand2(input a, input b, output y); assign y = ~(a & b); endmodule\n"
    "module inverter(input a, output y); assign y = ~a; endmodule\n";

std::string unit_script(const SynthesisFiles& files) {
  return fmt::format(
      "read_verilog {}\nsynth\n{}tee -q -o {} stat -liberty {} nand2\n"
      "delete nand2\nhierarchy -top inverter\ntee -q -o {} stat -json\n",
      files.units(), map_to_liberty(files, ""), files.nand(), files.liberty(), files.inverter());
}

std::string router_script(const RouterBuild& build, const std::vector<std::string>& sources,
                          const SynthesisFiles& files, bool maps) {
  std::string script = build.wrapper.empty() ? read_ours(build, sources, files)
                                             : read_brought(build, sources, files);
  script += fmt::format(
      "proc\nflatten\n{1}synth -flatten -top {0}\n"
      "tee -q -o {2} stat -json\ndesign -save gates\n"
      "abc -lut 4\nopt_clean\ntee -q -o {3} stat -json\n",
      kTop, tie_off(build), files.gates(), files.luts());
  if (maps) {
    script += fmt::format(
        "design -load gates\n{}tee -q -o {} stat -json\ntee -q -o {} stat -liberty {}\n"
        "write_verilog -noattr -simple-lhs {}\n",
        map_to_liberty(files, " -constr " + files.constraints()), files.cells(), files.area(),
        files.liberty(), files.netlist());
  }
  return script;
}

std::string abc_constraints(const std::string& inverter) {
  return fmt::format("set_driving_cell {}\n", inverter);
}

std::string timing_script(const SynthesisFiles& files) {
  return fmt::format(
      "read_liberty {}\nread_verilog {}\nlink_design {}\nset_cmd_units -time ns\n"
      "create_clock -name clk -period {} clk\n"
      "set_input_delay 0 -clock clk [all_inputs]\nset_output_delay 0 -clock clk [all_outputs]\n"
      "set path [lindex [find_timing_paths -path_delay max] 0]\n"
      "puts \"slack [get_property $path slack]\"\n",
      files.liberty(), files.netlist(), kTop, kClockNs);
}

CellCounts parse_cell_counts(const std::string& text) {
  CellCounts counts;
  try {
    const auto design = nlohmann::json::parse(text).at("design");
    counts.cells = design.at("num_cells").get<std::uint64_t>();
    for (const auto& [type, number] : design.at("num_cells_by_type").items()) {
      const auto count = number.get<std::uint64_t>();
      counts.types.push_back(type);
      if (type == "$lut") {
        counts.luts += count;
      } else if (is_own_gate(type)) {
        counts.unmapped.push_back(type);
        counts.flip_flops += type.find("FF") != std::string::npos ? count : 0;
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw FileError("yosys: cannot read its count of cells: {}", printable_line(error.what()));
  }
  return counts;
}

double parse_chip_area(const std::string& text) {
  static const std::regex of_chip(R"(Chip area for (?:top )?module '[^']*': +([0-9.eE+-]+))");
  const auto area = last_number(text, of_chip);
  if (!area || !(*area > 0)) {
    throw FileError("yosys: tells no area; are there areas in the liberty file?");
  }
  return *area;
}

double parse_slack(const std::string& text) {
  static const std::regex of_slack(R"((?:^|\n)slack (-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?))");
  const auto slack = last_number(text, of_slack);
  if (!slack) {
    throw FileError("sta: tells no slack: {}", last_words(text, ""));
  }
  return *slack;
}

std::string last_words(const std::string& out, const std::string& err) {
  std::string last = "it said nothing";
  std::istringstream lines(out + "\n" + err);
  bool is_error = false;
  for (std::string line; std::getline(lines, line);) {
    const bool error =
        line.find("ERROR") != std::string::npos || line.find("Error") != std::string::npos;
    if (line.find_first_not_of(" \t\r") != std::string::npos && (error || !is_error)) {
      last = line;
      is_error = error;
    }
  }
  constexpr std::size_t kLongest = 300;
  return printable_line(last.substr(0, kLongest));
}

}  // namespace flitcast::area
