// Named semaphores live outside the program.
// overtake: exit=2 stderr=named_semaphore.c:7:
// overtake: stderr=sem_open
#include <fcntl.h>
#include <semaphore.h>

int main(void) { return sem_open("/name", O_CREAT, 0600, 1) == SEM_FAILED; }
