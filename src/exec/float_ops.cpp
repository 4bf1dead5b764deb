#include "exec/float_ops.h"

#include <bit>
#include <cmath>
#include <limits>

namespace overtake::exec {
namespace {

using ir::FloatFunction;
using ir::Opcode;

double as_double(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                     : std::bit_cast<double>(bits);
}

std::uint64_t bits_of(double value, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                     : std::bit_cast<std::uint64_t>(value);
}

std::uint64_t low_bits(std::uint64_t v, unsigned bits) {
  return bits >= 64 ? v : v & ((std::uint64_t{1} << bits) - 1);
}

template <class Float>
Float arithmetic(Opcode op, Float x, Float y) {
  switch (op) {
    case Opcode::FAdd:
      return x + y;
    case Opcode::FSub:
      return x - y;
    case Opcode::FMul:
      return x * y;
    case Opcode::FDiv:
      return x / y;
    default:
      return std::fmod(x, y);
  }
}

template <class Float>
Float function(FloatFunction fn, Float x, Float y, Float z) {
  switch (fn) {
    case FloatFunction::Neg:
      return -x;
    case FloatFunction::Abs:
      return std::fabs(x);
    case FloatFunction::Sqrt:
      return std::sqrt(x);
    case FloatFunction::Floor:
      return std::floor(x);
    case FloatFunction::Ceil:
      return std::ceil(x);
    case FloatFunction::Trunc:
      return std::trunc(x);
    case FloatFunction::Round:
      return std::round(x);
    case FloatFunction::RoundEven:
      return std::nearbyint(x);
    case FloatFunction::Min:
      return std::fmin(x, y);
    case FloatFunction::Max:
      return std::fmax(x, y);
    case FloatFunction::CopySign:
      return std::copysign(x, y);
    case FloatFunction::Pow:
      return std::pow(x, y);
    case FloatFunction::Exp:
      return std::exp(x);
    case FloatFunction::Exp2:
      return std::exp2(x);
    case FloatFunction::Log:
      return std::log(x);
    case FloatFunction::Log2:
      return std::log2(x);
    case FloatFunction::Log10:
      return std::log10(x);
    case FloatFunction::Sin:
      return std::sin(x);
    case FloatFunction::Cos:
      return std::cos(x);
    case FloatFunction::Tan:
      return std::tan(x);
    case FloatFunction::Asin:
      return std::asin(x);
    case FloatFunction::Acos:
      return std::acos(x);
    case FloatFunction::Atan:
      return std::atan(x);
    case FloatFunction::Atan2:
      return std::atan2(x, y);
    case FloatFunction::Sinh:
      return std::sinh(x);
    case FloatFunction::Cosh:
      return std::cosh(x);
    case FloatFunction::Tanh:
      return std::tanh(x);
    case FloatFunction::Cbrt:
      return std::cbrt(x);
    case FloatFunction::Hypot:
      return std::hypot(x, y);
    case FloatFunction::Fma:
      return std::fma(x, y, z);
  }
  return x;
}

// x86's cvttsd2si to 32 or 64 bits: out of range it is the "integer indefinite", the least of all.
std::uint64_t converted(double value, unsigned bits) {
  const double limit = bits == 32 ? 0x1p31 : 0x1p63;
  if (!(value >= -limit && value < limit))
    return static_cast<std::uint64_t>(bits == 32 ? std::numeric_limits<std::int32_t>::min()
                                                 : std::numeric_limits<std::int64_t>::min());
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

// What clang emits for x86-64, also where C does not say what comes out: narrow integers are cut
// from 32 bits, unsigned ones of 32 bits from 64, and those of 64 bits come in two parts.
std::uint64_t to_integer(double value, unsigned bits, bool is_signed) {
  if (bits < 32 || (bits == 32 && is_signed)) return low_bits(converted(value, 32), bits);
  if (is_signed || bits < 64) return low_bits(converted(value, 64), bits);
  const std::uint64_t low = converted(value, 64);
  const std::uint64_t high = converted(value - 0x1p63, 64);
  return low | (high & (low >> 63 != 0 ? ~std::uint64_t{0} : 0));
}

}  // namespace

std::uint64_t float_binary(Opcode op, unsigned width, std::uint64_t a, std::uint64_t b) {
  if (width == 32) {
    const float z = arithmetic(op, std::bit_cast<float>(static_cast<std::uint32_t>(a)),
                               std::bit_cast<float>(static_cast<std::uint32_t>(b)));
    return std::bit_cast<std::uint32_t>(z);
  }
  return std::bit_cast<std::uint64_t>(
      arithmetic(op, std::bit_cast<double>(a), std::bit_cast<double>(b)));
}

bool float_compare(ir::FloatPredicate predicate, unsigned width, std::uint64_t a, std::uint64_t b) {
  const double x = as_double(a, width);
  const double y = as_double(b, width);
  const unsigned outcome = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
  return (static_cast<unsigned>(predicate) & outcome) != 0;
}

std::uint64_t float_function(FloatFunction fn, unsigned width, std::uint64_t a, std::uint64_t b,
                             std::uint64_t c) {
  if (width == 32) {
    const auto f = [](std::uint64_t v) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(v));
    };
    return std::bit_cast<std::uint32_t>(function(fn, f(a), f(b), f(c)));
  }
  return std::bit_cast<std::uint64_t>(
      function(fn, std::bit_cast<double>(a), std::bit_cast<double>(b), std::bit_cast<double>(c)));
}

std::uint64_t float_convert(Opcode op, unsigned width, unsigned to, std::uint64_t a) {
  switch (op) {
    case Opcode::FToS:
      return to_integer(as_double(a, width), to, true);
    case Opcode::FToU:
      return to_integer(as_double(a, width), to, false);
    case Opcode::SToF: {
      const unsigned shift = 64 - width;
      const std::int64_t v = static_cast<std::int64_t>(a << shift) >> shift;
      return to == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(v))
                      : std::bit_cast<std::uint64_t>(static_cast<double>(v));
    }
    case Opcode::UToF:
      return to == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(a))
                      : std::bit_cast<std::uint64_t>(static_cast<double>(a));
    default:
      return bits_of(as_double(a, width), to);
  }
}

}  // namespace overtake::exec
