from engine.debug.shuffling.deliveries import DELIVERIES
from engine.debug.shuffling.delivery_words import delivery


def test_every_delivery_has_a_name_for_people() -> None:
    told = [delivery(name) for name in DELIVERIES]
    assert len(set(told)) == len(told)
