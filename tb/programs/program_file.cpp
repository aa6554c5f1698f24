#include "tb/programs/program_file.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "tb/programs/chakra/chakra_files.h"
#include "tb/programs/line_reader.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Also of a trace some of whose files are missing: who reads it will say so.
bool is_chakra(const std::string& file) {
  try {
    return !chakra_files(file).empty();
  } catch (const FileError&) {
    return true;
  }
}

/// All that bzip2 has packed is taken for netrace.
bool begins_netrace(const std::string& file) {
  std::array<char, kNetraceMagic.size()> bytes{};
  InputFile(file).read(bytes.data(), bytes.size());
  const std::string_view first(bytes.data(), bytes.size());
  return first == kNetraceMagic ||
         (first.substr(0, 3) == "BZh" && first[3] >= '1' && first[3] <= '9');
}

/// A head, or four numbers.
bool begins_trace(std::string_view line) {
  return line.substr(0, kTraceHead.size()) == kTraceHead ||
         line.substr(0, kLogHead.size()) == kLogHead ||
         (line.find_first_not_of("0123456789, \t\r") == std::string_view::npos &&
          std::count(line.begin(), line.end(), ',') == 3);
}

}  // namespace

ProgramFormat format_of(const std::string& file) {
  if (is_pipe(file)) {
    return ProgramFormat::kNone;
  }
  if (is_chakra(file)) {
    return ProgramFormat::kChakra;
  }
  try {
    if (begins_netrace(file)) {
      return ProgramFormat::kNetrace;
    }
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
             : begins_trace(line)               ? ProgramFormat::kTraceCsv
                                                : ProgramFormat::kNone;
    }
  } catch (const FileError&) {  // who reads it will say what is wrong
  }
  return ProgramFormat::kNone;
}

Program read_program(const std::string& file, const ProgramUnits& units) {
  try {
    switch (format_of(file)) {
      case ProgramFormat::kMsccl:
        return read_msccl(file, units);
      case ProgramFormat::kNetrace:
        return read_netrace(file, units);
      case ProgramFormat::kChakra:
        return read_chakra(file, units);
      case ProgramFormat::kTraceCsv:
        return read_trace_csv(file);
      case ProgramFormat::kGoal:
      case ProgramFormat::kNone:
        break;
    }
    return read_goal(file, units);
  } catch (const std::system_error& error) {  // no place for it
    throw FileError("{}: {}", file, error.what());
  }
}

}  // namespace flitcast
