#include "frontend/clang/program_lowering.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "frontend/clang/clang.h"
#include "frontend/clang/database.h"
#include "frontend/clang/entry.h"
#include "frontend/clang/footprint.h"
#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

ProgramLowering::ProgramLowering(Symbols& symbols, const Input& input)
    : symbols_(symbols),
      input_(input),
      layout_(symbols.layout()),
      places_(program_, names_, input.files) {
  for (const auto& module : symbols.modules())
    for (const char* name : {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"})
      has_jumps_ |= module->getFunction(name) != nullptr;
}

ir::Program ProgramLowering::run() {
  build_start();
  while (!pending_functions_.empty() || !pending_globals_.empty()) {
    if (!pending_functions_.empty()) {
      const auto [function, id] = pending_functions_.back();
      pending_functions_.pop_back();
      FunctionLowering::Refusals refusals;
      while (!FunctionLowering(*this, *function, id, refusals).run()) {
      }
    } else {
      const auto [variable, id] = pending_globals_.back();
      pending_globals_.pop_back();
      lower_initial_value(*variable, id);
    }
  }
  // Models that have something to do at the end of threads, or when an exception leaves one, name
  // these functions.
  const auto hook = [&](const char* name) {
    const llvm::GlobalValue* definition = symbols_.definition(name);
    const auto it = functions_.find(definition);
    return definition != nullptr && it != functions_.end() ? it->second : ir::FunctionId::none();
  };
  program_.thread_end = hook("__overtake_thread_end");
  program_.uncaught = hook("__overtake_uncaught");
  program_.names.table = std::make_shared<const ir::DebugNames>(names_.finish());
  return std::move(program_);
}

ir::FunctionId ProgramLowering::function(const llvm::Function& definition) {
  auto [it, added] = functions_.try_emplace(&definition, ir::FunctionId::none());
  if (!added) return it->second;
  std::size_t parameters = definition.isVarArg() ? 1 : 0;
  if (layout_.words(definition.getReturnType()).size() > kMaxReturnWords) ++parameters;
  for (const llvm::Argument& a : definition.args()) parameters += layout_.words(a.getType()).size();
  const ir::FunctionId id = ir::declare_function(program_, definition.getName().str(),
                                                 static_cast<std::uint32_t>(parameters));
  ir::Function& f = program_.functions[id.index()];
  f.variadic = definition.isVarArg();
  f.source = places_.of(definition, symbols_.is_model(definition));
  pending_functions_.emplace_back(&definition, id);
  return functions_[&definition] = id;
}

ir::GlobalId ProgramLowering::global(const llvm::GlobalVariable& definition) {
  auto [it, added] = globals_.try_emplace(&definition, ir::GlobalId::none());
  if (!added) return it->second;
  ir::Global g;
  g.name = definition.getName().str();
  if (g.name.empty()) g.name = ".global." + std::to_string(program_.globals.size());
  g.size = layout_.size(definition.getValueType());
  g.constant = definition.isConstant() && !definition.isThreadLocal();
  g.thread_local_ = definition.isThreadLocal();
  const ir::GlobalId id = program_.add_global(std::move(g));
  names_.global(definition, id);
  pending_globals_.emplace_back(&definition, id);
  return globals_[&definition] = id;
}

const llvm::GlobalVariable& ProgramLowering::variable(const llvm::GlobalVariable& mentioned) {
  const llvm::GlobalValue* found = symbols_.definition(mentioned);
  if (const auto* v = llvm::dyn_cast_or_null<llvm::GlobalVariable>(found)) return *v;
  throw Refusal{"use of undefined variable '" + llvm::demangle(mentioned.getName()) +
                "'; give the source file that defines it"};
}

// A function that is named but nowhere defined: its address is a value like any other, calling it
// through a pointer is an error of the program.
ir::FunctionId ProgramLowering::undefined_function(const llvm::GlobalValue& value) {
  auto [it, added] = functions_.try_emplace(&value, ir::FunctionId::none());
  if (!added) return it->second;
  ir::FunctionBuilder builder(program_, value.getName().str(), 0);
  // As in models, the error is the caller's.
  builder.at(ir::add_source(program_,
                            ir::add_file(program_, "<undefined>", ir::FileOrigin::Library), 0, 0));
  builder.fail(ir::ErrorKind::InvalidCall,
               "call of undefined function '" + llvm::demangle(value.getName()) + "'");
  return functions_[&value] = builder.finish();
}

std::uint64_t ProgramLowering::address(const llvm::GlobalValue& value) {
  const llvm::GlobalValue* found = symbols_.definition(value);
  if (found == nullptr && value.hasExternalWeakLinkage()) return 0;
  if (const auto* f = llvm::dyn_cast_or_null<llvm::Function>(found))
    return ir::function_address(function(*f));
  if (llvm::isa<llvm::Function>(value)) {
    // One stub for a name, whichever module mentions it.
    const llvm::GlobalValue* first = &value;
    for (const auto& module : symbols_.modules())
      if (const llvm::GlobalValue* v = module->getNamedValue(value.getName())) {
        first = v;
        break;
      }
    return ir::function_address(undefined_function(*first));
  }
  if (const auto* v = llvm::dyn_cast<llvm::GlobalVariable>(found != nullptr ? found : &value))
    return address_of(program_.globals[global(variable(*v)).index()].slot);
  if (const auto* alias = llvm::dyn_cast_or_null<llvm::GlobalAlias>(found))
    return scalar(*alias->getAliasee());
  throw Refusal{"'" + value.getName().str() + "' is neither a function nor a variable"};
}

std::uint64_t ProgramLowering::block_address(const llvm::BasicBlock& block) {
  auto [it, added] = blocks_.try_emplace(&block, 0);
  if (added) it->second = address(*block.getParent()) + 1 + blocks_.size();
  return blocks_[&block];
}

std::uint32_t ProgramLowering::type_id(const llvm::Value* type_info) {
  // One type, one id, whichever module names it.
  const llvm::Value* key = type_info->stripPointerCasts();
  if (const auto* g = llvm::dyn_cast<llvm::GlobalValue>(key))
    if (const llvm::GlobalValue* d = symbols_.definition(*g)) key = d;
  return type_ids_.try_emplace(key, type_ids_.size() + 1).first->second;
}

std::vector<std::uint64_t> ProgramLowering::words(const llvm::Constant& constant) {
  llvm::Type* type = constant.getType();
  const std::size_t count = layout_.words(type).size();
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant))
    return std::vector<std::uint64_t>(count, 0);
  if (type->isAggregateType() || type->isVectorTy()) {
    std::vector<std::uint64_t> all;
    const unsigned elements = type->isStructTy() ? type->getStructNumElements()
                              : type->isArrayTy()
                                  ? type->getArrayNumElements()
                                  : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < elements; ++i) {
      const llvm::Constant* element = constant.getAggregateElement(i);
      if (element == nullptr) throw Refusal{"a constant expression of aggregate type"};
      for (std::uint64_t w : words(*element)) all.push_back(w);
    }
    return all;
  }
  if (count == 1) return {scalar(constant)};
  llvm::APInt bits;
  if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    bits = i->getValue();
  else if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    bits = f->getValueAPF().bitcastToAPInt();
  else
    throw Refusal{"a constant expression of more than 64 bits"};
  return {bits.getRawData(), bits.getRawData() + count};
}

