# cmake -DOUT=file.cpp -DFUNCTION=overtake::report::page_script -DIN="a.js;b.js" -P embed.cmake
# Writes a C++ source with a function that returns the text of the files, one after another.
set(text "")
foreach(file ${IN})
  file(READ "${file}" part)
  string(APPEND text "${part}")
endforeach()
string(REGEX REPLACE "::[^:]*$" "" namespace "${FUNCTION}")
string(REGEX REPLACE "^.*::" "" name "${FUNCTION}")
file(WRITE "${OUT}" "#include <string_view>

namespace ${namespace} {
std::string_view ${name}() {
  return R\"embedded(${text})embedded\";
}
}  // namespace ${namespace}
")
