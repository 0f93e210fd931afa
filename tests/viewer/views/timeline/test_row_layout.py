"""The days above rows, in narrow timelines."""

import pytest
from PySide6.QtGui import QFont, QFontMetrics

from tanglescope.viewer.views.timeline.row_layout import fitting_day

DAY, LATER = "Sunday, 23 October 2016", "45 years later"


@pytest.mark.usefixtures("application")
def test_a_day_is_cut_only_when_it_doesnt_fit_alone() -> None:
    metrics = QFontMetrics(QFont("DejaVu Sans", 9))
    whole = f"{DAY} · {LATER}"
    room = metrics.horizontalAdvance(whole)
    assert fitting_day(whole, metrics, room) == whole
    assert fitting_day(whole, metrics, room - 1) == DAY
    assert fitting_day(whole, metrics, metrics.horizontalAdvance(DAY) - 1).endswith("…")
