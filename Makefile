# `make` installs packages, builds mcp-codegen and writes out/$(REV).
# `make help` lists all targets.
REV ?= 2025-06-18
TEST ?=
BENCH ?=
SEED ?= 1
ONLY ?=
COUNT ?=
SAVE ?=
UPSTREAM ?=
COMMIT ?= HEAD
JSON_SCHEMA_SUITE ?=
BIN := node dist/generator/cli.cjs
# File that npm writes after it has installed the packages of a folder.
INSTALLED := node_modules/.package-lock.json
TESTS := tests/$(INSTALLED) $(patsubst %/package.json,%/$(INSTALLED),$(wildcard tests/third-party/package.json))

.PHONY: all build built-tests test test-quick test-all mutants snapshots explorer outlines pictures docs revision bench check format clean help

# Leaves out/$(REV) unchanged if it is a part of the output for several
# revisions in out/.
all: build ## generate bindings into out/$(REV) (REV=2024-11-05, draft, all, ...)
	@if [ -f out/.mcp-codegen.json ] && [ -d out/$(REV) ] && [ ! -f out/$(REV)/.mcp-codegen.json ]; \
	then echo "out/$(REV) was not changed, because it is part of the output for several revisions in out/. To write out/$(REV) alone, run make clean first."; \
	else $(BIN) --rev $(REV); fi

$(INSTALLED): package.json package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

# Installs published third-party MCP servers without their install scripts.
tests/third-party/$(INSTALLED): tests/third-party/package.json tests/third-party/package-lock.json
	npm ci --prefix tests/third-party --ignore-scripts --no-audit --no-fund
	@touch $@

%/$(INSTALLED): %/package.json %/package-lock.json
	npm ci --prefix $* --no-audit --no-fund
	@touch $@

build: $(INSTALLED) ## compile mcp-codegen
	@npm run -s build

built-tests: build $(TESTS)
	@npm run -s build:tests

test: built-tests ## run the tests (TEST=pattern selects tests); prints "N passed, N failed" at the end
	@node dist/tests/run.js $(TEST)

test-quick: built-tests ## run the tests without the conformance suite, third-party programs and large matrices of cases
	@node dist/tests/run.js --quick $(TEST)

test-all: built-tests tests/next/$(INSTALLED) tests/release/$(INSTALLED) ## run all cases of all tests (UPSTREAM=clone/.git also tests all past schemas of MCP, JSON_SCHEMA_SUITE=clone the official suite of JSON Schema)
	@MCP_ALL=1 MCP_UPSTREAM=$(abspath $(UPSTREAM)) MCP_JSON_SCHEMA_SUITE=$(abspath $(JSON_SCHEMA_SUITE)) node dist/tests/run.js $(TEST)

mutants: built-tests ## make 300 deliberate errors in the code (SEED=n), or 40 in ONLY=folder; list those that no test detects
	@node dist/tests/mutants/run.js --seed $(SEED) $(if $(ONLY),--only $(ONLY)) $(if $(COUNT),--count $(COUNT))

# Removes snapshots/runtime, because the manifest already pins the hashes of the
# files of the runtime.
snapshots: build ## rewrite snapshots/ with the output of the current generator
	@$(BIN) --rev all --out snapshots --force
	@rm -rf snapshots/runtime

explorer: build ## write explorer.html, one page that documents MCP
	@$(BIN) explore

outlines: built-tests ## rewrite tests/explorer/outlines/ with the current views of the explorer
	@MCP_OUTLINES=1 node dist/tests/run.js explorer/outlines

pictures: built-tests ## take new screenshots for docs/explorer.md, in Chromium
	@MCP_PICTURES=1 node dist/tests/run.js explorer/pictures

docs: build ## rewrite the generated parts of docs/ and schema/
	@node dist/scripts/docs.js

revision: build ## add the revision REV from UPSTREAM=clone/.git (COMMIT=HEAD), and print what is left to do
	@node dist/scripts/revision.js --rev $(REV) --upstream $(abspath $(UPSTREAM)) --commit $(COMMIT)
	@node dist/scripts/pin.js --upstream $(abspath $(UPSTREAM)) --write
	@$(MAKE) -s docs snapshots
	-@node dist/scripts/requirements.js --upstream $(abspath $(UPSTREAM)) --commit $(COMMIT)

bench: build bench/$(INSTALLED) ## run the benchmarks (BENCH=name runs one) and print tables (SAVE=--save writes docs/benchmarks.md)
	@npm run -s build:bench
	@node dist/bench/run.js $(SAVE) $(BENCH)
	@[ -z "$(SAVE)" ] || node dist/scripts/docs.js

check: built-tests ## check types, formatting, lint rules, unused exports and prose
	@! [ -d bench/node_modules ] || npx tsc -p bench --noEmit
	npx prettier --check .
	tests/node_modules/.bin/oxlint --deny-warnings
	tests/node_modules/.bin/knip
	for file in .github/workflows/*.yml action.yml; do tests/node_modules/.bin/action-validator $$file || exit 1; done
	node dist/scripts/lint-prose.js

format: $(INSTALLED) ## format all files with Prettier
	npx prettier --write .

clean: ## remove built and generated files
	rm -rf dist explorer.html
	find out -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +

help: ## list the targets of this Makefile
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12
