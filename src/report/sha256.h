// SHA-256 (FIPS 180-4): witnesses and SARIF name the files they speak of by it.
#pragma once

#include <string>
#include <string_view>

namespace overtake::report {

std::string sha256(std::string_view data);  // 64 lower-case hexadecimal digits

}  // namespace overtake::report
