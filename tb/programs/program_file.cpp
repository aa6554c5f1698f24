#include "tb/programs/program_file.h"

#include <algorithm>
#include <system_error>

#include "tb/programs/chakra/chakra_files.h"
#include "tb/programs/line_reader.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

/// What is before the first line that tells the format, comments, is no longer.
constexpr std::size_t kBeginning = std::size_t{1} << 20;

/// Also of a trace some of whose files are missing: who reads it will say so.
bool is_chakra(const std::string& file) {
  try {
    return !chakra_files(file).empty();
  } catch (const FileError&) {
    return true;
  }
}

/// All that bzip2 has packed is taken for netrace.
bool begins_netrace(std::string_view text) {
  return text.substr(0, kNetraceMagic.size()) == kNetraceMagic ||
         (text.size() > 3 && text.substr(0, 3) == "BZh" && text[3] >= '1' && text[3] <= '9');
}

/// A head, or four numbers.
bool begins_trace(std::string_view line) {
  return line.substr(0, kTraceHead.size()) == kTraceHead ||
         line.substr(0, kLogHead.size()) == kLogHead ||
         (line.find_first_not_of("0123456789, \t\r") == std::string_view::npos &&
          std::count(line.begin(), line.end(), ',') == 3);
}

/// What goes on as no section of a configuration does; "[ ]" is more like one than "[]". A list of
/// numbers is somebody else's.
bool begins_list(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || text.front() == ']' ||
         std::string_view("{}[\"").find(text[first]) != std::string_view::npos;
}

/// JSON, and no list.
bool begins_object(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

/// What tells the format of a file.
std::string beginning_of(const std::string& file) {
  std::string text(kBeginning, '\0');
  text.resize(InputFile(file).read(text.data(), text.size()));
  return text;
}

}  // namespace

ProgramFormat format_begun_by(std::string_view text) {
  if (begins_netrace(text)) {
    return ProgramFormat::kNetrace;
  }
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    const std::string_view from_here = text;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || is_goal_comment(line.substr(first))) {
      continue;
    }
    if (begins_goal_comment(line.substr(first))) {
      const std::size_t end = from_here.find(kGoalCommentEnd, first + kGoalCommentBegin.size());
      if (end == std::string_view::npos) {
        return ProgramFormat::kNone;
      }
      text = from_here.substr(end + kGoalCommentEnd.size());
      continue;
    }
    line.remove_prefix(first);
    if (line.front() == '[') {
      return begins_list(from_here.substr(first + 1)) ? ProgramFormat::kNocTrace
                                                      : ProgramFormat::kNone;
    }
    return line.front() == '<'                ? ProgramFormat::kMsccl
           : line.substr(0, 9) == "num_ranks" ? ProgramFormat::kGoal
           : begins_trace(line)               ? ProgramFormat::kTraceCsv
                                              : ProgramFormat::kNone;
  }
  return ProgramFormat::kNone;
}

ProgramFormat format_of(const std::string& file) {
  if (is_pipe(file)) {
    return ProgramFormat::kNone;
  }
  if (is_chakra(file)) {
    return ProgramFormat::kChakra;
  }
  try {
    return format_begun_by(beginning_of(file));
  } catch (const FileError&) {  // who reads it will say what is wrong
    return ProgramFormat::kNone;
  }
}

Program read_program(const std::string& file, const ProgramUnits& units) {
  if (is_pipe(file)) {
    throw FileError("{} is a pipe, and programs are read more than once; give a file", file);
  }
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
      case ProgramFormat::kNocTrace:
        return read_noc_trace(file, units);
      case ProgramFormat::kGoal:
      case ProgramFormat::kNone:
        break;
    }
    if (begins_object(beginning_of(file))) {
      throw FileError("{}: is JSON, but no trace of a chip, which is a list of events", file);
    }
    return read_goal(file, units);
  } catch (const std::system_error& error) {  // no place for it
    throw FileError("{}: {}", file, error.what());
  }
}

}  // namespace flitcast
