#include "bmc/formula.h"

#include <utility>

namespace overtake::bmc {

Lit Formula::make(GateKind kind, Lit a, Lit b, Lit c) {
  const Key key{std::uint64_t{a.raw} << 32 | b.raw, static_cast<std::uint64_t>(kind) << 32 | c.raw};
  const auto [it, added] = known_.try_emplace(key, static_cast<std::uint32_t>(gates_.size()));
  if (added) gates_.push_back({kind, a, b, c});
  return Lit{it->second << 1};
}

Lit Formula::input() {
  gates_.push_back({.kind = GateKind::Input});
  return Lit{static_cast<std::uint32_t>(gates_.size() - 1) << 1};
}

Lit Formula::and_(Lit a, Lit b) {
  if (a == kFalse || b == kFalse || a == ~b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (b < a) std::swap(a, b);
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is_and(y)) continue;
    const Gate& g = gates_[y.node()];
    if (!y.negated()) {  // x and (p and q)
      if (g.a == x || g.b == x) return y;
      if (g.a == ~x || g.b == ~x) return kFalse;
    } else {  // x and not (p and q)
      if (g.a == ~x || g.b == ~x) return x;
      if (g.a == x) return and_(x, ~g.b);
      if (g.b == x) return and_(x, ~g.a);
    }
  }
  if (a.negated() && b.negated() && is_and(a) && is_and(b)) {
    // not (p and q) and not (p and not q)
    const Gate& g = gates_[a.node()];
    const Gate& h = gates_[b.node()];
    if ((g.a == h.a && g.b == ~h.b) || (g.a == h.b && g.b == ~h.a)) return ~g.a;
    if ((g.b == h.b && g.a == ~h.a) || (g.b == h.a && g.a == ~h.b)) return ~g.b;
  }
  return make(GateKind::And, a, b);
}

Lit Formula::xor_(Lit a, Lit b) {
  bool negate = a.negated() != b.negated();
  if (a.negated()) a = ~a;
  if (b.negated()) b = ~b;
  Lit out;
  if (a == b)
    out = kFalse;
  else if (a == kFalse)
    out = b;
  else if (b == kFalse)
    out = a;
  else
    out = make(GateKind::Xor, std::min(a, b), std::max(a, b));
  return negate ? ~out : out;
}

Lit Formula::ite(Lit c, Lit t, Lit e) {
  if (c == kTrue || t == e) return t;
  if (c == kFalse) return e;
  if (t == kTrue || t == c) return or_(c, e);
  if (t == kFalse || t == ~c) return and_(~c, e);
  if (e == kFalse || e == c) return and_(c, t);
  if (e == kTrue || e == ~c) return or_(~c, t);
  if (t == ~e) return equal(c, t);
  if (c.negated()) {
    c = ~c;
    std::swap(t, e);
  }
  // The same condition again.
  if (const Gate& g = gates_[t.node()]; g.kind == GateKind::Ite && g.a == c) {
    const Lit inner = t.negated() ? ~g.b : g.b;
    return ite(c, inner, e);
  }
  if (const Gate& g = gates_[e.node()]; g.kind == GateKind::Ite && g.a == c) {
    const Lit inner = e.negated() ? ~g.c : g.c;
    return ite(c, t, inner);
  }
  // Half of the same choice again: one condition for both, which many bits share.
  if (const Gate& g = gates_[t.node()]; g.kind == GateKind::Ite) {
    const Lit x = t.negated() ? ~g.b : g.b;
    const Lit y = t.negated() ? ~g.c : g.c;
    if (y == e) return ite(and_(c, g.a), x, e);
    if (x == e) return ite(and_(c, ~g.a), y, e);
  }
  if (const Gate& g = gates_[e.node()]; g.kind == GateKind::Ite) {
    const Lit x = e.negated() ? ~g.b : g.b;
    const Lit y = e.negated() ? ~g.c : g.c;
    if (x == t) return ite(or_(c, g.a), t, y);
    if (y == t) return ite(or_(c, ~g.a), t, x);
  }
  if (t.negated()) return ~make(GateKind::Ite, c, ~t, ~e);
  return make(GateKind::Ite, c, t, e);
}

}  // namespace overtake::bmc
