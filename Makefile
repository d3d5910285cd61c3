# `make` installs, builds and writes out/$(REV); `make help` lists the rest.
REV ?= 2025-06-18
TEST ?=
BENCH ?=
BIN := node dist/generator/cli.cjs
INSTALLED := node_modules/.package-lock.json
PEERS := bench/node_modules/.package-lock.json

.PHONY: all build test test-starters snapshots docs bench check format clean help

all: build ## generate out/$(REV) (REV=2024-11-05, draft, all, ...)
	@$(BIN) --rev $(REV)

$(INSTALLED): package.json package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

build: $(INSTALLED) ## compile the program, its tests and benchmarks
	@npm run -s build

test: build ## run every test (TEST=pattern for some); ends with "N passed, N failed"
	@node dist/tests/run.js $(TEST)

test-starters: build ## every starter, installed by npm from the packed program
	@node dist/tests/new/matrix.js

snapshots: build ## rewrite snapshots/ from the generator as it is
	@$(BIN) --rev all --out snapshots --force

docs: build ## rewrite what docs/ and schema/ quote from the program
	@node dist/scripts/docs.js

$(PEERS): bench/package.json bench/package-lock.json
	npm ci --prefix bench --no-audit --no-fund
	@touch $@

bench: build $(PEERS) ## measure against peers (BENCH=name for one), print tables
	@node dist/bench/run.js $(BENCH)

check: build ## types, formatting, lint
	npx prettier --check .
	npx oxlint --deny-warnings

format: $(INSTALLED) ## format everything
	npx prettier --write .

clean: ## remove what was built and generated
	rm -rf dist
	find out -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
