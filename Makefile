# Thin: everything real is in CMake and scripts/.
.PHONY: build demo test sanitize fuzz bench install package format lint clean
BUILD ?= build
JOBS ?= $(shell nproc)
SECONDS ?= 60

build:
	@scripts/bootstrap
	@scripts/build $(BUILD) $(JOBS)

# Builds overtake and nothing else, with the packages that this needs.
demo:
	@scripts/bootstrap demo
	@scripts/build $(BUILD) $(JOBS) only overtake
	@scripts/demo $(BUILD)/overtake

test: build
	@scripts/test $(BUILD) $(JOBS)

# The tests under sanitizers, those of the front end for C and of whole commands included (`make test`
# leaves these out).
sanitize:
	@scripts/bootstrap
	@scripts/sanitize $(BUILD)-asan $(JOBS)
	@scripts/sanitize $(BUILD)-tsan $(JOBS) threads

# More random programs than the suite has: make fuzz SECONDS=600
fuzz: build
	@$(BUILD)/overtake fuzz --seconds $(SECONDS)
	@scripts/suites csmith --fresh $(SECONDS) --jobs $(JOBS) --overtake $(BUILD)/overtake

bench: build
	@scripts/bench $(BUILD)

# make install PREFIX=/usr/local; DESTDIR works, too
PREFIX ?= /usr/local
install: build
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX) --strip

# A Debian package, in $(BUILD)/
package: build
	@cd $(BUILD) && cpack -G DEB

format:
	@scripts/bootstrap lint
	@scripts/format

lint:
	@scripts/bootstrap lint
	@scripts/lint $(BUILD)-clang $(JOBS)

clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-clang
