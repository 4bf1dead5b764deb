// What istream reads character by character: the headers leave these to the library's binary.
#include <bits/cxxabi_forced.h>

#include <istream>
#include <limits>
#include <string>

namespace std {

// Takes characters until `take` says no, and reports what stopped it. A failure is for the caller
// to find in `state`.
template <class Take>
static void each_character(istream& in, ios_base::iostate& state, Take take) {
  using Traits = char_traits<char>;
  for (auto c = in.rdbuf()->sgetc();; c = in.rdbuf()->snextc()) {
    if (Traits::eq_int_type(c, Traits::eof())) {
      state |= ios_base::eofbit;
      return;
    }
    if (!take(Traits::to_char_type(c))) return;
  }
}

template <class Read>
static void guarded(istream& in, ios_base::iostate& state, Read read) {
  struct Access : ios {
    using ios::_M_setstate;
  };
  const auto note = static_cast<void (ios::*)(ios_base::iostate)>(&Access::_M_setstate);
  try {
    read();
  } catch (__cxxabiv1::__forced_unwind&) {
    (in.*note)(ios_base::badbit);
    throw;
  } catch (...) {
    (in.*note)(ios_base::badbit);
  }
  if (state != ios_base::goodbit) in.setstate(state);
}

template <>
istream& operator>>(istream& in, string& text) {
  ios_base::iostate state = ios_base::goodbit;
  istream::sentry ready(in, false);
  if (!ready) {
    in.setstate(ios_base::failbit);
    return in;
  }
  streamsize count = 0;
  guarded(in, state, [&] {
    text.erase();
    const ctype<char>& classes = use_facet<ctype<char>>(in.getloc());
    const streamsize most = in.width() > 0 ? in.width() : numeric_limits<streamsize>::max();
    each_character(in, state, [&](char c) {
      if (count == most || classes.is(ctype_base::space, c)) return false;
      text += c;
      ++count;
      return true;
    });
    in.width(0);
    if (count == 0) state |= ios_base::failbit;
  });
  return in;
}

template <>
istream& getline(istream& in, string& text, char end) {
  ios_base::iostate state = ios_base::goodbit;
  istream::sentry ready(in, true);
  if (!ready) {
    in.setstate(ios_base::failbit);
    return in;
  }
  bool found = false;
  guarded(in, state, [&] {
    text.erase();
    each_character(in, state, [&](char c) {
      found = c == end;
      if (!found) text += c;
      return !found;
    });
    if (found)
      in.rdbuf()->sbumpc();
    else if (text.empty())
      state |= ios_base::failbit;
  });
  return in;
}
template istream& getline(istream&, string&);

template <>
istream& istream::getline(char* text, streamsize size, char end) {
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  sentry ready(*this, true);
  if (ready) {
    bool found = false;
    guarded(*this, state, [&] {
      each_character(*this, state, [&](char c) {
        found = c == end;
        if (found) return false;
        if (_M_gcount + 1 >= size) {
          state |= ios_base::failbit;
          return false;
        }
        *text++ = c;
        ++_M_gcount;
        return true;
      });
      if (found) {
        rdbuf()->sbumpc();
        ++_M_gcount;
      }
      if (_M_gcount == 0) state |= ios_base::failbit;
    });
  } else {
    setstate(failbit);
  }
  if (size > 0) *text = '\0';
  return *this;
}

static void skip(istream& in, streamsize most, streamsize& count, int end) {
  ios_base::iostate state = ios_base::goodbit;
  istream::sentry ready(in, true);
  if (!ready || most <= 0) return;
  bool found = false;
  const bool unbounded = most == numeric_limits<streamsize>::max();
  guarded(in, state, [&] {
    each_character(in, state, [&](char c) {
      if (!unbounded && count == most) return false;
      found = char_traits<char>::to_int_type(c) == end;
      if (!found) ++count;
      return !found;
    });
    if (found) {
      in.rdbuf()->sbumpc();
      ++count;
    }
  });
}
template <>
istream& istream::ignore(streamsize most) {
  _M_gcount = 0;
  skip(*this, most, _M_gcount, char_traits<char>::eof());
  return *this;
}
template <>
istream& istream::ignore(streamsize most, int_type end) {
  _M_gcount = 0;
  skip(*this, most, _M_gcount, end);
  return *this;
}

template <>
streamsize __copy_streambufs_eof(streambuf* from, streambuf* to, bool& all) {
  using Traits = char_traits<char>;
  streamsize count = 0;
  all = true;
  for (auto c = from->sgetc(); !Traits::eq_int_type(c, Traits::eof()); c = from->snextc()) {
    if (Traits::eq_int_type(to->sputc(Traits::to_char_type(c)), Traits::eof())) {
      all = false;
      break;
    }
    ++count;
  }
  return count;
}

void __istream_extract(istream& in, char* text, streamsize size) {
  ios_base::iostate state = ios_base::goodbit;
  istream::sentry ready(in, false);
  if (!ready) {
    in.setstate(ios_base::failbit);
    return;
  }
  guarded(in, state, [&] {
    const ctype<char>& classes = use_facet<ctype<char>>(in.getloc());
    const streamsize room = in.width() > 0 && in.width() < size ? in.width() : size;
    streamsize count = 0;
    each_character(in, state, [&](char c) {
      if (count + 1 >= room || classes.is(ctype_base::space, c)) return false;
      text[count++] = c;
      return true;
    });
    text[count] = '\0';
    in.width(0);
    if (count == 0) state |= ios_base::failbit;
  });
}

}  // namespace std
