# cmake -D program=FLITCAST -D folder=FOLDER -D stamp=FILE -P manual.cmake: the manual pages of the program,
# compressed, in FOLDER/man1 and FOLDER/man5; touches FILE at the end.
file(REMOVE_RECURSE ${folder})
execute_process(COMMAND ${program} help manual OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" names "${names}")
foreach(name IN LISTS names)
  string(REGEX MATCH "[0-9]$" section ${name})
  set(page ${folder}/man${section}/${name})
  file(MAKE_DIRECTORY ${folder}/man${section})
  execute_process(COMMAND ${program} help ${name} OUTPUT_FILE ${page} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(TOUCH ${stamp})