std::uint64_t ProgramLowering::scalar(const llvm::Constant& constant) {
  if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return i->getZExtValue();
  if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return f->getValueAPF().bitcastToAPInt().getZExtValue();
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return 0;
  if (const auto* g = llvm::dyn_cast<llvm::GlobalValue>(&constant)) return address(*g);
  if (const auto* b = llvm::dyn_cast<llvm::BlockAddress>(&constant))
    return block_address(*b->getBasicBlock());
  if (const auto* d = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&constant))
    return address(*d->getGlobalValue());
  if (const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) return expression(*e);
  std::string text;
  llvm::raw_string_ostream(text) << constant;
  throw Refusal{"unsupported constant: " + text};
}

std::uint64_t ProgramLowering::expression(const llvm::ConstantExpr& e) {
  const unsigned bits = layout_.data().getTypeSizeInBits(e.getType());
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  auto operand = [&](unsigned i) { return scalar(*e.getOperand(i)); };
  switch (e.getOpcode()) {
    case llvm::Instruction::GetElementPtr: {
      llvm::APInt offset(64, 0);
      if (llvm::cast<llvm::GEPOperator>(e).accumulateConstantOffset(layout_.data(), offset))
        return operand(0) + offset.getZExtValue();
      break;
    }
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::IntToPtr:
      return operand(0);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::Trunc:
      return operand(0) & mask;
    case llvm::Instruction::Add:
      return (operand(0) + operand(1)) & mask;
    case llvm::Instruction::Sub:
      return (operand(0) - operand(1)) & mask;
    case llvm::Instruction::Mul:
      return (operand(0) * operand(1)) & mask;
    case llvm::Instruction::Xor:
      return operand(0) ^ operand(1);
    default:
      break;
  }
  std::string text;
  llvm::raw_string_ostream(text) << e;
  throw Refusal{"unsupported constant expression: " + text};
}

