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

// What x86 gives for values out of range: the "integer indefinite" 0x8000...
std::uint64_t to_integer(double value, unsigned bits, bool is_signed) {
  if (is_signed) {
    const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
    if (!(value >= -limit && value < limit)) return low_bits(std::uint64_t{1} << (bits - 1), bits);
    return low_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), bits);
  }
  const double limit = std::ldexp(1.0, static_cast<int>(bits));
  if (!(value > -1.0 && value < limit)) return low_bits(std::uint64_t{1} << (bits - 1), bits);
  return low_bits(static_cast<std::uint64_t>(value), bits);
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
