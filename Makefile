# Thin: everything real is in CMake and scripts/.
.PHONY: demo test build bench fuzz format lint bootstrap clean
BUILD ?= build
JOBS ?= $(shell nproc)

bootstrap:
	@scripts/bootstrap

build: bootstrap
	@cmake -S . -B $(BUILD) -G Ninja > $(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@cmake --build $(BUILD) -j $(JOBS)

demo: build
	@scripts/demo $(BUILD)/overtake

test: build
	@scripts/test $(BUILD)

clean:
	rm -rf $(BUILD) $(BUILD)-asan
