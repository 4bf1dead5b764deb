// Accesses to memory. Each scalar is one access of its own size, whatever LLVM wraps around it:
// accesses that overlap with different sizes are costly for every engine, so copies of structs go
// field by field where LLVM's types tell the fields.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "frontend/clang/cas_orders.h"
#include "frontend/clang/function_lowering.h"
#include "frontend/clang/registers.h"

namespace overtake::frontend {
namespace {

// Copies and fills of at most this many scalars are spelled out.
constexpr std::size_t kMaxFields = 32;
constexpr std::uint64_t kMaxFieldBytes = 512;

// True if some bytes that are no field may carry a value: LLVM shows only one member of a union.
bool has_union(llvm::Type* type) {
  if (auto* s = llvm::dyn_cast<llvm::StructType>(type)) {
    if (s->hasName() && s->getName().starts_with("union.")) return true;
    return std::ranges::any_of(s->elements(), has_union);
  }
  return type->isArrayTy() && has_union(type->getArrayElementType());
}

// The size of the smallest scalar in a type, at most 8.
std::uint64_t smallest_field(llvm::Type* type, const llvm::DataLayout& data) {
  if (auto* s = llvm::dyn_cast<llvm::StructType>(type)) {
    std::uint64_t least = 8;
    for (llvm::Type* e : s->elements()) least = std::min(least, smallest_field(e, data));
    return least;
  }
  if (type->isArrayTy()) return smallest_field(type->getArrayElementType(), data);
  return std::min<std::uint64_t>(8, std::max<std::uint64_t>(1, data.getTypeStoreSize(type)));
}

std::uint8_t power_of_two_below(std::uint64_t n) {
  return n >= 8 ? 8 : n >= 4 ? 4 : n >= 2 ? 2 : 1;
}

}  // namespace

ir::Order order_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
      return ir::Order::Plain;
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic:
      return ir::Order::Relaxed;
    case llvm::AtomicOrdering::Acquire:
      return ir::Order::Acquire;
    case llvm::AtomicOrdering::Release:
      return ir::Order::Release;
    case llvm::AtomicOrdering::AcquireRelease:
      return ir::Order::AcqRel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return ir::Order::SeqCst;
  }
  return ir::Order::SeqCst;
}

void FunctionLowering::alloca_(const llvm::AllocaInst& i) {
  const std::uint64_t each = size(i.getAllocatedType());
  const std::optional<std::uint64_t> count = known(i.getArraySize());
  const Operand bytes =
      count ? number(each * *count) : op(Opcode::Mul, 64, scalar(i.getArraySize()), number(each));
  const ir::SourceId here = b_.source();
  if (const llvm::DILocation* declared = declared_at(i)) {
    // A place of its own, by which reports find the variable.
    ir::Source own = program_.program().sources[program_.places().at(declared, model_).index()];
    program_.program().sources.push_back(own);
    b_.at(ir::SourceId{program_.program().sources.size() - 1});
    program_.names().local(i, b_.source());
    program_.names().place(*declared, b_.source());
  }
  define(&i, b_.alloca_(bytes, ir::Contents::Uninitialized));
  b_.at(here);
}

ir::Operand FunctionLowering::address_offset(Operand base, std::uint64_t offset) {
  return offset == 0 ? base : op(Opcode::Add, 64, base, number(offset));
}

void FunctionLowering::element_pointer(const llvm::Instruction& i) {
  const auto& gep = llvm::cast<llvm::GEPOperator>(i);
  if (i.getType()->isVectorTy()) throw Refusal{"vectors of pointers are not supported"};
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt fixed(64, 0);
  if (!gep.collectOffset(program_.layout().data(), 64, variable, fixed))
    throw Refusal{"this pointer arithmetic is not supported"};
  const llvm::Value* base = gep.getPointerOperand();
  if (variable.empty()) {
    // A field of a variable is a constant address.
    if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(base);
        g != nullptr && !g->isThreadLocal())
      return define(&i, number(program_.words(*g).front() + fixed.getZExtValue()));
  }
  Operand address = scalar(base);
  for (const auto& [index, scale] : variable) {
    const unsigned bits = scalar_bits(index->getType());
    Operand scaled = bits < 64 ? sign_extend(scalar(index), bits, 64) : scalar(index);
    if (scale != 1) scaled = op(Opcode::Mul, 64, scaled, number(scale.getZExtValue()));
    address = op(Opcode::Add, 64, address, scaled);
  }
  define(&i, address_offset(address, fixed.getZExtValue()));
}

