// boost::detail::spinlock, the lock of its smart pointers.
// library: libboost-dev
#include <boost/smart_ptr/detail/spinlock.hpp>

static boost::detail::spinlock lock = BOOST_DETAIL_SPINLOCK_INIT;
#define ENTER(i) lock.lock()
#define LEAVE(i) lock.unlock()
#include "../shape_lock.h"