void ProgramLowering::write(const llvm::Constant& constant, std::uint64_t offset,
                            std::vector<std::uint8_t>& image) {
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
  llvm::Type* type = constant.getType();
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    const llvm::StringRef raw = data->getRawDataValues();
    std::memcpy(image.data() + offset, raw.data(), raw.size());
    return;
  }
  if (const auto* aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant)) {
    for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) {
      std::uint64_t at = offset;
      if (auto* s = llvm::dyn_cast<llvm::StructType>(type))
        at += layout_.data().getStructLayout(s)->getElementOffset(i);
      else
        at += i * layout_.size(aggregate->getOperand(i)->getType());
      write(*aggregate->getOperand(i), at, image);
    }
    return;
  }
  const std::vector<std::uint64_t> value = words(constant);
  const std::uint64_t size = layout_.data().getTypeStoreSize(type);
  std::memcpy(image.data() + offset, value.data(), size);
}

void ProgramLowering::lower_initial_value(const llvm::GlobalVariable& variable, ir::GlobalId id) {
  if (!variable.hasInitializer()) return;
  std::vector<std::uint8_t> image;
  if (!variable.getInitializer()->isNullValue())
    image.resize(layout_.size(variable.getValueType()));
  try {
    write(*variable.getInitializer(), 0, image);
  } catch (const Refusal& refusal) {
    throw InputError(variable.getParent()->getSourceFileName() + ": in the initial value of '" +
                     variable.getName().str() + "': " + refusal.what);
  }
  while (!image.empty() && image.back() == 0) image.pop_back();
  program_.globals[id.index()].initial = std::move(image);
}

// The function that the main thread runs: constructors by priority, then the entry. main gets one
// argument, the name of the program.
void ProgramLowering::build_start() {
  const llvm::Function& entry = find_entry(symbols_, input_.entry, input_.files.front());

  std::vector<std::pair<std::uint64_t, const llvm::Function*>> constructors;
  for (const auto& module : symbols_.modules()) {
    const llvm::GlobalVariable* list = module->getNamedGlobal("llvm.global_ctors");
    if (list == nullptr || !list->hasInitializer()) continue;
    const auto* array = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
    if (array == nullptr) continue;
    for (const llvm::Use& use : array->operands()) {
      const auto* item = llvm::cast<llvm::ConstantStruct>(use.get());
      const auto* priority = llvm::cast<llvm::ConstantInt>(item->getOperand(0));
      const auto* f = llvm::dyn_cast<llvm::Function>(item->getOperand(1)->stripPointerCasts());
      if (f == nullptr) continue;
      if (const auto* d = llvm::dyn_cast_or_null<llvm::Function>(symbols_.definition(*f)))
        constructors.emplace_back(priority->getZExtValue(), d);
    }
  }
  std::ranges::stable_sort(constructors, {}, &decltype(constructors)::value_type::first);

  ir::FunctionBuilder start(program_, "<start>", 0);
  start.at(places_.of(entry, false));
  for (const auto& [priority, constructor] : constructors) start.call(function(*constructor), {});
  const ir::FunctionId id = function(entry);
  const std::uint32_t parameters = program_.functions[id.index()].parameters;
  std::vector<ir::Operand> arguments;
  if (input_.entry == "main") {
    const Address name =
        address_of(program_.globals[ir::add_string(program_, "program").index()].slot);
    ir::Global argv;
    argv.name = "<argv>";
    argv.size = 24;  // {name, null} and an empty environment
    argv.initial.resize(8);
    std::memcpy(argv.initial.data(), &name, 8);
    const ir::GlobalId vector = program_.add_global(std::move(argv));
    arguments = {start.constant(1), start.global(vector), start.global(vector, 16)};
    arguments.resize(std::min<std::size_t>(parameters, arguments.size()));
  }
  if (arguments.size() != parameters)
    throw InputError(places_.text(start.source()) + ": the entry function '" + input_.entry +
                     "' takes arguments; give one without");
  start.ret(start.call(id, arguments));
  program_.entry = start.finish();
}

ir::Program load_clang(const Input& input) {
  ir::Program program = [&] {
    Symbols symbols(input);
    return ProgramLowering(symbols, input).run();
  }();
  release_compiler();
  return program;
}

std::string preprocess_clang(const Input& input) {
  std::vector<Unit> database;
  if (!input.compile_database.empty()) database = read_database(input.compile_database);
  Unit unit = take_unit(input.files.front(), database);
  unit.flags.insert(unit.flags.end(), input.compiler_flags.begin(), input.compiler_flags.end());
  return preprocess(unit);
}

}  // namespace overtake::frontend