FunctionLowering::Words FunctionLowering::load_words(Operand address, llvm::Type* type,
                                                     ir::Order order) {
  if (llvm::Type* packed = packed_integer(type))
    return recut(load_words(address, packed, order), words(packed), words(type));
  return load_all(address, words(type), order);
}

FunctionLowering::Words FunctionLowering::load_all(Operand address, const std::vector<Word>& all,
                                                   ir::Order order) {
  Words result;
  for (const Word& w : all) {
    if (w.second) continue;
    Operand a = b_.load(address_offset(address, w.offset), w.bytes(), order);
    if (w.pair)
      result.append({a, Operand::reg(a.index() + 1)});
    else
      result.push_back(w.bits % 8 == 0 ? a : truncate(a, w.bits));
  }
  return result;
}

// An atomic access is one access.
unsigned FunctionLowering::atomic_bytes(llvm::Type* type) {
  const std::vector<Word>& all = words(type);
  if (all.size() != (all.front().pair ? 2u : 1u) || packed_integer(type) != nullptr)
    throw Refusal{"an atomic access of this type is not supported"};
  return all.front().bytes();
}

// Elements of vectors that are no whole bytes lie in memory bit by bit: as this integer.
llvm::Type* FunctionLowering::packed_integer(llvm::Type* type) {
  if (!type->isVectorTy() || scalar_bits(type) % 8 == 0) return nullptr;
  return llvm::Type::getIntNTy(type->getContext(), scalar_bits(type) * element_count(type));
}

void FunctionLowering::store_words(Operand address, llvm::Type* type, const Words& value,
                                   ir::Order order) {
  if (llvm::Type* packed = packed_integer(type))
    return store_words(address, packed, recut(value, words(type), words(packed)), order);
  store_all(address, words(type), value, order);
}

void FunctionLowering::store_all(Operand address, const std::vector<Word>& all, const Words& value,
                                 ir::Order order) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].second) continue;
    const Operand v = all[k].pair ? as_pair({value[k], value[k + 1]}) : value[k];
    b_.store(address_offset(address, all[k].offset), v, all[k].bytes(), order);
  }
}

// The fields of a known variable that an integer access of up to 8 bytes covers, if there are
// several: the ABI passes struct {int a, b;} in one register, and clang then reads and writes it as
// one number. The fields' offsets are relative to the access; empty if it is an access like others.
std::vector<Word> FunctionLowering::covered_fields(const llvm::Value* pointer,
                                                   llvm::Type* accessed) {
  if (!accessed->isIntegerTy() || accessed->getIntegerBitWidth() > 64) return {};
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      pointer->stripAndAccumulateConstantOffsets(program_.layout().data(), offset, true);
  if (!llvm::isa<llvm::AllocaInst>(base) && !llvm::isa<llvm::GlobalVariable>(base)) return {};
  llvm::Type* type = pointee(base);
  if (!type->isStructTy() || size(type) > kMaxFieldBytes || has_union(type)) return {};
  const std::uint64_t begin = offset.getZExtValue();
  const std::uint64_t end = begin + (accessed->getIntegerBitWidth() + 7) / 8;
  std::vector<Word> fields;
  for (const Word& w : words(type)) {
    const std::uint64_t last = w.offset + w.bytes();
    if (last <= begin || w.offset >= end) continue;
    if (w.offset < begin || last > end || w.pair || w.second) return {};
    fields.push_back(w);
    fields.back().offset -= begin;
  }
  return fields.size() < 2 ? std::vector<Word>{} : fields;
}

