#pragma once

#include <map>
#include <string>
#include <vector>

namespace flitcast {

/// The folder of the program's texts, below tests/program.
extern const char* const kCommandFolder;

/// What is said of what a command line left: a mark and a text.
///
///     > TEXT   standard output contains this; a line       ! TEXT   standard error does
///              begins with ^TEXT, ends with TEXT$
///     >= TEXT  is this line, and others like it in turn    != TEXT
///     >~ TEXT  does not contain this                       !~ TEXT
///     @ FILE PLACE VALUE   a file holds a value: file_values.h
struct Claim {
  std::string mark;
  std::string text;
};

/// `$ LINE`, for the shell, ends with 0; `2$ LINE` with 2. Something is said of what it prints, and
/// no more commands come after a `cmp` that fails.
struct CommandLine {
  std::string line;
  int exit_code;
  std::vector<Claim> claims;
};

/// Command lines that follow one another in a folder of their own, after `== NAME`.
struct CommandCase {
  std::string name;
  std::vector<std::string> needs;  ///< `needs WHAT`: a program, report, rtl, no report ...
  std::map<std::string, std::string> files;  ///< `: NAME`, and lines up to one that is empty
  std::string shell;                         ///< `% LINE` goes before every command line
  std::vector<CommandLine> commands;
};

/// The cases of a text. What stands before the first is part of them all; a line that begins with
/// two blanks goes on with the one before it; lines with a # say something to the reader. Throws
/// std::runtime_error for a line that is none of these, and for one in which `cmp` may fail unseen.
std::vector<CommandCase> command_cases(const std::string& text);

}  // namespace flitcast
