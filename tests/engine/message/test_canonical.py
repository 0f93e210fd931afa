import json
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.canonical import (
    DEEPEST,
    LONGEST,
    NotJSON,
    TextTooLarge,
    TooDeep,
    canonical,
    low_bytes,
    number_text,
    parse,
    parse_exactly,
    parse_nested,
    utf16_length,
    write_exactly,
)
from tests.engine.message.strategies import objects, texts, values

# The output of Node for JSON.stringify(JSON.parse(text)).
NUMBERS = {
    "1.0": "1",
    "-0": "0",
    "-0.0": "0",
    "1e3": "1000",
    "1e20": "100000000000000000000",
    "1e21": "1e+21",
    "-1.5e300": "-1.5e+300",
    "0.000001": "0.000001",
    "1e-7": "1e-7",
    "1.25e-7": "1.25e-7",
    "123e-20": "1.23e-18",
    "0.30000000000000004": "0.30000000000000004",
    "9007199254740993": "9007199254740992",
    "12345678901234567890": "12345678901234567000",
    "123456789012345680000.5": "123456789012345680000",
    "5e-324": "5e-324",
    "1.7976931348623157e308": "1.7976931348623157e+308",
    "1e400": "null",
    "-1e400": "null",
    "9" * 5001: "null",
}

REFUSED = [
    "\ufeff{}",
    "NaN",
    "[Infinity]",
    '"a\tb"',
    "[1,]",
    '{"a":1,}',
    "{'a':1}",
    "01",
    "1.",
    ".5",
    "+1",
    "",
    "nul",
    '"\\x41"',
    "[1] 2",
    '{"a" 1}',
    "\u00a01",
]


