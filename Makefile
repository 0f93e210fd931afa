# `make run` and `make test` do all the set-up themselves; a second call takes seconds.

BIN := .venv/bin
PREPARE = python=$$(tools/find-python) && "$$python" -m tools.prepare $(if $(SKIP_SYSTEM),--skip-system) $(if $(YES),--yes)
LOCK := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url $(UPGRADE)

# Tests of faults and attacks that are beside the tested module.
FAULTS_ELSEWHERE := $(addprefix tests/engine/,store/check store/files/test_backup.py store/test_damaged_rows.py \
	store/files/test_known_databases.py store/test_own_feed.py store/files/test_soundness.py store/files/test_untrusted.py \
	store/files/test_collections.py archive/test_damage.py archive/test_damage_anywhere.py \
	archive/test_leveldb.py archive/test_stdin.py archive/graphs archive/corestore/test_damage.py \
	pipeline/files/test_parts.py pipeline/files/test_staging.py pipeline/test_importing.py \
	pipeline/test_budget.py pipeline/test_kill.py pipeline/test_memory.py pipeline/test_publishing.py \
	pipeline/test_disk_space.py pipeline/spark/test_session.py pipeline/test_direct.py \
	test_child_processes.py test_core_dumps.py store/test_publishing.py test_descriptors.py test_readable.py test_files.py site/test_folder.py \
	test_large_json.py test_question_server.py rescue) tests/tools/test_asking.py tests/tools/test_folder.py tests/house/test_growth.py tests/house/test_one_way.py tests/house/test_qt.py tests/viewer/window/test_arriving.py tests/viewer/actions/test_imports.py tests/viewer/test_session.py

# Twice the cores of CI: tests also wait, for timers, children and Java.
WORKERS ?= 4

# A test that fails beside others and passes alone is flaky; one that fails twice fails the run.
AGAIN = echo "Failed tests run again, alone. Those that pass now are flaky, and have to be fixed:" && \
	$(BIN)/pytest --last-failed --last-failed-no-failures none --maxfail 5 --verbose $(ARGS)

EXTRAS := --extra autobase --extra spark
WITHOUT_ARROW := $(addprefix --no-emit-package ,pyarrow tzdata)

.PHONY: help run test test-slow check lint tests costs properties faults elsewhere fuzz mutants bench proof docs translations pictures walk lock dist folder deb appimage flatpak release audit sbom bare-debian clean
.DEFAULT_GOAL := help
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

# Tests start Python hundreds of times; without bytecode files, each start would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: prepared-run  ## open the window on the bundled sample; without a display, save its picture; YES=1 asks nothing
	@$(BIN)/tanglescope demo

test: prepared-dev  ## check everything that CI checks: all tests except the slow ones, lint, documents
	@echo "make test: pytest in $(WORKERS) processes; beside it ruff, mypy, import contracts and the documents"
	@$(MAKE) --no-print-directory --jobs 2 SIDE_BY_SIDE=1 tests lint docs

fuzz: prepared-dev  ## run Atheris on every reader and decoder; ARGS="--seconds 60 bipf" chooses
	@test -d build/atheris || $(BIN)/uv pip install --quiet --target build/atheris atheris==3.0.0 || \
		{ echo "Atheris can't be installed for this Python; make test-slow fuzzes without it"; exit 1; }
	PYTHONPATH=.:build/atheris $(BIN)/python -m tests.fuzz $(ARGS)

check: test  ## the same as test

lint: prepared-dev  ## run ruff, mypy and the import contracts, and find dead code
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo
	$(BIN)/vulture

tests: prepared-dev  ## run pytest alone; ARGS="-k timeline" chooses
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup --cache-clear $(ARGS) || { [ $$? = 1 ] && $(AGAIN); }

costs: prepared-dev  ## run pytest, and print the CPU time of each folder, file and test
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup -p tests.costs $(ARGS)

test-slow: prepared-dev  ## run the tests marked slow
	$(BIN)/pytest -m slow -o faulthandler_timeout=0 $(ARGS)

properties: prepared-dev  ## test every law with 1,000 examples instead of 8
	EXAMPLES=1000 $(BIN)/pytest -m hypothesis -o faulthandler_timeout=0 $(ARGS)

