#include "bmc/cnf.h"

#include <fmt/format.h>

namespace overtake::bmc {

namespace {

// The gates below the roots, each after its inputs.
std::vector<std::uint32_t> cone(const Formula& formula, std::span<const Lit> constraints,
                                Lit goal) {
  std::vector<char> needed(formula.size(), 0);
  const auto need = [&](Lit l) { needed[l.node()] = 1; };
  for (const Lit l : constraints) need(l);
  need(goal);
  // Inputs of a gate are older than the gate: one sweep downwards finds all.
  for (std::uint32_t n = static_cast<std::uint32_t>(formula.size()); n-- > 0;) {
    if (needed[n] == 0) continue;
    const Gate& g = formula.gate(n);
    if (g.kind == GateKind::Constant || g.kind == GateKind::Input) continue;
    need(g.a);
    need(g.b);
    if (g.kind == GateKind::Ite) need(g.c);
  }
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t n = 0; n < formula.size(); ++n)
    if (needed[n] != 0) nodes.push_back(n);
  return nodes;
}

}  // namespace

Cnf make_cnf(const Formula& formula, std::span<const Lit> constraints, Lit goal) {
  Cnf cnf;
  cnf.variable_of_node.assign(formula.size(), 0);
  const auto add = [&](std::initializer_list<int> clause) {
    cnf.literals.insert(cnf.literals.end(), clause);
    cnf.literals.push_back(0);
    ++cnf.clauses;
  };
  const auto lit = [&](Lit l) {
    const int v = cnf.variable_of_node[l.node()];
    return l.negated() ? -v : v;
  };
  for (const std::uint32_t n : cone(formula, constraints, goal)) {
    const int v = cnf.variable_of_node[n] = ++cnf.variables;
    const Gate& g = formula.gate(n);
    switch (g.kind) {
      case GateKind::Constant:
        add({-v});
        break;
      case GateKind::Input:
        break;
      case GateKind::And:
        add({-v, lit(g.a)});
        add({-v, lit(g.b)});
        add({v, -lit(g.a), -lit(g.b)});
        break;
      case GateKind::Xor: {
        const int a = lit(g.a);
        const int b = lit(g.b);
        add({-v, a, b});
        add({-v, -a, -b});
        add({v, -a, b});
        add({v, a, -b});
        break;
      }
      case GateKind::Ite: {
        const int c = lit(g.a);
        const int t = lit(g.b);
        const int e = lit(g.c);
        add({-v, -c, t});
        add({v, -c, -t});
        add({-v, c, e});
        add({v, c, -e});
        add({-v, t, e});  // implied, and good for propagation
        add({v, -t, -e});
        break;
      }
    }
  }
  for (const Lit l : constraints) {
    // A disjunction of two is a clause of its own.
    const Gate& g = formula.gate(l.node());
    if (l.negated() && g.kind == GateKind::And)
      add({-lit(g.a), -lit(g.b)});
    else
      add({lit(l)});
  }
  add({lit(goal)});
  return cnf;
}

void write_dimacs(std::ostream& out, const Cnf& cnf) {
  out << fmt::format("p cnf {} {}\n", cnf.variables, cnf.clauses);
  for (const int l : cnf.literals) out << l << (l == 0 ? '\n' : ' ');
}

void write_smt2(std::ostream& out, const Formula& formula, std::span<const Lit> constraints,
                Lit goal) {
  const auto name = [](Lit l) {
    return l.negated() ? fmt::format("(not g{})", l.node()) : fmt::format("g{}", l.node());
  };
  out << "(set-logic QF_UF)\n";
  for (const std::uint32_t n : cone(formula, constraints, goal)) {
    const Gate& g = formula.gate(n);
    switch (g.kind) {
      case GateKind::Constant:
        out << fmt::format("(define-fun g{} () Bool false)\n", n);
        break;
      case GateKind::Input:
        out << fmt::format("(declare-fun g{} () Bool)\n", n);
        break;
      case GateKind::And:
        out << fmt::format("(define-fun g{} () Bool (and {} {}))\n", n, name(g.a), name(g.b));
        break;
      case GateKind::Xor:
        out << fmt::format("(define-fun g{} () Bool (xor {} {}))\n", n, name(g.a), name(g.b));
        break;
      case GateKind::Ite:
        out << fmt::format("(define-fun g{} () Bool (ite {} {} {}))\n", n, name(g.a), name(g.b),
                           name(g.c));
        break;
    }
  }
  for (const Lit l : constraints) out << fmt::format("(assert {})\n", name(l));
  out << fmt::format("(assert {})\n(check-sat)\n", name(goal));
}

std::vector<char> evaluate(const Formula& formula, const std::vector<char>& inputs) {
  std::vector<char> v(formula.size(), 0);
  for (std::uint32_t n = 0; n < formula.size(); ++n) {
    const Gate& g = formula.gate(n);
    switch (g.kind) {
      case GateKind::Constant:
        break;
      case GateKind::Input:
        v[n] = inputs[n];
        break;
      case GateKind::And:
        v[n] = holds(v, g.a) && holds(v, g.b) ? 1 : 0;
        break;
      case GateKind::Xor:
        v[n] = holds(v, g.a) != holds(v, g.b) ? 1 : 0;
        break;
      case GateKind::Ite:
        v[n] = (holds(v, g.a) ? holds(v, g.b) : holds(v, g.c)) ? 1 : 0;
        break;
    }
  }
  return v;
}

}  // namespace overtake::bmc