void FunctionLowering::load(const llvm::LoadInst& i) {
  if (!i.isAtomic()) {
    if (const auto fields = covered_fields(i.getPointerOperand(), i.getType()); !fields.empty()) {
      const Operand address = scalar(i.getPointerOperand());
      Operand whole = number(0);
      for (const Word& w : fields) {
        const Operand part = b_.load(address_offset(address, w.offset), w.bytes());
        whole = w.offset == 0
                    ? part
                    : op(Opcode::Or, 64, whole, op(Opcode::Shl, 64, part, number(8 * w.offset)));
      }
      return define(&i, whole);
    }
  }
  if (i.isAtomic()) atomic_bytes(i.getType());
  define(&i, load_words(scalar(i.getPointerOperand()), i.getType(), order_of(i.getOrdering())));
}

void FunctionLowering::store(const llvm::StoreInst& i) {
  if (!i.isAtomic()) {
    const auto fields = covered_fields(i.getPointerOperand(), i.getValueOperand()->getType());
    if (!fields.empty()) {
      const Operand address = scalar(i.getPointerOperand()), whole = scalar(i.getValueOperand());
      for (const Word& w : fields) {
        const Operand part =
            truncate(op(Opcode::LShr, 64, whole, number(8 * w.offset)), 8 * w.bytes());
        b_.store(address_offset(address, w.offset), part, w.bytes());
      }
      return;
    }
  }
  if (i.isAtomic()) atomic_bytes(i.getValueOperand()->getType());
  store_words(scalar(i.getPointerOperand()), i.getValueOperand()->getType(),
              value(i.getValueOperand()), order_of(i.getOrdering()));
}

namespace {

ir::RmwFunction function_of(const llvm::AtomicRMWInst& i) {
  using A = llvm::AtomicRMWInst;
  using R = ir::RmwFunction;
  switch (i.getOperation()) {
    case A::Xchg:
      return R::Exchange;
    case A::Add:
      return R::Add;
    case A::Sub:
      return R::Sub;
    case A::And:
      return R::And;
    case A::Nand:
      return R::Nand;
    case A::Or:
      return R::Or;
    case A::Xor:
      return R::Xor;
    case A::Max:
      return R::Max;
    case A::Min:
      return R::Min;
    case A::UMax:
      return R::UMax;
    case A::UMin:
      return R::UMin;
    case A::FAdd:
      return R::FAdd;
    case A::FSub:
      return R::FSub;
    case A::FMax:
      return R::FMax;
    case A::FMin:
      return R::FMin;
    case A::UIncWrap:
      return R::UIncWrap;
    case A::UDecWrap:
      return R::UDecWrap;
    default:
      throw Refusal{"this atomic operation is not supported"};
  }
}

}  // namespace

void FunctionLowering::rmw(const llvm::AtomicRMWInst& i) {
  const unsigned bytes = atomic_bytes(i.getType());
  const Words operand = value(i.getValOperand());
  const Operand v = bytes == 16 ? as_pair(operand) : operand[0];
  const Operand old =
      b_.rmw(function_of(i), scalar(i.getPointerOperand()), v, bytes, order_of(i.getOrdering()));
  if (bytes == 16) return define(&i, Words{old, Operand::reg(old.index() + 1)});
  define(&i, old);
}

void FunctionLowering::compare_exchange(const llvm::AtomicCmpXchgInst& i) {
  const unsigned bytes = atomic_bytes(i.getCompareOperand()->getType());
  Words expected = value(i.getCompareOperand());
  Words desired = value(i.getNewValOperand());
  if (bytes == 16) {
    expected = {as_pair(expected)};
    desired = {as_pair(desired)};
  }
  const auto [old, success] =
      emit_cas(b_, scalar(i.getPointerOperand()), expected[0], desired[0], bytes,
               order_of(i.getSuccessOrdering()), order_of(i.getFailureOrdering()));
  if (bytes == 16) return define(&i, Words{old, Operand::reg(old.index() + 1), success});
  define(&i, Words{old, success});
}

void FunctionLowering::fence(const llvm::FenceInst& i) {
  if (i.getSyncScopeID() == llvm::SyncScope::SingleThread) return;  // orders nothing but signals
  b_.emit({.op = Opcode::Fence, .order = order_of(i.getOrdering())});
}