faults: prepared-dev  ## test 240 kills at random moments, and every other fault and attack
	FAULTS=40 $(BIN)/pytest tests/faults $(FAULTS_ELSEWHERE) -m "slow or not slow" -o faulthandler_timeout=0 $(ARGS)

elsewhere: prepared-dev  ## test the engine as on a system without fcntl, fork, /proc and permissions
	$(BIN)/pytest --numprocesses $(WORKERS) -p tests.elsewhere tests/engine $(ARGS)

mutants: prepared-dev  ## list small faults in texts and pictures that no test notices; ARGS="tanglescope.engine.words.sets.*"
	@test -d build/mutmut || $(BIN)/uv pip install --quiet --target build/mutmut mutmut==3.8.1
	PYTHONPATH=build/mutmut $(BIN)/python -m mutmut run $(ARGS)
	@PYTHONPATH=build/mutmut $(BIN)/python -m mutmut results | { grep -v "not checked" || true; }

bench: prepared-dev  ## run every benchmark in its small form
	@for file in bench/*.py; do echo "$$file"; $(BIN)/python "$$file" --small || exit 1; done

proof:  ## check the proofs in docs/proof; Coq 8.16 or newer has to be installed
	@tools/proof

docs: prepared-dev  ## build the manual as a website in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

translations: prepared-dev  ## update resources/languages from the texts of the code; LANGUAGE=nl adds a language
	@$(BIN)/python -m tools.translations $(LANGUAGE)

pictures: prepared-dev  ## make every picture in docs/pictures, light and dark
	$(BIN)/python -m tools.pictures

walk: prepared-dev  ## paint the whole window into build/walk, and list what is cut off; ARGS="--size 800x600"
	$(BIN)/python -m tools.walk $(ARGS)

chart: prepared-dev  ## draw the table in docs/benchmarks.md
	@$(BIN)/python -m tools.chart

lock: prepared-dev  ## make requirements/*.txt from pyproject.toml; UPGRADE=--upgrade for newer versions
	$(LOCK) pyproject.toml $(EXTRAS) -o requirements/run.txt
	$(LOCK) pyproject.toml $(EXTRAS) --group dev -c requirements/run.txt -o requirements/dev.txt
	$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) pyproject.toml --extra autobase --group folder -c requirements/run.txt $(WITHOUT_ARROW) -o requirements/folder.txt

dist: prepared-run  ## build the wheel and the source archive in dist/, and check their contents
	@$(BIN)/python -m tools.dist

folder: prepared-folder  ## build dist/tanglescope, a folder that runs without Python, without Spark
	@$(BIN)/python -m tools.folder

deb: folder  ## build a package for Debian and Ubuntu in dist/
	@$(BIN)/python -m tools.packing debian

appimage: folder  ## build an AppImage; without appimagetool, the folder that it packs
	@$(BIN)/python -m tools.packing appimage

flatpak: folder  ## build a Flatpak; without flatpak-builder, the folder that it packs
	@$(BIN)/python -m tools.packing flatpak

release: prepared-dev  ## do all of a release that needs no network, and say what is left; VERSION=1.1.0
	@$(BIN)/python -m tools.release $(VERSION)

audit: prepared-dev  ## look for known vulnerabilities (needs a network), and check licenses
	$(BIN)/python -m tools.supply.licenses
	$(BIN)/pip-audit --requirement requirements/run.txt --require-hashes --disable-pip

sbom: prepared-dev  ## write a bill of materials to dist/tanglescope.cdx.json
	@mkdir -p dist
	$(BIN)/python -m tools.supply.bom dist/tanglescope.cdx.json

bare-debian:  ## run README and tutorial line by line on a bare Debian 12 (root, debootstrap, minutes)
	tools/bare-debian

clean:  ## delete .venv, caches, and what was built
	rm -rf .venv build dist .hypothesis .*_cache tanglescope.png growing.ndjson
	find . -name __pycache__ -prune -exec rm -r {} +

prepared-%: .FORCE
	@$(PREPARE) $*

.FORCE:
