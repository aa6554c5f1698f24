# flitcast_assets(TARGET FILE...): puts files into a library, where tb/report/assets/assets.h finds them by
# name. The assembler takes the bytes in: no array of a million numbers to compile.
function(flitcast_assets target)
  set(definitions "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(name "${file}" NAME)
    string(APPEND definitions
      "\nextern \"C\" const char flitcast_asset_${index}[];\n"
      "extern \"C\" const char flitcast_asset_${index}_end[];\n"
      "asm(R\"(\n.pushsection .rodata\n"
      ".global flitcast_asset_${index}\nflitcast_asset_${index}: .incbin \"${file}\"\n"
      ".global flitcast_asset_${index}_end\nflitcast_asset_${index}_end: .byte 0\n"
      ".popsection\n)\");\n")
    string(APPEND entries
      "      {\"${name}\",\n       {flitcast_asset_${index},\n"
      "        static_cast<std::size_t>(flitcast_asset_${index}_end - flitcast_asset_${index})}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/asset_table.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/tb/report/assets/asset_table.cpp.in" "${source}" @ONLY)
  # By itself: a source that is compiled with others loses what it depends on.
  set_source_files_properties("${source}" PROPERTIES
    OBJECT_DEPENDS "${ARGN}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${source}")
endfunction()

# flitcast_drawing_library(OUT): fetches what package-lock.json names, again only when that changes;
# OUT is the list of its scripts and licences.
function(flitcast_drawing_library out)
  find_program(NPM npm)
  if(NOT NPM)
    message(FATAL_ERROR "FLITCAST_REPORT needs npm, Debian packages nodejs and npm")
  endif()
  set(from "${PROJECT_SOURCE_DIR}/tb/report/assets")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/drawing_library")
  file(MAKE_DIRECTORY "${folder}")
  set(inputs "${from}/package.json" "${from}/package-lock.json" "${from}/.npmrc")
  set(copies "")
  set(outputs "")
  foreach(package IN ITEMS vega vega-lite vega-embed)
    set(script "${folder}/${package}.min.js")
    set(licence "${folder}/${package}.licence.txt")
    list(APPEND copies
      COMMAND ${CMAKE_COMMAND} -E copy "node_modules/${package}/build/${package}.min.js" "${script}"
      COMMAND ${CMAKE_COMMAND} -E copy "node_modules/${package}/LICENSE" "${licence}"
      COMMAND ${CMAKE_COMMAND} -E touch "${script}" "${licence}")
    list(APPEND outputs "${script}" "${licence}")
  endforeach()
  add_custom_command(OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -E copy ${inputs} "${folder}"
    COMMAND ${NPM} ci --omit=dev --ignore-scripts --no-progress
    ${copies}
    DEPENDS ${inputs}
    WORKING_DIRECTORY "${folder}"
    COMMENT "Fetching Vega, Vega-Lite and Vega-Embed"
    VERBATIM)
  set(${out} "${outputs}" PARENT_SCOPE)
endfunction()
