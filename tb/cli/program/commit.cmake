# cmake -D source=FOLDER -D file=COMMIT.cpp -P commit.cmake: writes source_commit() (build_text.h) for
# the commit of a folder, where the file has another; none where git or the repository is missing, or
# the folder is no part of it.
find_program(git git)
set(commit "")
if(git)
  set(ask ${git} -C ${source} --no-optional-locks)
  execute_process(COMMAND ${ask} ls-files --error-unmatch CMakeLists.txt
    RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
  if(unknown EQUAL 0)
    execute_process(COMMAND ${ask} describe --always --dirty --abbrev=12 --exclude=*
      OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[
#include "tb/cli/program/build_text.h"

std::string_view flitcast::cli::source_commit() {
  return "@commit@";
}
]])
