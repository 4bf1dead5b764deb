#include "frontend/clang/debug_lowering.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace overtake::frontend {
namespace {

namespace dwarf = llvm::dwarf;

// Typedefs and qualifiers name no other memory. `alias` becomes the innermost typedef's name.
const llvm::DIType* plain(const llvm::DIType* type, llvm::StringRef* alias = nullptr) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_template_alias:
        if (alias != nullptr) *alias = derived->getName();
        break;
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
        break;
      default:
        return type;
    }
    type = derived->getBaseType();
  }
  return type;
}

bool in_library(const llvm::DIScope& scope) {
  const llvm::DIFile* file = scope.getFile();
  if (file == nullptr) return false;
  const llvm::StringRef name = file->getFilename();
  const llvm::StringRef path = name.starts_with("/") ? name : file->getDirectory();
  return path.starts_with("/usr/") || path.starts_with("/overtake/");
}

// "Ring<int, 2>::Slot": classes around it, but no namespaces.
std::string scoped_name(const llvm::DIScope* scope, llvm::StringRef name) {
  std::string full = name.str();
  for (; scope != nullptr; scope = scope->getScope()) {
    if (!llvm::isa<llvm::DICompositeType>(scope)) continue;
    const llvm::StringRef outer = scope->getName();
    if (!outer.empty()) full.insert(0, outer.str() + "::");
  }
  return full;
}

// Raw memory of the C++ library in which an object of its template argument lives.
bool is_storage(llvm::StringRef name) {
  return name.starts_with("__aligned_buffer<") || name.starts_with("__aligned_membuf<");
}

const llvm::DIType* first_argument(const llvm::DICompositeType& type) {
  for (const llvm::DITemplateParameter* parameter : type.getTemplateParams())
    if (llvm::isa<llvm::DITemplateTypeParameter>(parameter)) return parameter->getType();
  return nullptr;
}

bool is_virtual(const llvm::DIDerivedType& base) { return base.isVirtual(); }

}  // namespace

ir::TypeId DebugLowering::type(const llvm::DIType* wanted) {
  const llvm::DIType* bare = plain(wanted);
  if (bare == nullptr) return ir::TypeId::none();
  // A struct without a name of its own is known by its typedef.
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(bare);
  const llvm::DIType* key = composite != nullptr && composite->getName().empty() ? wanted : bare;
  auto [it, added] = types_.try_emplace(key, ir::TypeId::none());
  if (!added) return it->second;
  const ir::TypeId id{names_.types.size()};
  it->second = id;
  names_.types.emplace_back();
  pending_.emplace_back(key, id);
  return id;
}

ir::TypeId DebugLowering::pointee(const llvm::DIType* type) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
  if (pointer == nullptr || pointer->getTag() != dwarf::DW_TAG_pointer_type)
    return ir::TypeId::none();
  const llvm::DIType* target = plain(pointer->getBaseType());
  if (target == nullptr || llvm::isa<llvm::DISubroutineType>(target)) return ir::TypeId::none();
  return this->type(pointer->getBaseType());
}

void DebugLowering::fill(const llvm::DIType* key, ir::TypeId id) {
  llvm::StringRef alias;
  const llvm::DIType* bare = plain(key, &alias);
  ir::Type out;
  if (const auto* b = llvm::dyn_cast<llvm::DIBasicType>(bare)) {
    out = basic(*b);
  } else if (const auto* c = llvm::dyn_cast<llvm::DICompositeType>(bare)) {
    out = composite(*c);
    if (out.name.empty()) out.name = alias.str();
  } else if (const auto* d = llvm::dyn_cast<llvm::DIDerivedType>(bare)) {
    const unsigned tag = d->getTag();
    const bool reference =
        tag == dwarf::DW_TAG_reference_type || tag == dwarf::DW_TAG_rvalue_reference_type;
    if (reference || tag == dwarf::DW_TAG_pointer_type) {
      out.kind = reference ? ir::TypeKind::Reference : ir::TypeKind::Pointer;
      out.element = type(d->getBaseType());
    }
    out.size = d->getSizeInBits() / 8;
  }
  names_.types[id.index()] = std::move(out);
}

