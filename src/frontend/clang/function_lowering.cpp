#include "frontend/clang/function_lowering.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "base/error.h"
#include "ir/refused.h"

namespace overtake::frontend {

FunctionLowering::FunctionLowering(ProgramLowering& program, const llvm::Function& function,
                                   ir::FunctionId id, Refusals& refusals)
    : program_(program),
      function_(function),
      refusals_(refusals),
      model_(program.symbols().is_model(function)),
      atomic_section_(function.getName().starts_with("__VERIFIER_atomic_")),
      b_(program.program(), id) {}

bool FunctionLowering::run() {
  b_.at(program_.program().functions[b_.id().index()].source);
  try {
    std::vector<const llvm::BasicBlock*> order;
    for (const llvm::BasicBlock* block :
         llvm::ReversePostOrderTraversal<const llvm::Function*>(&function_))
      order.push_back(block);
    for (const llvm::BasicBlock* block : order) {
      labels_[block] = b_.label();
      for (const llvm::PHINode& phi : block->phis()) {
        Words registers;
        for (std::size_t i = 0; i < words(phi.getType()).size(); ++i)
          registers.push_back(Operand::reg(b_.fresh()));
        define(&phi, registers);
      }
    }
    if (saves_jumps()) jump_landing_ = b_.label();
    parameters();
    for (std::size_t i = 0; i < order.size(); ++i)
      block(*order[i], i + 1 < order.size() ? order[i + 1] : nullptr);
    current_ = nullptr;
    emit_jump_landing();
  } catch (const Refusal& refusal) {
    std::string message = program_.places().text(b_.source()) + ": " + refusal.what;
    if (current_ != nullptr && refusals_.try_emplace(current_, message).second) return false;
    // Nor can its result be: the whole function is refused, for the first reason in it.
    for (const llvm::BasicBlock& block : llvm::reverse(function_))
      for (const llvm::Instruction& i : llvm::reverse(block))
        if (const auto known = refusals_.find(&i); known != refusals_.end())
          message = known->second;
    ir::refuse(program_.program(), b_.id(), message);
    return true;
  }
  b_.finish();
  return true;
}

void FunctionLowering::refused(const llvm::Instruction& i, const std::string& message) {
  const ir::FunctionId stub =
      ir::declare_function(program_.program(), std::string(ir::kRefusedInstruction), 0);
  ir::refuse(program_.program(), stub, message);
  b_.call(stub, {});
  if (i.isTerminator()) b_.emit({.op = Opcode::Trap});
  if (!i.getType()->isVoidTy()) define_zero(&i);
}

void FunctionLowering::parameters() {
  std::uint32_t next = 0;
  if (words(function_.getReturnType()).size() > kMaxReturnWords)
    return_buffer_ = b_.parameter(next++);
  for (const llvm::Argument& a : function_.args()) {
    Words registers;
    for (std::size_t i = 0; i < words(a.getType()).size(); ++i)
      registers.push_back(b_.parameter(next++));
    define(&a, registers);
  }
  if (function_.isVarArg()) variadic_ = b_.parameter(next);
  if (atomic_section_) b_.emit({.op = Opcode::AtomicBegin});
  // An argument that is passed by value is the callee's own: it is copied here rather than by the
  // caller, so that the object belongs to the frame that may use it.
  for (const llvm::Argument& a : function_.args()) {
    if (!a.hasByValAttr()) continue;
    llvm::Type* type = a.getParamByValType();
    const Operand copy = b_.alloca_(number(size(type)));
    copy_object(copy, scalar(&a), type);
    define(&a, copy);
  }
  std::uint64_t buffer = 0, scratch = 0;
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      scratch = std::max(scratch, scratch_size(i));
      if (const auto* c = llvm::dyn_cast<llvm::CallBase>(&i))
        buffer = std::max(buffer, variadic_size(*c));
    }
  if (buffer != 0) variadic_buffer_ = b_.alloca_(number(buffer));
  if (scratch != 0) scratch_ = b_.alloca_(number(scratch));
}

