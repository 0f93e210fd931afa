# `make run` and `make test` do all the set-up themselves; a second call takes seconds.

BIN := .venv/bin
PREPARE = python=$$(tools/find-python) && "$$python" -m tools.prepare $(if $(SKIP_SYSTEM),--skip-system) $(if $(YES),--yes)
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url $(UPGRADE)

# What withstands faults and attacks and is tested beside the module that does it.
FAULTS_ELSEWHERE := $(addprefix tests/engine/,store/check store/files/test_backup.py store/test_damaged_rows.py \
	store/files/test_known_databases.py store/test_own_feed.py store/files/test_soundness.py store/files/test_untrusted.py \
	store/files/test_collections.py archive/test_damage.py archive/test_damage_anywhere.py \
	archive/test_leveldb.py archive/test_stdin.py archive/graphs archive/corestore/test_damage.py \
	pipeline/test_budget.py pipeline/test_kill.py pipeline/test_memory.py pipeline/test_publishing.py \
	pipeline/test_disk_space.py pipeline/spark/test_session.py pipeline/test_graph.py \
	test_child_processes.py test_descriptors.py test_json_line.py test_files.py site/test_folder.py \
	test_question_server.py) tests/tools/test_asking.py tests/tools/test_folder.py tests/house/test_one_way.py tests/house/test_qt.py tests/viewer/window/test_arriving.py

# Twice the cores of CI: tests also wait, for timers, children and Java.
WORKERS ?= 4

# A test that fails beside others and passes alone is named as a flake; one that fails twice fails the run.
AGAIN = echo "Failed tests run again, alone. Those that pass now are flakes, to be mended:" && \
	$(BIN)/pytest --last-failed --last-failed-no-failures none --maxfail 5 --verbose $(ARGS)

WITHOUT_SPARK := $(addprefix --no-emit-package ,pyspark py4j pandas pyarrow pytz tzdata)

.PHONY: help run test test-slow check lint tests costs properties faults fuzz mutants bench proof docs translations pictures walk lock dist folder audit sbom bare-debian clean
.DEFAULT_GOAL := help
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

# Tests start Python hundreds of times: each would compile what the one before couldn't keep.
unexport PYTHONDONTWRITEBYTECODE

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: prepared-run  ## the window on the bundled sample; without a display, its picture; YES=1 asks nothing
	@$(BIN)/tanglescope demo

test: prepared-dev  ## everything CI checks: all tests but the slow ones, lint and documents beside them
	@echo "make test: set-up where it lacks; pytest in $(WORKERS) processes; beside it ruff, mypy, import contracts, the documents"
	@$(MAKE) --no-print-directory --jobs 2 SIDE_BY_SIDE=1 tests lint docs

fuzz: prepared-dev  ## Atheris on every reader and decoder; ARGS="--seconds 60 bipf" chooses
	@test -d build/atheris || $(BIN)/uv pip install --quiet --target build/atheris atheris==3.0.0 || \
		{ echo "Atheris can't be installed for this Python; make test-slow fuzzes without it"; exit 1; }
	PYTHONPATH=.:build/atheris $(BIN)/python -m tests.fuzz $(ARGS)

check: test  ## the same as test

lint: prepared-dev  ## ruff, mypy, import contracts
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo

tests: prepared-dev  ## pytest alone; ARGS="-k timeline" chooses
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup --cache-clear $(ARGS) || { [ $$? = 1 ] && $(AGAIN); }

costs: prepared-dev  ## pytest, and what it costs by folder, by file and by test
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -p tests.costs $(ARGS)

test-slow: prepared-dev  ## the tests marked slow
	$(BIN)/pytest -m slow -o faulthandler_timeout=0 $(ARGS)

properties: prepared-dev  ## every law with 1,000 examples instead of 8
	EXAMPLES=1000 $(BIN)/pytest -m hypothesis -o faulthandler_timeout=0 $(ARGS)

faults: prepared-dev  ## 240 kills at random moments, and every other fault and attack
	FAULTS=40 $(BIN)/pytest tests/faults $(FAULTS_ELSEWHERE) -m "slow or not slow" -o faulthandler_timeout=0 $(ARGS)

mutants: prepared-dev  ## small faults in words and pictures that no test notices; ARGS="viewer.words --most 20"
	@$(BIN)/python -m tools.mutants $(ARGS)

bench: prepared-dev  ## every benchmark in its small form
	@for file in bench/*.py; do echo "$$file"; $(BIN)/python "$$file" --small || exit 1; done

proof:  ## the proofs in docs/proof, checked by Coq 8.16 or newer, which has to be installed
	@tools/proof

docs: prepared-dev  ## the documents as a site, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

translations: prepared-dev  ## the files in resources/languages from the texts of the code; LANGUAGE=nl begins one
	@$(BIN)/python -m tools.translations $(LANGUAGE)

pictures: prepared-dev  ## every picture in docs/pictures, light and dark
	$(BIN)/python -m tools.pictures

walk: prepared-dev  ## pictures of the whole window in build/walk, and what is cut in them; ARGS="--size 800x600"
	$(BIN)/python -m tools.walk $(ARGS)

chart: prepared-dev  ## the picture of the table in docs/benchmarks.md
	@$(BIN)/python -m tools.chart

lock: prepared-dev  ## requirements/*.txt from pyproject.toml; UPGRADE=--upgrade for newer versions
	$(LOCK) pyproject.toml --extra autobase -o requirements/run.txt
	$(LOCK) pyproject.toml --extra autobase --group dev -c requirements/run.txt -o requirements/dev.txt
	$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) pyproject.toml --extra autobase --group folder -c requirements/run.txt $(WITHOUT_SPARK) -o requirements/folder.txt

dist: prepared-dev  ## wheel and source archive in dist/, looked through
	@$(BIN)/python -m tools.dist

folder: prepared-run  ## dist/tanglescope, a folder that runs without Python; Spark stays out
	@$(BIN)/python -m tools.folder

audit: prepared-dev  ## known holes in what is installed (asks the network), and licenses
	$(BIN)/python -m tools.supply.licenses
	$(BIN)/pip-audit --requirement requirements/run.txt --require-hashes --disable-pip

sbom: prepared-dev  ## dist/tanglescope.cdx.json, a bill of materials
	@mkdir -p dist
	$(BIN)/python -m tools.supply.bom dist/tanglescope.cdx.json

bare-debian:  ## README and tutorial line by line on a Debian 12 that has nothing (root, debootstrap, minutes)
	tools/bare-debian

clean:  ## .venv, caches, what was built
	rm -rf .venv build dist .hypothesis .*_cache tanglescope.png growing.ndjson
	find . -name __pycache__ -prune -exec rm -r {} +

prepared-%: .FORCE
	@$(PREPARE) $*

.FORCE:
