#pragma once

#include <filesystem>
#include <string>

namespace flitcast {

/// The save file of GTKWave beside a waveform: "x.gtkw" for "x.vcd".
inline std::string gtkwave_save_name(const std::string& dump_file) {
  return std::filesystem::path(dump_file).replace_extension(".gtkw").string();
}

}  // namespace flitcast