// --- values --------------------------------------------------------------------------------------

FunctionLowering::Words FunctionLowering::value(const llvm::Value* v) {
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) return constant(c);
  auto it = values_.find(v);
  if (it == values_.end()) {
    if (llvm::isa<llvm::MetadataAsValue>(v)) return {};
    std::string text;
    llvm::raw_string_ostream(text) << *v;
    throw InternalError("a value is used before it is defined:" + text);
  }
  return it->second;
}

FunctionLowering::Operand FunctionLowering::scalar(const llvm::Value* v) {
  const Words all = value(v);
  if (all.empty()) return number(0);
  return all.front();
}

void FunctionLowering::define_zero(const llvm::Value* v) {
  define(v, Words(words(v->getType()).size(), number(0)));
}

FunctionLowering::Words FunctionLowering::constant(const llvm::Constant* c) {
  // The address of a thread-local variable is no constant.
  if (c->getType()->isPointerTy()) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = c->stripAndAccumulateConstantOffsets(program_.layout().data(), offset,
                                                                   /*AllowNonInbounds=*/true);
    if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(base);
        g != nullptr && g->isThreadLocal())
      return {address_offset(thread_local_address(*g), offset.getZExtValue())};
  }
  if (llvm::isa<llvm::UndefValue>(c)) return undefined(c->getType());
  Words all;
  for (std::uint64_t w : program_.words(*c)) all.push_back(number(w));
  return all;
}

FunctionLowering::Words FunctionLowering::undefined(llvm::Type* type) {
  Words all;
  for (const Word& w : words(type)) all.push_back(b_.undefined(w.bits));
  return all;
}

FunctionLowering::Operand FunctionLowering::as_pair(const Words& words) {
  const bool consecutive = !words[0].is_constant() && !words[1].is_constant() &&
                           words[1].index() == words[0].index() + 1;
  if (consecutive) return words[0];
  const std::uint32_t pair = b_.fresh_pair();
  b_.move(pair, words[0]);
  b_.move(pair + 1, words[1]);
  return Operand::reg(pair);
}

std::optional<std::uint64_t> FunctionLowering::known(const llvm::Value* v) const {
  const auto* i = llvm::dyn_cast<llvm::ConstantInt>(v);
  if (i == nullptr || i->getBitWidth() > 64) return std::nullopt;
  return i->getZExtValue();
}

std::optional<std::string> FunctionLowering::known_string(const llvm::Value* v) {
  const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v->stripPointerCasts());
  if (g == nullptr || !g->isConstant() || !g->hasInitializer()) return std::nullopt;
  if (g->getInitializer()->isNullValue()) return "";
  const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(g->getInitializer());
  if (data == nullptr || !data->isCString()) return std::nullopt;
  return data->getAsCString().str();
}

// --- blocks --------------------------------------------------------------------------------------

void FunctionLowering::block(const llvm::BasicBlock& block, const llvm::BasicBlock* next) {
  next_ = next;
  b_.bind(labels_[&block]);
  for (const llvm::Instruction& i : block) {
    if (llvm::isa<llvm::PHINode>(i)) continue;
    // Line 0 is what the optimizer leaves where no line is right.
    if (const llvm::DebugLoc& location = i.getDebugLoc(); location && location.getLine() != 0)
      b_.at(program_.places().at(location.get(), model_));
    if (const auto* made = llvm::dyn_cast<llvm::CallBase>(&i); made != nullptr && !model_)
      program_.names().call(*made, b_.source());
    current_ = &i;
    if (const auto known = refusals_.find(&i); known != refusals_.end())
      refused(i, known->second);
    else
      instruction(i);
  }
}

