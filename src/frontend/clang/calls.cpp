// Calls. Arguments are flattened to words. Variadic arguments lie in a buffer of the caller, whose
// address is a hidden last parameter: the register save area of the x86-64 ABI (six integer, eight
// float registers) and after it the arguments that are passed in memory. So va_list is what clang
// expects, and what clang passes in registers or in memory, also the halves of a struct, arrives.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>

#include <algorithm>

#include "base/error.h"
#include "frontend/clang/function_lowering.h"
#include "ir/refused.h"

namespace overtake::frontend {
namespace {

constexpr unsigned kIntegerRegisters = 6, kFloatRegisters = 8;
constexpr std::uint64_t kSaveArea = 8 * kIntegerRegisters + 16 * kFloatRegisters;

// Where arguments go, one after the other.
struct Passing {
  unsigned integers = 0;  // registers taken
  unsigned floats = 0;
  std::uint64_t memory = 0;  // bytes taken

  // The place of the next argument in the buffer. `type` is what is passed, by value.
  std::uint64_t place(llvm::Type* type, bool by_value, std::uint64_t alignment,
                      const llvm::DataLayout& data) {
    const std::uint64_t size = data.getTypeAllocSize(type);
    if (!by_value && !type->isX86_FP80Ty()) {
      const bool is_float = type->isFloatingPointTy() || type->isVectorTy();
      const unsigned needed = !is_float && size > 8 ? 2 : 1;
      if (is_float && floats < kFloatRegisters) return 8 * kIntegerRegisters + 16 * floats++;
      if (!is_float && integers + needed <= kIntegerRegisters) {
        const unsigned first = integers;
        integers += needed;
        return std::uint64_t{8} * first;
      }
    }
    // va_arg rounds the address up, so what counts is the place in the buffer, not in this area.
    const std::uint64_t offset =
        llvm::alignTo(kSaveArea + memory, std::max<std::uint64_t>(8, alignment));
    memory = llvm::alignTo(offset + size, 8) - kSaveArea;
    return offset;
  }
};

// After the fixed parameters; those that are passed in memory are not in the buffer.
Passing after_fixed(const llvm::FunctionType& type, const llvm::AttributeList& attributes,
                    const llvm::DataLayout& data) {
  Passing passing;
  for (unsigned i = 0; i < type.getNumParams(); ++i)
    if (!attributes.hasParamAttr(i, llvm::Attribute::ByVal))
      passing.place(type.getParamType(i), false, 8, data);
  passing.memory = 0;
  return passing;
}

std::uint64_t place_argument(Passing& passing, const llvm::CallBase& call, unsigned argument,
                             const llvm::DataLayout& data) {
  if (call.isByValArgument(argument))
    return passing.place(call.getParamByValType(argument), true,
                         call.getParamAlign(argument).valueOrOne().value(), data);
  llvm::Type* type = call.getArgOperand(argument)->getType();
  return passing.place(type, false, data.getABITypeAlign(type).value(), data);
}

// The function that is named in the call, through whatever alias.
const llvm::Function* direct_callee(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

}  // namespace

std::uint64_t FunctionLowering::variadic_size(const llvm::CallBase& call) {
  if (!call.getFunctionType()->isVarArg() || call.isInlineAsm()) return 0;
  if (const llvm::Function* callee = direct_callee(call)) {
    if (callee->isIntrinsic()) return 0;
    const llvm::GlobalValue* definition = program_.symbols().definition(*callee);
    const bool own = definition != nullptr && !program_.symbols().is_model(*definition);
    if (!own && is_swallowed_output(call, callee->getName())) return 0;
  }
  const unsigned fixed = call.getFunctionType()->getNumParams();
  if (call.arg_size() == fixed) return 0;
  const llvm::DataLayout& data = program_.layout().data();
  Passing passing = after_fixed(*call.getFunctionType(), call.getAttributes(), data);
  for (unsigned i = fixed; i < call.arg_size(); ++i) place_argument(passing, call, i, data);
  return kSaveArea + passing.memory;
}

ir::Operand FunctionLowering::variadic_arguments(const llvm::CallBase& call) {
  const unsigned fixed = call.getFunctionType()->getNumParams();
  if (call.arg_size() == fixed) return number(0);
  const llvm::DataLayout& data = program_.layout().data();
  Passing passing = after_fixed(*call.getFunctionType(), call.getAttributes(), data);
  for (unsigned i = fixed; i < call.arg_size(); ++i) {
    const Operand at = address_offset(variadic_buffer_, place_argument(passing, call, i, data));
    const llvm::Value* argument = call.getArgOperand(i);
    if (call.isByValArgument(i))
      copy_object(at, scalar(argument), call.getParamByValType(i));
    else
      store_words(at, argument->getType(), value(argument), ir::Order::Plain);
  }
  return variadic_buffer_;
}

void FunctionLowering::variadic_start(Operand list) {
  const Passing passing = after_fixed(*function_.getFunctionType(), function_.getAttributes(),
                                      program_.layout().data());
  b_.store(list, number(std::uint64_t{8} * passing.integers), 4);  // gp_offset
  b_.store(address_offset(list, 4), number(8 * kIntegerRegisters + 16 * passing.floats), 4);
  b_.store(address_offset(list, 8), address_offset(variadic_, kSaveArea), 8);  // overflow_arg_area
  b_.store(address_offset(list, 16), variadic_, 8);                            // reg_save_area
}

void FunctionLowering::call(const llvm::CallBase& call) {
  if (call.isInlineAsm()) {
    assembly(call);
  } else if (const auto* i = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (!intrinsic(*i))
      throw Refusal{"LLVM intrinsic '" + i->getCalledFunction()->getName().str() +
                    "' is not supported"};
  } else if (const llvm::Function* callee = direct_callee(call)) {
    const llvm::StringRef name = callee->getName();
    const llvm::GlobalValue* found = program_.symbols().called(call, *callee);
    const auto* definition = llvm::dyn_cast_or_null<llvm::Function>(found);
    const bool own = definition != nullptr && !program_.symbols().is_model(*definition);
    if (own || !library(call, name)) {
      if (definition == nullptr)
        call_undefined(call, *callee);
      else
        call_function(call, definition);
    }
  } else {
    call_function(call, nullptr);
  }
  finish_call(call);
}

// The likely cause of something undefined in a project.
std::string FunctionLowering::could_not_compile() const {
  const std::string& files = program_.symbols().left_out();
  return files.empty() ? "" : "; these files of the project could not be compiled:" + files + "\n ";
}

// Only an execution that gets here is a reason to refuse the program.
void FunctionLowering::call_undefined(const llvm::CallBase& call, const llvm::Function& callee) {
  const std::string name = llvm::demangle(callee.getName());
  const ir::FunctionId stub = ir::declare_function(program_.program(), name, 0);
  ir::refuse(program_.program(), stub,
             program_.places().text(b_.source()) + ": call of undefined function '" + name +
                 "'; give its source file or a model of it" + could_not_compile());
  b_.call(stub, {}, unwind_label(call));
  if (!call.getType()->isVoidTy()) define_zero(&call);
}

void FunctionLowering::call_function(const llvm::CallBase& call, const llvm::Function* definition) {
  const llvm::FunctionType* type = call.getFunctionType();
  std::vector<Operand> arguments;
  const std::size_t results = words(call.getType()).size();
  const bool in_memory = results > kMaxReturnWords;
  if (in_memory) arguments.push_back(scratch_);
  // A call of a function that is not variadic through a declaration without prototype passes all
  // its arguments as they are.
  const bool variadic = definition != nullptr ? definition->isVarArg() : type->isVarArg();
  const unsigned fixed = variadic ? type->getNumParams() : call.arg_size();
  for (unsigned i = 0; i < fixed; ++i)
    for (Operand word : value(call.getArgOperand(i))) arguments.push_back(word);
  if (variadic) arguments.push_back(variadic_arguments(call));
  const bool pair = results == 2;
  Operand result;
  if (definition != nullptr) {
    const ir::FunctionId id = program_.function(*definition);
    // As in C before prototypes: what the callee does not have is dropped, what is missing is 0.
    arguments.resize(program_.program().functions[id.index()].parameters, number(0));
    result = b_.call(id, arguments, unwind_label(call), pair);
  } else {
    const Operand target = scalar(call.getCalledOperand());
    result = b_.call_indirect(target, arguments, unwind_label(call), pair);
  }
  if (in_memory)
    define(&call, load_words(scratch_, call.getType(), ir::Order::Plain));
  else if (pair)
    define(&call, Words{result, Operand::reg(result.index() + 1)});
  else if (results == 1)
    define(&call, result);
}

ir::Label FunctionLowering::unwind_label(const llvm::CallBase& call) {
  const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (invoke != nullptr && jump_landing_)
    throw Refusal{"setjmp in a function with cleanups or catch clauses is not supported"};
  if (invoke == nullptr) return jump_landing_.value_or(ir::Label::none());
  return edge_label(invoke->getParent(), invoke->getUnwindDest());
}

void FunctionLowering::finish_call(const llvm::CallBase& call) {
  const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (invoke == nullptr) return;
  edge(invoke->getParent(), invoke->getNormalDest());
  emit_edges(invoke->getParent());
}

// What a landing pad obtains: the exception and a selector, which says which clause it goes to. A
// model decides whether a clause catches the exception; cleanups have selector 0.
void FunctionLowering::landing_pad(const llvm::LandingPadInst& pad) {
  const std::uint32_t caught = b_.fresh_pair();
  b_.emit({.op = Opcode::Caught, .dst = caught});
  const Operand exception = Operand::reg(caught), type = Operand::reg(caught + 1);
  pass_jumps(exception, type);
  Operand selector = number(0);
  for (unsigned i = pad.getNumClauses(); i-- > 0;) {
    const llvm::Constant* clause = pad.getClause(i);
    if (pad.isFilter(i)) {
      const auto* array = llvm::dyn_cast<llvm::ArrayType>(clause->getType());
      if (array == nullptr || array->getNumElements() != 0)
        throw Refusal{"exception specifications that name types are not supported"};
      selector = number(0xffffffffu);
      continue;
    }
    const Operand id = number(program_.type_id(clause));
    if (clause->isNullValue()) {
      selector = id;
      continue;
    }
    const auto* catches =
        llvm::dyn_cast_or_null<llvm::Function>(program_.symbols().definition("__overtake_catches"));
    if (catches == nullptr) throw InternalError("the models lack __overtake_catches");
    const Operand arguments[] = {exception, type, scalar(clause)};
    selector = b_.select(b_.call(program_.function(*catches), arguments), id, selector);
  }
  define(&pad, Words{exception, selector});
}

void FunctionLowering::resume(const llvm::ResumeInst& i) {
  const Operand exception = value(i.getValue())[0];
  Operand type = number(0);
  const auto* type_of = llvm::dyn_cast_or_null<llvm::Function>(
      program_.symbols().definition("__overtake_exception_type"));
  if (type_of != nullptr) {
    const Operand arguments[] = {exception};
    type = b_.call(program_.function(*type_of), arguments);
  }
  b_.emit({.op = Opcode::Resume, .a = exception, .b = type});
}

}  // namespace overtake::frontend
