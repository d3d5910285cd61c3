# `make` installs, builds and writes out/$(REV); `make help` lists the rest.
REV ?= 2025-06-18
TEST ?=
BENCH ?=
SEED ?= 1
ONLY ?=
COUNT ?=
SAVE ?=
UPSTREAM ?=
BIN := node dist/generator/cli.cjs
# What npm has installed, of the program, its tests, and its benchmarks.
INSTALLED := node_modules/.package-lock.json
TESTS := tests/$(INSTALLED) $(patsubst %/package.json,%/$(INSTALLED),$(wildcard tests/third-party/package.json))

.PHONY: all build built-tests test test-quick test-all mutants snapshots explorer pictures docs bench check format clean help

all: build ## generate out/$(REV) (REV=2024-11-05, draft, all, ...)
	@$(BIN) --rev $(REV)

$(INSTALLED): package.json package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

# Servers that other people wrote, as they are: nothing of theirs runs here.
tests/third-party/$(INSTALLED): tests/third-party/package.json tests/third-party/package-lock.json
	npm ci --prefix tests/third-party --ignore-scripts --no-audit --no-fund
	@touch $@

%/$(INSTALLED): %/package.json %/package-lock.json
	npm ci --prefix $* --no-audit --no-fund
	@touch $@

build: $(INSTALLED) ## compile the program
	@npm run -s build

built-tests: build $(TESTS)
	@npm run -s build:tests

test: built-tests ## run the tests (TEST=pattern for some); ends with "N passed, N failed"
	@node dist/tests/run.js $(TEST)

test-quick: built-tests ## the same without the conformance suite, foreign programs, matrices
	@node dist/tests/run.js --quick $(TEST)

test-all: built-tests tests/next/$(INSTALLED) ## everything, nothing sampled (UPSTREAM=clone/.git: all past schemas)
	@MCP_ALL=1 MCP_UPSTREAM=$(abspath $(UPSTREAM)) node dist/tests/run.js $(TEST)

mutants: built-tests ## break 300 places of the code (SEED=n), or 40 of ONLY=folder, see what no test notices
	@node dist/tests/mutants/run.js --seed $(SEED) $(if $(ONLY),--only $(ONLY)) $(if $(COUNT),--count $(COUNT))

# The linked runtime is pinned by its hashes in the manifest alone.
snapshots: build ## rewrite snapshots/ from the generator as it is
	@$(BIN) --rev all --out snapshots --force
	@rm -rf snapshots/runtime

explorer: build ## write explorer.html: the protocol on one page
	@$(BIN) explore

pictures: built-tests ## take the pictures of docs/explorer.md anew, in Chromium
	@MCP_PICTURES=1 node dist/tests/run.js explorer/pictures

docs: build ## rewrite what docs/ and schema/ quote from the program
	@node dist/scripts/docs.js

bench: build bench/$(INSTALLED) ## measure against peers (BENCH=name for one), print tables (SAVE=--save writes docs/benchmarks.md)
	@npm run -s build:bench
	@node dist/bench/run.js $(SAVE) $(BENCH)
	@[ -z "$(SAVE)" ] || node dist/scripts/docs.js

check: built-tests ## types, formatting, lint, unused exports, prose
	@! [ -d bench/node_modules ] || npx tsc -p bench --noEmit
	npx prettier --check .
	tests/node_modules/.bin/oxlint --deny-warnings
	tests/node_modules/.bin/knip
	node dist/scripts/lint-prose.js

format: $(INSTALLED) ## format everything
	npx prettier --write .

clean: ## remove what was built and generated
	rm -rf dist explorer.html
	find out -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
