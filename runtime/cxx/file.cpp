// Files do not exist: none can be opened, whatever its name.
#include <fstream>
#include <typeinfo>

namespace std {

__basic_file<char>::__basic_file(__c_lock*) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() {}
__basic_file<char>* __basic_file<char>::open(const char*, ios_base::openmode, int) {
  return nullptr;
}
__basic_file<char>* __basic_file<char>::close() { return nullptr; }
bool __basic_file<char>::is_open() const throw() { return false; }
streamsize __basic_file<char>::xsputn(const char*, streamsize) { return 0; }
streamsize __basic_file<char>::xsputn_2(const char*, streamsize, const char*, streamsize) {
  return 0;
}
streamsize __basic_file<char>::xsgetn(char*, streamsize) { return 0; }
streamoff __basic_file<char>::seekoff(streamoff, ios_base::seekdir) throw() { return -1; }
streamsize __basic_file<char>::showmanyc() { return -1; }
int __basic_file<char>::sync() { return -1; }

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

}  // namespace std

bool has_codecvt(const void*) __asm__("_ZSt9has_facetISt7codecvtIcc11__mbstate_tEEbRKSt6locale");
bool has_codecvt(const void*) { return false; }
const void* use_codecvt(const void*) __asm__(
    "_ZSt9use_facetISt7codecvtIcc11__mbstate_tEERKT_RKSt6locale");
const void* use_codecvt(const void*) { throw std::bad_cast(); }
