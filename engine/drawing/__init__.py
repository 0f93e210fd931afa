"""Pictures of tangles as plain values: lanes beside rows; whoever paints decides how."""

from engine.drawing.fork_lanes import LONGEST, ForkLanes
from engine.drawing.lane_row import LaneRow, Lanes, Rows, Strand

__all__ = ["LONGEST", "ForkLanes", "LaneRow", "Lanes", "Rows", "Strand"]
