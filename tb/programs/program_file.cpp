#include "tb/programs/program_file.h"

#include <system_error>

#include "tb/programs/line_reader.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

ProgramFormat format_of(const std::string& file) {
  if (is_pipe(file)) {
    return ProgramFormat::kNone;
  }
  try {
    LineReader lines(file, LineReader::kCut);
    while (lines.next()) {
      std::string_view line = lines.line();
      if (line.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        line.remove_prefix(kByteOrderMark.size());
      }
      const std::size_t first = line.find_first_not_of(" \t\r");
      if (first == std::string_view::npos || is_goal_comment(line.substr(first))) {
        continue;
      }
      line.remove_prefix(first);
      return line.front() == '<'                ? ProgramFormat::kMsccl
             : line.substr(0, 9) == "num_ranks" ? ProgramFormat::kGoal
                                                : ProgramFormat::kNone;
    }
  } catch (const FileError&) {  // who reads it will say what is wrong
  }
  return ProgramFormat::kNone;
}

Program read_program(const std::string& file, const ProgramUnits& units) {
  try {
    return format_of(file) == ProgramFormat::kMsccl ? read_msccl(file, units)
                                                    : read_goal(file, units);
  } catch (const std::system_error& error) {  // no place for it
    throw FileError("{}: {}", file, error.what());
  }
}

}  // namespace flitcast