void FunctionLowering::instruction(const llvm::Instruction& i) {
  using I = llvm::Instruction;
  if (i.isTerminator()) return terminator(i);
  if (const auto* o = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return binary(*o);
  if (const auto* c = llvm::dyn_cast<llvm::CmpInst>(&i)) return compare(*c);
  if (const auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return cast(*c);
  if (const auto* c = llvm::dyn_cast<llvm::CallInst>(&i)) return call(*c);
  switch (i.getOpcode()) {
    case I::Load:
      return load(llvm::cast<llvm::LoadInst>(i));
    case I::Store:
      return store(llvm::cast<llvm::StoreInst>(i));
    case I::GetElementPtr:
      return element_pointer(i);
    case I::Alloca:
      return alloca_(llvm::cast<llvm::AllocaInst>(i));
    case I::AtomicRMW:
      return rmw(llvm::cast<llvm::AtomicRMWInst>(i));
    case I::AtomicCmpXchg:
      return compare_exchange(llvm::cast<llvm::AtomicCmpXchgInst>(i));
    case I::Fence:
      return fence(llvm::cast<llvm::FenceInst>(i));
    case I::Select:
      return select(llvm::cast<llvm::SelectInst>(i));
    case I::ExtractValue:
      return extract(llvm::cast<llvm::ExtractValueInst>(i));
    case I::InsertValue:
      return insert(llvm::cast<llvm::InsertValueInst>(i));
    case I::ExtractElement:
    case I::InsertElement:
    case I::ShuffleVector:
      return vector(i);
    case I::Freeze: {
      Words result;
      for (Operand a : value(i.getOperand(0))) result.push_back(unary(Opcode::Freeze, 0, a));
      return define(&i, result);
    }
    case I::LandingPad:
      return landing_pad(llvm::cast<llvm::LandingPadInst>(i));
    case I::FNeg:
      return negate(i);
    default:
      throw Refusal{std::string("LLVM instruction '") + i.getOpcodeName() + "' is not supported"};
  }
}

void FunctionLowering::terminator(const llvm::Instruction& i) {
  using I = llvm::Instruction;
  switch (i.getOpcode()) {
    case I::Br:
      return branch(llvm::cast<llvm::BranchInst>(i));
    case I::Switch:
      return switch_(llvm::cast<llvm::SwitchInst>(i));
    case I::IndirectBr:
      return indirect_branch(llvm::cast<llvm::IndirectBrInst>(i));
    case I::Ret:
      return return_(llvm::cast<llvm::ReturnInst>(i));
    case I::Invoke:
      return call(llvm::cast<llvm::CallBase>(i));
    case I::Resume:
      return resume(llvm::cast<llvm::ResumeInst>(i));
    case I::Unreachable:
      if (!b_.terminated()) b_.emit({.op = Opcode::Trap});
      return;
    case I::CallBr: {
      const auto& jump = llvm::cast<llvm::CallBrInst>(i);
      assembly(jump);
      edge(jump.getParent(), jump.getDefaultDest());
      return emit_edges(jump.getParent());
    }
    default:
      throw Refusal{std::string("LLVM instruction '") + i.getOpcodeName() + "' is not supported"};
  }
}

void FunctionLowering::branch(const llvm::BranchInst& i) {
  if (i.isUnconditional()) return edge(i.getParent(), i.getSuccessor(0));
  const Operand condition = scalar(i.getCondition());
  const ir::Label then = edge_label(i.getParent(), i.getSuccessor(0));
  const ir::Label otherwise = edge_label(i.getParent(), i.getSuccessor(1));
  b_.branch(condition, then, otherwise);
  emit_edges(i.getParent());
}

void FunctionLowering::switch_(const llvm::SwitchInst& i) {
  const llvm::BasicBlock* from = i.getParent();
  const unsigned bits = i.getCondition()->getType()->getIntegerBitWidth();
  if (bits > 64) {  // one comparison after the other
    for (const auto& c : i.cases()) {
      const ir::Label next = b_.label();
      b_.branch(integer_compare(llvm::CmpInst::ICMP_EQ, bits, value(i.getCondition()),
                                value(c.getCaseValue())),
                edge_label(from, c.getCaseSuccessor()), next);
      b_.bind(next);
    }
    b_.jump(edge_label(from, i.getDefaultDest()));
    return emit_edges(from);
  }
  std::vector<std::pair<std::uint64_t, ir::Label>> cases;
  for (const auto& c : i.cases())
    cases.emplace_back(c.getCaseValue()->getZExtValue(), edge_label(from, c.getCaseSuccessor()));
  b_.switch_on(scalar(i.getCondition()), bits, cases, edge_label(from, i.getDefaultDest()));
  emit_edges(from);
}

void FunctionLowering::indirect_branch(const llvm::IndirectBrInst& i) {
  const llvm::BasicBlock* from = i.getParent();
  std::vector<std::pair<std::uint64_t, ir::Label>> cases;
  for (unsigned n = 0; n < i.getNumDestinations(); ++n) {
    const std::uint64_t name = program_.block_address(*i.getDestination(n));
    const bool known = std::ranges::any_of(cases, [&](const auto& c) { return c.first == name; });
    if (!known) cases.emplace_back(name, edge_label(from, i.getDestination(n)));
  }
  const ir::Label wild = b_.label();
  b_.switch_on(scalar(i.getAddress()), 64, cases, wild);
  b_.bind(wild);
  b_.emit({.op = Opcode::Trap});
  emit_edges(from);
}

void FunctionLowering::return_(const llvm::ReturnInst& i) {
  Words result;
  if (i.getReturnValue() != nullptr) result = value(i.getReturnValue());
  if (return_buffer_.present())
    store_words(return_buffer_, i.getReturnValue()->getType(), result, ir::Order::Plain);
  if (atomic_section_) b_.emit({.op = Opcode::AtomicEnd});
  if (result.empty() || result.size() > kMaxReturnWords) return b_.ret();
  if (result.size() == 1) return b_.ret(result[0]);
  b_.ret(result[0], result[1]);
}

void FunctionLowering::edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  std::vector<std::pair<std::uint32_t, Operand>> copies;
  for (const llvm::PHINode& phi : to->phis()) {
    const llvm::Value* incoming = phi.getIncomingValueForBlock(from);
    const Words source = value(incoming);
    const Words& target = values_[&phi];
    for (std::size_t i = 0; i < target.size(); ++i)
      if (target[i] != source[i]) copies.emplace_back(target[i].index(), source[i]);
  }
  copy_parallel(std::move(copies));
  if (to != next_ || !pending_edges_.empty()) b_.jump(labels_[to]);
}

ir::Label FunctionLowering::edge_label(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  (void)from;
  if (!has_phis(to)) return labels_[to];
  auto [it, added] = pending_edges_.try_emplace(to, ir::Label::none());
  if (added) it->second = b_.label();
  return it->second;
}

void FunctionLowering::emit_edges(const llvm::BasicBlock* from) {
  // In the order of the successors, so that the code does not depend on addresses.
  for (const llvm::BasicBlock* to : llvm::successors(from)) {
    auto it = pending_edges_.find(to);
    if (it == pending_edges_.end()) continue;
    b_.bind(it->second);
    edge(from, to);
    pending_edges_.erase(to);
  }
}

// Writes all targets at once: a register that is still to be read is written last, and a cycle is
// broken by a fresh register.
void FunctionLowering::copy_parallel(std::vector<std::pair<std::uint32_t, Operand>> copies) {
  while (!copies.empty()) {
    auto free = std::ranges::find_if(copies, [&](const auto& c) {
      return std::ranges::none_of(copies, [&](const auto& other) {
        return &other != &c && other.second == Operand::reg(c.first);
      });
    });
    if (free == copies.end()) {
      const std::uint32_t saved = b_.fresh();
      const Operand cut = Operand::reg(copies.front().first);
      b_.move(saved, cut);
      for (auto& c : copies)
        if (c.second == cut) c.second = Operand::reg(saved);
      continue;
    }
    b_.move(free->first, free->second);
    copies.erase(free);
  }
}

}  // namespace overtake::frontend
