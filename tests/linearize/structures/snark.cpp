// Snark: the deque of Detlefs, Flood, Garthwaite, Martin, Shavit and Steele with a double
// compare-and-swap, whose errors Doherty and others found: a pop may say empty although the deque
// never was.
//
// expect --model sc: not-linearizable
#include <overtake/linearize.h>

#include <optional>

extern "C" {
void __overtake_atomic_begin(void);
void __overtake_atomic_end(void);
}

struct Snark {
  struct Node {
    Node* right;
    Node* left;
    int value;
  };
  Node* dummy = new Node{};
  Node* left_hat = dummy;
  Node* right_hat = dummy;

  Snark() { dummy->left = dummy->right = dummy; }

  static bool dcas(Node** a, Node** b, Node* a_old, Node* b_old, Node* a_new, Node* b_new) {
    __overtake_atomic_begin();
    const bool same = *a == a_old && *b == b_old;
    if (same) {
      *a = a_new;
      *b = b_new;
    }
    __overtake_atomic_end();
    return same;
  }

  void push_right(int v) {
    Node* n = new Node{dummy, nullptr, v};
    for (;;) {
      Node* rh = right_hat;
      Node* rhr = rh->right;
      if (rhr == rh) {
        n->left = dummy;
        Node* lh = left_hat;
        if (dcas(&right_hat, &left_hat, rh, lh, n, n)) return;
      } else {
        n->left = rh;
        if (dcas(&right_hat, &rh->right, rh, rhr, n, n)) return;
      }
    }
  }

  std::optional<int> pop_right() {
    for (;;) {
      Node* rh = right_hat;
      Node* lh = left_hat;
      if (rh->right == rh) return std::nullopt;
      if (rh == lh) {
        if (dcas(&right_hat, &left_hat, rh, lh, dummy, dummy)) return rh->value;
      } else {
        Node* rhl = rh->left;
        if (dcas(&right_hat, &rh->left, rh, rhl, rhl, rh)) {
          const int v = rh->value;
          rh->right = dummy;
          return v;
        }
      }
    }
  }

  std::optional<int> pop_left() {
    for (;;) {
      Node* lh = left_hat;
      Node* rh = right_hat;
      if (lh->left == lh) return std::nullopt;
      if (lh == rh) {
        if (dcas(&left_hat, &right_hat, lh, rh, dummy, dummy)) return lh->value;
      } else {
        Node* lhr = lh->right;
        if (dcas(&left_hat, &lh->right, lh, lhr, lhr, lh)) {
          const int v = lh->value;
          lh->left = dummy;
          return v;
        }
      }
    }
  }
};

OVERTAKE_LINEARIZABLE(Snark, push_right(1), pop_right(), pop_left());
OVERTAKE_INITIALLY(push_right(8), push_right(9));
OVERTAKE_DISTINCT(push_right);
