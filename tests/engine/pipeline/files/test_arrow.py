"""Arrow doesn't load pandas, which is there for Spark, and takes it all the same when asked to."""

import subprocess
import sys

PROGRAM = """
import sys
import engine.pipeline.direct_job
from engine.pipeline.files.arrow import pa
words = pa.table({"word": pa.array(["one"])})
print("pandas" in sys.modules, words.to_pandas()["word"][0])
"""


def test_an_array_of_words_loads_no_pandas() -> None:
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True
    ).stdout
    assert said.split() == ["False", "one"]
