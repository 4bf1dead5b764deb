// The classes of streams, for characters of type char: as libstdc++'s headers have them, since its
// binary, which instantiates them otherwise, is not there. What differs is in stream.cpp.
#include <iomanip>
#include <istream>
#include <locale>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {

template class numpunct<char>;
template class num_put<char>;
template class num_get<char>;

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

template streamsize __copy_streambufs(streambuf*, streambuf*);

template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);

template ostream& operator<<(ostream&, const string&);
#define INSERT(type) template ostream& ostream::_M_insert(type);
INSERT(long)
INSERT(unsigned long)
INSERT(bool)
INSERT(long long)
INSERT(unsigned long long)
INSERT(double)
INSERT(long double)
INSERT(const void*)

template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& operator>>(istream&, _Setfill<char>);
template istream& operator>>(istream&, _Setiosflags);
template istream& operator>>(istream&, _Resetiosflags);
template istream& operator>>(istream&, _Setbase);
template istream& operator>>(istream&, _Setprecision);
template istream& operator>>(istream&, _Setw);
#define EXTRACT(type) template istream& istream::_M_extract(type&);
EXTRACT(unsigned short)
EXTRACT(unsigned int)
EXTRACT(long)
EXTRACT(unsigned long)
EXTRACT(bool)
EXTRACT(long long)
EXTRACT(unsigned long long)
EXTRACT(float)
EXTRACT(double)
EXTRACT(long double)
EXTRACT(void*)

}  // namespace std

// The names that these have up to C++17.
#define STR(name, type, symbol)                                              \
  std::string name(const type&) __asm__("_ZNKSt7__cxx11" symbol              \
                                        "IcSt11char_traitsIcESaIcEE3strEv"); \
  std::string name(const type& s) { return s.str(); }
STR(buffer_text, std::stringbuf, "15basic_stringbuf")
STR(input_text, std::istringstream, "19basic_istringstream")
STR(output_text, std::ostringstream, "19basic_ostringstream")
STR(both_text, std::stringstream, "18basic_stringstream")
