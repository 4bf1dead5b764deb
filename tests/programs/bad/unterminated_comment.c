// A comment without an end.
// overtake: exit=2 stderr=unterminated_comment.c:4:
// overtake: stderr=unterminated /* comment
int main(void) { return 0; } /* here it starts
