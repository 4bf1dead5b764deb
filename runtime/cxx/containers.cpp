// What map, list and unordered_map have in the library: red-black trees, list nodes, hashing.
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace std {

using Node = _Rb_tree_node_base;

static Node* next(Node* x) noexcept {
  if (x->_M_right != nullptr) return Node::_S_minimum(x->_M_right);
  Node* up = x->_M_parent;
  while (x == up->_M_right) {
    x = up;
    up = up->_M_parent;
  }
  return x->_M_right != up ? up : x;  // the header is the parent of the root and its child
}

static Node* previous(Node* x) noexcept {
  if (x->_M_color == _S_red && x->_M_parent->_M_parent == x) return x->_M_right;  // the header
  if (x->_M_left != nullptr) return Node::_S_maximum(x->_M_left);
  Node* up = x->_M_parent;
  while (x == up->_M_left) {
    x = up;
    up = up->_M_parent;
  }
  return up;
}

Node* _Rb_tree_increment(Node* x) throw() { return next(x); }
const Node* _Rb_tree_increment(const Node* x) throw() { return next(const_cast<Node*>(x)); }
Node* _Rb_tree_decrement(Node* x) throw() { return previous(x); }
const Node* _Rb_tree_decrement(const Node* x) throw() { return previous(const_cast<Node*>(x)); }

// `up` takes the place of its parent x; `left`: up is x's right child.
static void rotate(Node* x, bool left, Node*& root) {
  Node* up = left ? x->_M_right : x->_M_left;
  Node*& inner = left ? up->_M_left : up->_M_right;
  (left ? x->_M_right : x->_M_left) = inner;
  if (inner != nullptr) inner->_M_parent = x;
  up->_M_parent = x->_M_parent;
  if (x == root)
    root = up;
  else
    (x == x->_M_parent->_M_left ? x->_M_parent->_M_left : x->_M_parent->_M_right) = up;
  inner = x;
  x->_M_parent = up;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node* x, Node* p, Node& header) throw() {
  Node*& root = header._M_parent;
  x->_M_parent = p;
  x->_M_left = x->_M_right = nullptr;
  x->_M_color = _S_red;
  if (left) {
    p->_M_left = x;
    if (p == &header) {
      root = x;
      header._M_right = x;
    } else if (p == header._M_left) {
      header._M_left = x;
    }
  } else {
    p->_M_right = x;
    if (p == header._M_right) header._M_right = x;
  }
  while (x != root && x->_M_parent->_M_color == _S_red) {
    Node* parent = x->_M_parent;
    Node* grand = parent->_M_parent;
    const bool is_left = parent == grand->_M_left;
    Node* uncle = is_left ? grand->_M_right : grand->_M_left;
    if (uncle != nullptr && uncle->_M_color == _S_red) {
      parent->_M_color = uncle->_M_color = _S_black;
      grand->_M_color = _S_red;
      x = grand;
      continue;
    }
    if (x == (is_left ? parent->_M_right : parent->_M_left)) {
      x = parent;
      rotate(x, is_left, root);
      parent = x->_M_parent;
    }
    parent->_M_color = _S_black;
    grand->_M_color = _S_red;
    rotate(grand, !is_left, root);
  }
  root->_M_color = _S_black;
}

Node* _Rb_tree_rebalance_for_erase(Node* const z, Node& header) throw() {
  Node*& root = header._M_parent;
  Node* gone = z;  // the node whose place becomes free
  Node* child;     // what moves there (may be null), below `parent`
  Node* parent;
  if (z->_M_left == nullptr) {
    child = z->_M_right;
  } else if (z->_M_right == nullptr) {
    child = z->_M_left;
  } else {
    gone = Node::_S_minimum(z->_M_right);
    child = gone->_M_right;
  }
  Node*& above = z == root                    ? root
                 : z == z->_M_parent->_M_left ? z->_M_parent->_M_left
                                              : z->_M_parent->_M_right;
  if (gone != z) {  // the successor takes z's place, and z's colour
    z->_M_left->_M_parent = gone;
    gone->_M_left = z->_M_left;
    if (gone != z->_M_right) {
      parent = gone->_M_parent;
      if (child != nullptr) child->_M_parent = parent;
      parent->_M_left = child;
      gone->_M_right = z->_M_right;
      z->_M_right->_M_parent = gone;
    } else {
      parent = gone;
    }
    above = gone;
    gone->_M_parent = z->_M_parent;
    swap(gone->_M_color, z->_M_color);
  } else {
    parent = z->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    if (header._M_left == z)
      header._M_left = z->_M_right == nullptr ? parent : Node::_S_minimum(child);
    if (header._M_right == z)
      header._M_right = z->_M_left == nullptr ? parent : Node::_S_maximum(child);
    above = child;
  }
  if (z->_M_color == _S_red) return z;
  while (child != root && (child == nullptr || child->_M_color == _S_black)) {
    const bool is_left = child == parent->_M_left;
    Node* sibling = is_left ? parent->_M_right : parent->_M_left;
    if (sibling->_M_color == _S_red) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, is_left, root);
      sibling = is_left ? parent->_M_right : parent->_M_left;
    }
    auto red = [](Node* n) { return n != nullptr && n->_M_color == _S_red; };
    Node* near = is_left ? sibling->_M_left : sibling->_M_right;
    Node* far = is_left ? sibling->_M_right : sibling->_M_left;
    if (!red(near) && !red(far)) {
      sibling->_M_color = _S_red;
      child = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!red(far)) {
      near->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, !is_left, root);
      sibling = is_left ? parent->_M_right : parent->_M_left;
      far = is_left ? sibling->_M_right : sibling->_M_left;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    if (far != nullptr) far->_M_color = _S_black;
    rotate(parent, is_left, root);
    break;
  }
  if (child != nullptr) child->_M_color = _S_black;
  return z;
}

