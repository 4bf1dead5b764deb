// What all streams share whatever their characters are: flags, state, callbacks, extra words.
#include <ios>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "overtake.h"

namespace std {

ios_base::ios_base() throw()
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(),
      _M_word_zero(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word),
      _M_ios_locale() {}

void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}

locale ios_base::imbue(const locale& wanted) throw() {
  const locale old = _M_ios_locale;
  _M_ios_locale = wanted;
  _M_call_callbacks(imbue_event);
  return old;
}

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
  for (_Callback_list* p = _M_callbacks; p != nullptr; p = p->_M_next) {
    try {
      p->_M_fn(what, *this, p->_M_index);
    } catch (...) {
    }
  }
}

void ios_base::_M_dispose_callbacks() throw() {
  _Callback_list* p = _M_callbacks;
  while (p != nullptr && p->_M_remove_reference() == 0) {
    _Callback_list* next = p->_M_next;
    delete p;
    p = next;
  }
  _M_callbacks = nullptr;
}

ios_base::_Words& ios_base::_M_grow_words(int index, bool integer) {
  if (index < 0 || index == numeric_limits<int>::max()) {
    _M_streambuf_state |= badbit;
    if (_M_streambuf_state & _M_exception)
      __throw_ios_failure("ios_base::_M_grow_words is not valid");
    if (integer)
      _M_word_zero._M_iword = 0;
    else
      _M_word_zero._M_pword = nullptr;
    return _M_word_zero;
  }
  _Words* words = new _Words[index + 1];
  for (int i = 0; i < _M_word_size; ++i) words[i] = _M_word[i];
  if (_M_word != _M_local_word) delete[] _M_word;
  _M_word = words;
  _M_word_size = index + 1;
  return words[index];
}

// Of the words a moved or swapped stream has its own or, if they were too many for it, those that
// were allocated.
void ios_base::_M_move(ios_base& other) noexcept {
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
  _M_callbacks = other._M_callbacks;
  other._M_callbacks = nullptr;
  if (_M_word != _M_local_word) delete[] _M_word;
  if (other._M_word == other._M_local_word) {
    _M_word = _M_local_word;
    _M_word_size = _S_local_word_size;
    for (int i = 0; i < _S_local_word_size; ++i) {
      _M_word[i] = other._M_word[i];
      other._M_word[i] = _Words();
    }
  } else {
    _M_word = other._M_word;
    _M_word_size = other._M_word_size;
    other._M_word = other._M_local_word;
    other._M_word_size = _S_local_word_size;
  }
  _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base& other) noexcept {
  std::swap(_M_precision, other._M_precision);
  std::swap(_M_width, other._M_width);
  std::swap(_M_flags, other._M_flags);
  std::swap(_M_exception, other._M_exception);
  std::swap(_M_streambuf_state, other._M_streambuf_state);
  std::swap(_M_callbacks, other._M_callbacks);
  for (int i = 0; i < _S_local_word_size; ++i) std::swap(_M_local_word[i], other._M_local_word[i]);
  const bool own = _M_word == _M_local_word, others = other._M_word == other._M_local_word;
  std::swap(_M_word, other._M_word);
  std::swap(_M_word_size, other._M_word_size);
  if (others) _M_word = _M_local_word;
  if (own) other._M_word = other._M_local_word;
  std::swap(_M_ios_locale, other._M_ios_locale);
}

int ios_base::xalloc() throw() {
  static int last = 4;  // those before are reserved
  return __atomic_fetch_add(&last, 1, __ATOMIC_ACQ_REL);
}

bool ios_base::sync_with_stdio(bool) { return true; }
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

ios_base::failure::failure(const string& text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string& text, const error_code& e) : system_error(e, text) {}
ios_base::failure::failure(const char* text, const error_code& e) : system_error(e, text) {}
ios_base::failure::~failure() throw() {}
const char* ios_base::failure::what() const throw() { return runtime_error::what(); }

void __throw_ios_failure(const char* text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char* text, int e) {
  throw ios_base::failure(text, e != 0 ? error_code(e, system_category()) : io_errc::stream);
}

}  // namespace std
