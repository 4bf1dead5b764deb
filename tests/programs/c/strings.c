// string.h and ctype.h.
// overtake: model=sc,tso,pso verdict=safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
  char s[32] = "one";
  assert(strlen(s) == 3 && strcmp(s, "one") == 0 && strcmp("a", "b") < 0);
  strcat(s, " two");
  strncat(s, " three", 4);
  assert(strcmp(s, "one two thr") == 0 && strncmp(s, "one!", 3) == 0);
  assert(strchr(s, 't') == s + 4 && strrchr(s, 't') == s + 8 && strchr(s, 'z') == NULL);
  assert(strstr(s, "two") == s + 4 && strcasecmp("HeLLo", "hEllO") == 0);
  assert(strspn("aabc", "ab") == 3 && strcspn("xyz,", ",") == 3 && *strpbrk("k=v", "=:") == '=');
  char list[] = "a,b,,c";
  char* rest = NULL;
  int tokens = 0;
  for (char* t = strtok_r(list, ",", &rest); t; t = strtok_r(NULL, ",", &rest)) tokens++;
  assert(tokens == 3);
  char words[] = "x y";
  assert(strcmp(strtok(words, " "), "x") == 0 && strcmp(strtok(NULL, " "), "y") == 0);
  char b[8];
  memset(b, 'x', sizeof b);
  strncpy(b, "hi", 4);
  assert(b[2] == 0 && b[3] == 0 && b[4] == 'x');
  memmove(b + 1, b, 3);
  assert(memcmp(b, "hhi", 3) == 0 && memchr(b, 'i', 8) == b + 2);
  char* copy = strdup("copy");
  char* part = strndup("partial", 4);
  assert(strcmp(copy, "copy") == 0 && strcmp(part, "part") == 0);
  free(copy);
  free(part);
  assert(isalpha('q') && !isalpha('1') && isdigit('7') && isspace('\n') && ispunct('!'));
  assert(toupper('a') == 'A' && tolower('Z') == 'z' && isxdigit('f') && !isxdigit('g'));
  assert(strlen(strerror(EINVAL)) > 0);
}