namespace __detail {

void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base* const first,
                                  _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const end = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _M_prev->_M_next = first;
  first->_M_prev = _M_prev;
  end->_M_next = this;
  _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  _List_node_base mark;
  const bool a_empty = a._M_next == &a, b_empty = b._M_next == &b;
  if (a_empty && b_empty) return;
  mark._M_next = mark._M_prev = &mark;
  if (!a_empty) mark._M_transfer(a._M_next, &a);
  if (!b_empty) a._M_transfer(b._M_next, &b);
  if (!a_empty) b._M_transfer(mark._M_next, &mark);
}

static bool is_prime(size_t n) {
  for (size_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
  size_t buckets = n < 2 ? 2 : n;
  while (!is_prime(buckets)) ++buckets;
  _M_next_resize = static_cast<size_t>(static_cast<double>(buckets) * _M_max_load_factor);
  return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t added) const {
  if (elements + added <= _M_next_resize) return {false, 0};
  const double least = static_cast<double>(elements + added) / _M_max_load_factor;
  if (least < static_cast<double>(buckets)) {
    _M_next_resize = static_cast<size_t>(static_cast<double>(buckets) * _M_max_load_factor);
    return {false, 0};
  }
  const size_t wanted = static_cast<size_t>(least) + 1;
  return {true, _M_next_bkt(wanted > 2 * buckets ? wanted : buckets < 2 ? 11 : 2 * buckets)};
}

}  // namespace __detail

size_t _Hash_bytes(const void* data, size_t length, size_t seed) {
  const unsigned char* bytes = static_cast<const unsigned char*>(data);
  size_t hash = seed ^ 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}
size_t _Fnv_hash_bytes(const void* data, size_t length, size_t seed) {
  return _Hash_bytes(data, length, seed);
}

}  // namespace std

// Declared as instantiated in the library, whatever _GLIBCXX_EXTERN_TEMPLATE says.
template class std::allocator<char>;
template class std::allocator<wchar_t>;

namespace std::placeholders {
#define PLACEHOLDER(n)                                                            \
  extern const _Placeholder<n> place_##n __asm__("_ZNSt12placeholders2_" #n "E"); \
  const _Placeholder<n> place_##n{};
PLACEHOLDER(1)
PLACEHOLDER(2) PLACEHOLDER(3) PLACEHOLDER(4) PLACEHOLDER(5) PLACEHOLDER(6) PLACEHOLDER(7)
    PLACEHOLDER(8) PLACEHOLDER(9)
}  // namespace std::placeholders
