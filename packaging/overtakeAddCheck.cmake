# overtake_add_check(target [MODELS tso pso ...] [UNROLL n] [TIMEOUT t] [ENTRY function]
#                    [COMMAND check|monitor] [ARGS ...] [SKIP_INCONCLUSIVE] [HTML] [SARIF])
#
# Makes a test overtake.<target>.<model> for each model (default: tso): overtake checks the sources
# of the target with its include folders and definitions. The test passes if every execution is
# covered and none fails. An inconclusive verdict (a loop bound, a time limit) fails the test, too;
# with SKIP_INCONCLUSIVE ctest reports it as skipped. HTML and SARIF leave reports in
# <build folder>/overtake/<target>.<model>.html and .sarif.
function(overtake_add_check target)
  cmake_parse_arguments(ARG "SKIP_INCONCLUSIVE;HTML;SARIF" "UNROLL;TIMEOUT;ENTRY;COMMAND" "MODELS;ARGS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "overtake_add_check(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "overtake_add_check: there is no target ${target}")
  endif()
  if(NOT ARG_MODELS)
    set(ARG_MODELS tso)
  endif()
  if(NOT ARG_COMMAND)
    set(ARG_COMMAND check)
  endif()
  set(options "")
  if(ARG_UNROLL)
    list(APPEND options --unroll ${ARG_UNROLL})
  endif()
  if(ARG_TIMEOUT)
    list(APPEND options --timeout ${ARG_TIMEOUT})
  endif()
  if(ARG_ENTRY)
    list(APPEND options --entry ${ARG_ENTRY})
  endif()

  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(all_sources ${target} SOURCES)
  set(sources "")
  foreach(source ${all_sources})
    if(source MATCHES "\\.(c|cc|cpp|cxx|C|i|ii)$")
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
      list(APPEND sources ${source})
    endif()
  endforeach()
  if(NOT sources)
    message(FATAL_ERROR "overtake_add_check(${target}): the target has no C or C++ sources")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")

  foreach(model ${ARG_MODELS})
    set(reports "")
    foreach(kind HTML SARIF)
      if(ARG_${kind})
        string(TOLOWER ${kind} extension)
        file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/overtake)
        list(APPEND reports --${extension} ${CMAKE_CURRENT_BINARY_DIR}/overtake/${target}.${model}.${extension})
      endif()
    endforeach()
    set(name overtake.${target}.${model})
    add_test(NAME ${name}
      COMMAND "${overtake_EXECUTABLE}" ${ARG_COMMAND} ${sources} --model ${model} ${options} ${reports} ${ARG_ARGS}
              -- "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      COMMAND_EXPAND_LISTS)
    if(ARG_SKIP_INCONCLUSIVE)
      set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 5)
    endif()
  endforeach()
endfunction()

# overtake_add_linearizability_check(target [MODELS tso pso ...] [THREADS n] [OPERATIONS n]
#                                    [REQUIRE linearizable|sequential|quiescent] [UNROLL n] [TIMEOUT t]
#                                    [ARGS ...] [SKIP_INCONCLUSIVE] [HTML] [SARIF])
#
# The same for `overtake linearize`: the first source of the target declares a data structure with
# <overtake/linearize.h>. The test passes if all clients within the bounds are explored and meet the
# criterion.
function(overtake_add_linearizability_check target)
  cmake_parse_arguments(ARG "" "THREADS;OPERATIONS;REQUIRE" "ARGS" ${ARGN})
  set(options "")
  foreach(option THREADS OPERATIONS REQUIRE)
    if(ARG_${option})
      string(TOLOWER ${option} name)
      list(APPEND options --${name} ${ARG_${option}})
    endif()
  endforeach()
  overtake_add_check(${target} COMMAND linearize ${ARG_UNPARSED_ARGUMENTS} ARGS ${options} ${ARG_ARGS})
endfunction()