ir::Type DebugLowering::basic(const llvm::DIBasicType& b) const {
  ir::Type out;
  out.name = b.getName().str();
  out.size = b.getSizeInBits() / 8;
  switch (b.getEncoding()) {
    case dwarf::DW_ATE_boolean:
      out.kind = ir::TypeKind::Boolean;
      break;
    case dwarf::DW_ATE_float:
      out.kind = ir::TypeKind::Float;
      break;
    case dwarf::DW_ATE_signed:
      out.kind = ir::TypeKind::Integer;
      break;
    case dwarf::DW_ATE_signed_char:
      out.kind = out.name == "char" ? ir::TypeKind::Character : ir::TypeKind::Integer;
      break;
    case dwarf::DW_ATE_UTF:
      out.kind = out.size == 1 ? ir::TypeKind::Character : ir::TypeKind::Unsigned;
      break;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
      out.kind = ir::TypeKind::Unsigned;
      break;
    default:
      break;
  }
  return out;
}

ir::Type DebugLowering::composite(const llvm::DICompositeType& c) {
  if (c.getTag() == dwarf::DW_TAG_array_type) return array(c);
  ir::Type out;
  out.size = c.getSizeInBits() / 8;
  out.library = in_library(c);
  if (!c.getName().empty()) out.name = scoped_name(c.getScope(), c.getName());
  if (c.isForwardDecl()) return out;
  if (c.getTag() == dwarf::DW_TAG_enumeration_type) {
    out.kind = ir::TypeKind::Enum;
    const bool scoped = (c.getFlags() & llvm::DINode::FlagEnumClass) != 0;
    for (const llvm::DINode* e : c.getElements())
      if (const auto* item = llvm::dyn_cast_or_null<llvm::DIEnumerator>(e))
        out.enumerators.push_back({(scoped ? c.getName().str() + "::" : "") + item->getName().str(),
                                   item->getValue().getSExtValue()});
    return out;
  }
  out.kind = c.getTag() == dwarf::DW_TAG_union_type ? ir::TypeKind::Union : ir::TypeKind::Record;
  if (const llvm::DIType* argument = first_argument(c)) {
    out.argument = type(argument);
    if (is_storage(c.getName())) {
      out.kind = ir::TypeKind::Record;
      out.members.push_back({.type = out.argument});
      return out;
    }
  }
  members(c, out);
  return out;
}

void DebugLowering::members(const llvm::DICompositeType& c, ir::Type& out) {
  for (const llvm::DINode* e : c.getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(e);
    if (member == nullptr || member->isStaticMember()) continue;
    ir::Member m{.name = member->getName().str(), .type = type(member->getBaseType())};
    m.offset = member->getOffsetInBits() / 8;
    if (member->getTag() == dwarf::DW_TAG_inheritance) {
      if (is_virtual(*member)) continue;  // where it lies is not known before the program runs
      m.base = true;
      m.name.clear();
    } else if (member->getTag() != dwarf::DW_TAG_member) {
      continue;
    } else if (member->isBitField()) {
      m.bits = static_cast<std::uint32_t>(member->getSizeInBits());
      m.first_bit = static_cast<std::uint32_t>(member->getOffsetInBits() % 8);
    }
    out.members.push_back(std::move(m));
  }
}

// int a[2][3] is an array of 2 arrays of 3.
ir::Type DebugLowering::array(const llvm::DICompositeType& c) {
  std::vector<std::uint64_t> counts;
  for (const llvm::DINode* e : c.getElements()) {
    const auto* range = llvm::dyn_cast_or_null<llvm::DISubrange>(e);
    if (range == nullptr) continue;
    const auto* count = range->getCount().dyn_cast<llvm::ConstantInt*>();
    const std::int64_t n = count != nullptr ? count->getSExtValue() : 0;
    counts.push_back(n > 0 ? static_cast<std::uint64_t>(n) : 0);
  }
  if (counts.empty()) counts.push_back(0);
  std::uint64_t size = c.getSizeInBits() / 8;
  const llvm::DIType* base = plain(c.getBaseType());
  ir::TypeId element = type(c.getBaseType());
  std::uint64_t each = base != nullptr ? base->getSizeInBits() / 8 : 0;
  for (std::size_t i = counts.size(); i-- > 1;) {
    ir::Type inner{.kind = ir::TypeKind::Array, .size = each * counts[i], .element = element};
    inner.count = counts[i];
    each = inner.size;
    element = ir::TypeId{names_.types.size()};
    names_.types.push_back(std::move(inner));
  }
  ir::Type out{.kind = ir::TypeKind::Array, .size = size, .element = element};
  out.count = counts.front();
  return out;
}

