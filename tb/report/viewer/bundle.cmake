# cmake -DOUT=FILE -DMODULES=FILE,FILE… -P bundle.cmake: modules in their order as one script, without
# the lines that import, the words that export, comments, indentation and, before it, the ends of lines after
# commas, semicolons and opening brackets. All names of the modules are different.
set(script "")
string(REPLACE "," ";" modules "${MODULES}")
foreach(module IN LISTS modules)
  file(READ "${module}" text)
  string(REGEX REPLACE "(^|\n)import [^\n]*;" "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
  string(REGEX REPLACE "(^|\n) *//[^\n]*" "\\1" text "${text}")
  string(REGEX REPLACE "  //[^\n]*" "" text "${text}")
  string(REGEX REPLACE "([,;{(])\n+ +" "\\1" text "${text}")
  string(REGEX REPLACE "\n[ \n]+" "\n" text "${text}")
  string(APPEND script "${text}\n")
endforeach()
file(WRITE "${OUT}" "${script}")