ir::Operand FunctionLowering::thread_local_address(const llvm::GlobalVariable& variable) {
  const std::uint32_t dst = b_.fresh();
  b_.emit({.op = Opcode::ThreadLocal,
           .dst = dst,
           .target = program_.global(program_.variable(variable)).value});
  return Operand::reg(dst);
}

llvm::Type* FunctionLowering::pointee(const llvm::Value* pointer) const {
  if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return a->getAllocatedType();
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) return g->getValueType();
  if (const auto* g = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return g->getResultElementType();
  if (const auto* a = llvm::dyn_cast<llvm::Argument>(pointer)) {
    if (a->hasByValAttr()) return a->getParamByValType();
    if (a->hasStructRetAttr()) return a->getParamStructRetType();
  }
  return nullptr;
}

llvm::Type* FunctionLowering::fields_for(const llvm::Value* pointer, std::uint64_t length) {
  llvm::Type* type = pointee(pointer);
  if (type == nullptr || size(type) != length || length > kMaxFieldBytes || has_union(type))
    return nullptr;
  return program_.layout().words_and_gaps(type).size() <= kMaxFields ? type : nullptr;
}

std::uint8_t FunctionLowering::chunk(const llvm::Value* pointer, std::uint64_t alignment) {
  llvm::Type* type = pointee(pointer);
  if (type != nullptr && !type->isIntegerTy(8))
    alignment = std::min(alignment, smallest_field(type, program_.layout().data()));
  return power_of_two_below(alignment);
}

void FunctionLowering::copy_memory(const llvm::Value* to, const llvm::Value* from,
                                   const llvm::Value* length, std::uint64_t alignment) {
  const Operand target = scalar(to), source = scalar(from);
  if (const std::optional<std::uint64_t> n = known(length)) {
    if (*n == 0) return;
    llvm::Type* type = fields_for(to, *n);
    if (type == nullptr) type = fields_for(from, *n);
    if (type != nullptr) {
      // All is read before anything is written, so that overlap does no harm.
      const std::vector<Word> all = program_.layout().words_and_gaps(type);
      return store_all(target, all, load_all(source, all, ir::Order::Plain), ir::Order::Plain);
    }
  }
  b_.emit({.op = Opcode::MemCopy,
           .width = std::min(chunk(to, alignment), chunk(from, alignment)),
           .a = target,
           .b = source,
           .c = scalar(length)});
}

void FunctionLowering::copy_object(Operand to, Operand from, llvm::Type* type) {
  const std::uint64_t length = size(type);
  if (length <= kMaxFieldBytes && !has_union(type)) {
    const std::vector<Word> all = program_.layout().words_and_gaps(type);
    if (all.size() <= kMaxFields)
      return store_all(to, all, load_all(from, all, ir::Order::Plain), ir::Order::Plain);
  }
  b_.emit({.op = Opcode::MemCopy,
           .width = power_of_two_below(smallest_field(type, program_.layout().data())),
           .a = to,
           .b = from,
           .c = number(length)});
}

void FunctionLowering::fill_memory(const llvm::Value* to, const llvm::Value* byte,
                                   const llvm::Value* length, std::uint64_t alignment) {
  const Operand target = scalar(to);
  const std::optional<std::uint64_t> n = known(length), value = known(byte);
  if (n == 0) return;
  if (n && value) {
    if (llvm::Type* type = fields_for(to, *n)) {
      const std::uint64_t pattern = (*value & 0xff) * 0x0101010101010101u;
      const std::vector<Word> fields = program_.layout().words_and_gaps(type);
      Words all;
      for (const Word& w : fields)
        all.push_back(
            number(w.bits >= 64 ? pattern : pattern & ((std::uint64_t{1} << w.bits) - 1)));
      return store_all(target, fields, all, ir::Order::Plain);
    }
  }
  b_.emit({.op = Opcode::MemSet,
           .width = chunk(to, alignment),
           .a = target,
           .b = scalar(byte),
           .c = scalar(length)});
}

}  // namespace overtake::frontend
