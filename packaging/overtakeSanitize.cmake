# overtake_sanitize(target...): builds the targets so that `overtake observe` can run them.
#
# Their sources are compiled as overtake-cc compiles them, and executables get its runtime. Libraries that
# a sanitized executable links should be sanitized as well: what is not, is not seen, neither its accesses
# nor its fences.
function(overtake_sanitize)
  foreach(target ${ARGN})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "overtake_sanitize: there is no target ${target}")
    endif()
    target_compile_definitions(${target} PRIVATE __OVERTAKE_OBSERVE__=1)
    target_include_directories(${target} SYSTEM PRIVATE "${overtake_OBSERVE_FOLDER}/include")
    foreach(language C CXX)
      if("${CMAKE_${language}_COMPILER_ID}" MATCHES "Clang")
        target_compile_options(${target} PRIVATE
          "$<$<COMPILE_LANGUAGE:${language}>:-g;-fno-integrated-as;-B${overtake_OBSERVE_FOLDER}/bin;SHELL:-Xclang -fsanitize=thread;SHELL:-mllvm -tsan-distinguish-volatile=1;SHELL:-mllvm -tsan-instrument-read-before-write=1>")
      elseif("${CMAKE_${language}_COMPILER_ID}" STREQUAL "GNU")
        target_compile_options(${target} PRIVATE
          "$<$<COMPILE_LANGUAGE:${language}>:-g;-B${overtake_OBSERVE_FOLDER}/bin/;-specs=${overtake_OBSERVE_FOLDER}/overtake-gcc.specs>")
      elseif(CMAKE_${language}_COMPILER)
        message(FATAL_ERROR "overtake_sanitize: ${CMAKE_${language}_COMPILER_ID} is neither gcc nor clang")
      endif()
    endforeach()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      target_link_options(${target} PRIVATE
        "LINKER:--whole-archive" "${overtake_OBSERVE_FOLDER}/libovertake_observe.a" "LINKER:--no-whole-archive"
        "LINKER:--dynamic-list=${overtake_OBSERVE_FOLDER}/overtake.syms")
    elseif(type MATCHES "SHARED_LIBRARY|MODULE_LIBRARY")
      target_link_options(${target} PRIVATE "LINKER:-z,undefs")
    endif()
  endforeach()
endfunction()
