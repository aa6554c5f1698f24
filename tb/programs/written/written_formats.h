#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "tb/config/quantity.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {

/// A format that programs are written in.
struct WrittenFormat {
  using Lines = std::vector<std::string>;

  std::string_view word;
  std::string_view ending;  ///< of names of files
  /// What it leaves out, in words. Throws UnsaidProgram.
  Lines (*unsaid)(const Program& program, const Scale& scale, const NetworkConfig& network);
  /// Where the remarks are those left out. Null: there is a file for every rank, see
  /// ChakraWriter.
  void (*write)(const Program& program, const Scale& scale, const NetworkConfig& network,
                const Lines& remarks, const ProgramSink& sink);
};

/// Remarks of a file of bytes and times: what they are, and what is left out.
WrittenFormat::Lines with_scale(const Scale& scale, const WrittenFormat::Lines& unsaid);

/// All of them.
const std::vector<WrittenFormat>& written_formats();

}  // namespace flitcast
