"""What the folder's program does first: it is its own Python for the processes it starts."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:3] == ["-m", "engine.pipeline"]:
        from engine.pipeline.__main__ import main as import_archives

        sys.exit(import_archives(sys.argv[3:]))
    from viewer.__main__ import main

    main()