@pytest.mark.parametrize(("written", "stringified"), NUMBERS.items(), ids=lambda text: text[:20])
def test_numbers_are_printed_as_ecmascript_does(written: str, stringified: str) -> None:
    assert (
        canonical(parse(f'{{"n":{written}}}'.encode())).decode() == f'{{\n  "n": {stringified}\n}}'
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back_as_the_same_double(number: float) -> None:
    assert float(number_text(number)) == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_an_exponent_is_exactly_where_ecmascript_puts_one(number: float) -> None:
    text = number_text(number)
    is_plain = number == 0 or 1e-6 <= abs(number) < 1e21
    assert ("e" not in text) == is_plain
    assert re.fullmatch(r"-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?(?:e[+-][1-9]\d*)?", text)


@given(values)
def test_the_quick_writer_writes_what_the_exact_one_writes(value: object) -> None:
    assert canonical(value) == write_exactly(value).encode()


@given(objects)
def test_the_quick_parser_reads_what_the_exact_one_reads(value: object) -> None:
    text = json.dumps(value).replace("Infinity", "1e999")
    quick, exact = parse(text.encode()), parse_exactly(text)
    assert write_exactly(quick) == write_exactly(exact)


@given(objects)
def test_canonical_text_of_canonical_text_is_itself(value: object) -> None:
    text = canonical(value)
    assert canonical(parse(text)) == text


@given(objects)
def test_canonical_text_is_what_json_writes_but_for_numbers_surrogates_and_indices(
    value: object,
) -> None:
    def plain(value: object) -> object:
        match value:
            case bool() | None:
                return value
            case int() | float():
                return "number"
            case str():
                return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            case list():
                return [plain(item) for item in value]
            case dict():
                return {f"key {plain(key)}": plain(item) for key, item in value.items()}
        raise AssertionError(value)

    tame = plain(value)
    assert canonical(tame).decode() == json.dumps(tame, indent=2, ensure_ascii=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_json_parse_refuses_is_refused(text: str) -> None:
    with pytest.raises(NotJSON):
        parse(text.encode())


def test_array_indices_come_first_in_ascending_order() -> None:
    text = b'{"b":1,"10":2,"2":3,"4294967295":4,"4294967294":5,"01":6,"-1":7,"1.5":8,"0":9}'
    order = ["0", "2", "10", "4294967294", "b", "4294967295", "01", "-1", "1.5"]
    assert list(json.loads(canonical(parse(text)))) == order


def test_of_a_repeated_key_the_last_value_is_at_the_first_place() -> None:
    assert canonical(parse(b'{"a":1,"b":2,"a":3}')) == b'{\n  "a": 3,\n  "b": 2\n}'


def test_lone_surrogates_are_escaped_in_lower_case_and_pairs_are_joined() -> None:
    text = rb'["\uD83D","\ud83d\ude00","\uDE00\uD83D"]'
    assert canonical(parse(text)).decode() == '[\n  "\\ud83d",\n  "😀",\n  "\\ude00\\ud83d"\n]'


def test_controls_are_escaped_as_short_as_possible() -> None:
    everything = "".join(map(chr, range(0x20))) + "\x7f\u2028\u2029\ufeff/"
    escaped = canonical({"t": everything}).decode()
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    expected = "".join(short.get(c, f"\\u{ord(c):04x}") for c in everything[:0x20])
    assert escaped == f'{{\n  "t": "{expected}\x7f\u2028\u2029\ufeff/"\n}}'


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_endless_nesting_is_refused_without_recursion(opening: str) -> None:
    depth = 100_000
    closing = "]" if opening == "[" else "}"
    with pytest.raises((NotJSON, TextTooLarge)):
        canonical(parse(opening.encode() * depth + b"1" + closing.encode() * depth))


def test_nesting_that_messages_can_have_is_written() -> None:
    value = parse(b"[" * 300 + b"]" * 300)
    assert canonical(value).count(b"\n") == 2 * 299


def test_text_that_indentation_would_make_huge_is_refused() -> None:
    value: object = [0] * 100_000
    for _ in range(400):
        value = [value]
    with pytest.raises(TextTooLarge):
        canonical(value)


def test_a_record_of_a_mebibyte_is_refused() -> None:
    with pytest.raises(NotJSON):
        parse(b'"' + b"x" * LONGEST + b'"')


@given(texts)
def test_lengths_are_counted_in_utf16_units(text: str) -> None:
    assert utf16_length(text) == sum(2 if ord(c) > 0xFFFF else 1 for c in text)


@given(texts)
def test_of_every_unit_the_low_byte_is_hashed(text: str) -> None:
    units = memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
    assert low_bytes(text) == bytes(unit & 0xFF for unit in units)


def test_anything_but_a_number_is_null() -> None:
    assert [number_text(x) for x in (math.inf, -math.inf, math.nan)] == ["null"] * 3


def nested(depth: int) -> str:
    return '{"a":[' * (depth // 2) + "1" + "]}" * (depth // 2)


@pytest.mark.parametrize("depth", [500, 502, 1000, 2000, 2800])
def test_a_deep_value_is_written_as_node_writes_it(depth: int) -> None:
    lines: list[str] = []
    for level in range(0, depth, 2):
        lines += ["  " * level + "{", "  " * (level + 1) + '"a": [']
    closing = []
    for level in range(depth - 2, -1, -2):
        closing += ["  " * (level + 1) + "]", "  " * level + "}"]
    expected = "\n".join([*lines, "  " * depth + "1", *closing])
    assert canonical(parse_nested(nested(depth))).decode() == expected


def test_a_value_is_read_down_to_a_depth_whose_text_is_too_long_to_be_written() -> None:
    with pytest.raises(TextTooLarge):
        canonical(parse_nested(nested(DEEPEST)))
    for read in (parse_nested, parse_exactly):
        with pytest.raises(TooDeep):
            read(nested(DEEPEST + 2))


@given(value=values, space=st.sampled_from(["", " \n"]))
def test_deep_text_is_parsed_like_any_other(value: object, space: str) -> None:
    text = write_exactly(value)
    inner = parse_nested(f"[{space}" * 1100 + text + f"{space}]" * 1100)
    for _ in range(1100):
        assert isinstance(inner, list)
        (inner,) = inner
    assert write_exactly(inner) == write_exactly(parse_exactly(text))


@pytest.mark.parametrize(
    "wrong", ["", "1 1", "[1,]", "{1:2}", '{"a" 1}', '{"a":}', "[1 2]", "]", "NaN"]
)
def test_wrong_text_is_refused_at_any_depth(wrong: str) -> None:
    for text in ("[" * 1500 + wrong + "]" * 1500, "[" * 1500 + "]" * 1500 + wrong + "x"):
        if wrong:
            with pytest.raises(NotJSON):
                parse_nested(text)
    with pytest.raises(NotJSON):
        parse_nested("[" * 1500 + wrong)