std::uint32_t DebugLowering::function(const llvm::DISubprogram* s) {
  auto [it, added] = functions_.try_emplace(s, 0);
  if (!added) return it->second;
  std::string name = s->getName().str();
  const auto* of = llvm::dyn_cast_or_null<llvm::DICompositeType>(s->getScope());
  if (of != nullptr && of->getName().empty() && name == "operator()")
    name = "lambda";
  else
    name = scoped_name(s->getScope(), name);
  names_.functions.push_back(std::move(name));
  return it->second = static_cast<std::uint32_t>(names_.functions.size() - 1);
}

std::uint32_t DebugLowering::variable(ir::Variable v) {
  names_.variables.push_back(std::move(v));
  return static_cast<std::uint32_t>(names_.variables.size() - 1);
}

void DebugLowering::global(const llvm::GlobalVariable& memory, ir::GlobalId id) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  memory.getDebugInfo(expressions);
  if (expressions.empty()) return;
  const llvm::DIGlobalVariable* v = expressions.front()->getVariable();
  ir::Variable out{.name = llvm::demangle(memory.getName()), .type = type(v->getType())};
  if (const auto* local = llvm::dyn_cast_or_null<llvm::DILocalScope>(v->getScope())) {
    out.name = v->getName().str();
    out.function = names_.functions[function(local->getSubprogram())];
  }
  names_.globals[id.value] = variable(std::move(out));
}

bool DebugLowering::local(const llvm::AllocaInst& memory, ir::SourceId source) {
  const auto declares = llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&memory));
  if (declares.empty()) return false;
  const llvm::DILocalVariable* v = declares.front()->getVariable();
  ir::Variable out{.name = v->getName().str(), .type = type(v->getType())};
  if (const llvm::DISubprogram* s = v->getScope()->getSubprogram())
    out.function = names_.functions[function(s)];
  names_.locals[source.value] = variable(std::move(out));
  return true;
}

void DebugLowering::place(const llvm::DILocation& location, ir::SourceId source) {
  const llvm::DISubprogram* s = location.getScope()->getSubprogram();
  if (s == nullptr) return;
  if (names_.function_of.size() <= source.index())
    names_.function_of.resize(source.index() + 1, ir::DebugNames::kNoFunction);
  names_.function_of[source.index()] = function(s);
}

// The type of the memory that a store writes, as far as its address says.
const llvm::DIType* DebugLowering::stored_to(const llvm::Value& pointer) const {
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(&pointer)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    g->getDebugInfo(expressions);
    return expressions.empty() ? nullptr : expressions.front()->getVariable()->getType();
  }
  if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(&pointer)) {
    const auto declares = llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(a));
    return declares.empty() ? nullptr : declares.front()->getVariable()->getType();
  }
  return nullptr;
}

// What a pointer that a call returns is first used as.
const llvm::DIType* DebugLowering::destination(const llvm::Value& pointer, int depth) const {
  const auto useful = [](const llvm::DIType* type) {
    const auto* p = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
    return p != nullptr && p->getTag() == dwarf::DW_TAG_pointer_type &&
           plain(p->getBaseType()) != nullptr;
  };
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> none;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgUsers(none, const_cast<llvm::Value*>(&pointer), &records);
  for (llvm::DbgVariableRecord* r : records)
    if (r->isDbgValue() && r->getNumVariableLocationOps() == 1 &&
        useful(r->getVariable()->getType()))
      return r->getVariable()->getType();
  for (const llvm::User* user : pointer.users()) {
    const llvm::DIType* type = nullptr;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &pointer) type = stored_to(*store->getPointerOperand());
    } else if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(user)) {
      const llvm::DISubprogram* s = ret->getFunction()->getSubprogram();
      if (s != nullptr && s->getType() != nullptr && s->getType()->getTypeArray().size() > 0)
        type = s->getType()->getTypeArray()[0];
    } else if (llvm::isa<llvm::PHINode>(user) && depth > 0) {
      type = destination(*user, depth - 1);
    }
    if (useful(type)) return type;
  }
  return nullptr;
}

void DebugLowering::call(const llvm::CallBase& call, ir::SourceId source) {
  if (!call.getType()->isPointerTy() || !source.valid()) return;
  ir::TypeId made;
  if (const auto* site = llvm::dyn_cast_or_null<llvm::DIType>(call.getMetadata("heapallocsite")))
    made = type(site);
  else if (const llvm::DIType* pointer = destination(call, 2))
    made = pointee(pointer);
  if (made.valid()) names_.allocated.try_emplace(source.value, made);
}

ir::DebugNames DebugLowering::finish() {
  while (!pending_.empty()) {
    const auto [type, id] = pending_.back();
    pending_.pop_back();
    fill(type, id);
  }
  return std::exchange(names_, {});
}

}  // namespace overtake::frontend
