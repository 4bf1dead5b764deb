// Streams over strings: every format of output, what input takes and when it fails, the state in
// between.
#include <iomanip>
#include <iostream>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

#include "check.h"

static void mix_text(const std::string& text) {
  mix(text.size());
  for (char c : text) mix(static_cast<unsigned char>(c));
}

template <class T>
static std::string shown(T value, std::ios_base::fmtflags flags, int width, int precision) {
  std::ostringstream out;
  out.flags(flags);
  out.width(width);
  out.precision(precision);
  out.fill('*');
  out << value << '|' << value;
  return out.str();
}

template <class T>
static void in_every_format(T value) {
  using B = std::ios_base;
  const B::fmtflags bases[] = {B::dec, B::hex, B::oct, B::fmtflags()};
  const B::fmtflags sides[] = {B::left, B::right, B::internal};
  const B::fmtflags more[] = {B::fmtflags(), B::showbase | B::showpos,
                              B::uppercase | B::boolalpha | B::showbase};
  for (int k = 0; k < 12; ++k)
    mix_text(shown(value, bases[k % 4] | sides[k % 3] | more[k / 4], 9, 6));
}

static void floating(double value) {
  using B = std::ios_base;
  const B::fmtflags forms[] = {B::fmtflags(), B::fixed, B::scientific};
  for (B::fmtflags form : forms)
    for (int precision : {0, 6, 10}) {
      mix_text(shown(value, form | B::dec, 0, precision));
      mix_text(shown(static_cast<float>(value), form | B::showpoint | B::uppercase | B::internal,
                     14, precision));
      mix_text(shown(static_cast<long double>(value), form | B::showpos | B::left, 14, precision));
    }
}

// What a type makes of a text, and how the stream is afterwards.
template <class T>
static void read(const char* text,
                 std::ios_base::fmtflags flags = std::ios_base::dec | std::ios_base::skipws) {
  std::istringstream in(text);
  in.flags(flags);
  T value{};
  while (in >> value) mix_double(value);
  mix_double(value);
  mix(in.rdstate());
  in.clear();
  std::string rest;
  std::getline(in, rest, '\0');
  mix_text(rest);
}

struct Point {
  int x, y;
};
static std::ostream& operator<<(std::ostream& out, const Point& p) {
  return out << '(' << p.x << ',' << p.y << ')';
}
static std::istream& operator>>(std::istream& in, Point& p) {
  char c;
  return in >> c >> p.x >> c >> p.y >> c;
}

// A buffer of the program's own, four characters at a time.
class Counting : public std::streambuf {
 public:
  Counting() { setp(room_, room_ + 4); }
  int flushes = 0;
  std::string text;

 protected:
  int_type overflow(int_type c) override {
    sync();
    if (c != traits_type::eof()) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  int sync() override {
    ++flushes;
    text.append(pbase(), pptr());
    setp(room_, room_ + 4);
    return 0;
  }

 private:
  char room_[4];
};

int main() {
  in_every_format(0);
  in_every_format(-123456);
  in_every_format(std::numeric_limits<short>::min());
  in_every_format(std::numeric_limits<unsigned long>::max());
  in_every_format(std::numeric_limits<long long>::min());
  in_every_format(true);
  in_every_format('x');
  in_every_format("text");
  in_every_format(std::string("some longer text than fits"));
  in_every_format(static_cast<const void*>(nullptr));
  in_every_format(reinterpret_cast<void*>(0xabc0));
  for (double d : {0.0, 1.5, -2.25e-7, 123456789.125, 1e20}) floating(d);
  floating(std::numeric_limits<double>::infinity());
  mix_text(shown(Point{1, -2}, std::ios_base::dec, 5, 6));

  for (const char* text :
       {"12 -7 +3 x", "0x1f 017 9", "99999999999999999999 1", "", "  ", "1,2", "-1 -0"}) {
    read<int>(text);
    read<unsigned short>(text);
    read<long>(text, std::ios_base::skipws);  // the base is that of the text
    read<unsigned long long>(text, std::ios_base::hex | std::ios_base::skipws);
    read<char>(text);
    read<bool>(text);
  }
  for (const char* text : {"1.5 .5 5. 1e3 x", "1e 2", "-0.25e-2,", "1e999 1"}) {
    read<double>(text);
    read<float>(text);
  }
  read<bool>("true false truth", std::ios_base::boolalpha | std::ios_base::skipws);

  std::stringstream both;
  both << 3 << ' ' << Point{4, 5} << " word\nsecond line\n\nlast";
  int n = 0;
  Point p{};
  std::string word;
  both >> n >> p >> std::setw(2) >> word;
  mix(n + p.x * 10 + p.y * 100);
  mix_text(word);
  mix(both.tellg());
  mix(both.peek());
  both.ignore(100, '\n');
  mix(both.gcount());
  char line[8];
  both.getline(line, sizeof line);
  mix_text(line);
  mix(both.rdstate());
  both.clear();
  mix(both.get());
  both.unget();
  for (std::string l; std::getline(both, l);) mix_text(l);
  mix(both.rdstate());
  both.clear();
  both.seekg(2);
  both.seekp(0, std::ios_base::end);
  both << std::setbase(16) << 254 << std::endl << std::ends;
  mix_text(both.str());
  both >> std::ws;
  mix(both.get());
  both.str("anew");
  char few[3] = {};
  both.read(few, 2);
  mix_text(few);
  mix(both.readsome(few, 2));

  std::ostringstream a("start", std::ios_base::ate), b;
  a << 1;
  b << std::setfill('.') << std::left << std::setw(6) << "b" << std::nouppercase << std::showpoint
    << 2.0;
  std::swap(a, b);
  mix_text(a.str());
  mix_text(b.str());
  std::ostringstream moved(std::move(b));
  moved << "!";
  mix_text(moved.str());
  a.copyfmt(moved);
  mix(a.fill());
  std::istringstream source("copied by buffers");
  moved << source.rdbuf();
  mix_text(moved.str());

  Counting counting;
  std::ostream own(&counting);
  own << "hello " << 12345 << std::flush << std::unitbuf << 'x' << std::nounitbuf;
  mix(counting.flushes);
  mix_text(counting.text);

  std::ostream nowhere(nullptr);
  nowhere << 1;
  mix(nowhere.rdstate());
  std::istringstream strict("x");
  strict.exceptions(std::ios_base::failbit);
  try {
    strict >> n;
  } catch (const std::ios_base::failure& e) {
    mix(e.code() == std::io_errc::stream);
    mix(strict.rdstate());
  }
  const int index = std::ios_base::xalloc();
  own.iword(index) = 7;
  own.pword(index + 20) = &own;
  mix(own.iword(index) + (own.pword(index + 20) == &own ? 1 : 0) + own.iword(index + 3));

  std::ostringstream captured;
  std::streambuf* before = std::cout.rdbuf(captured.rdbuf());
  std::cout << std::hex << 255 << std::dec << std::setw(4) << 1 << "," << std::string("s")
            << std::endl;
  std::cout.rdbuf(before);
  mix_text(captured.str());
  mix(std::cout.good() + 2 * std::cerr.good());
  mix(std::isspace('\t', std::locale()) + std::isalpha('1', std::locale()));
  mix(std::toupper('q', std::locale::classic()));
  mix(std::use_facet<std::numpunct<char>>(std::locale()).decimal_point());
  mix_text(std::use_facet<std::numpunct<char>>(own.getloc()).truename());
  return done();
}
