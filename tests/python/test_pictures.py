"""Pictures: well-formed SVG with what it should show."""

import math
import unittest
import xml.etree.ElementTree as ElementTree

from flitcast.pictures import (
    Axis,
    Bar,
    Series,
    bar_rows,
    cell_text,
    drawing,
    line_chart,
    number,
    table,
    text,
)

SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + name))


class Charts(unittest.TestCase):
    def test_have_a_line_for_each_series_and_a_mark_for_each_point(self) -> None:
        series = [Series("one <&>", [(1, 10), (2, 20)]), Series("two", [(1, 5), (2, 4), (3, 3)])]
        svg = line_chart(series, "x", "y").svg
        self.assertEqual(len(elements(svg, "polyline")), 2)
        self.assertEqual(len(elements(svg, "circle")), 5)
        words = [element.text for element in elements(svg, "text")]
        self.assertEqual([words.count(name) for name in ("one <&>", "two", "x", "y")], [1, 1, 1, 1])

    def test_larger_values_are_higher_and_further_to_the_right(self) -> None:
        svg = line_chart([Series("", [(1, 1), (3, 9)])], "x", "y").svg
        (low, high) = elements(svg, "circle")
        self.assertLess(float(low.get("cx", "")), float(high.get("cx", "")))
        self.assertGreater(float(low.get("cy", "")), float(high.get("cy", "")))

    def test_of_one_point_and_of_none_are_pictures(self) -> None:
        self.assertEqual(
            len(elements(line_chart([Series("", [(2, 2)])], "x", "y").svg, "circle")), 1
        )
        self.assertEqual(elements(line_chart([], "x", "y").svg, "circle"), [])

    def test_bars_lie_on_one_axis(self) -> None:
        svg = bar_rows(
            [("a", [Bar(0, 10, "#000", "first")]), ("b", [Bar(5, 10, "#000", "second")])], "c"
        ).svg
        first, second = elements(svg, "rect")
        self.assertAlmostEqual(
            float(first.get("width", "")), 2 * float(second.get("width", "")), delta=0.2
        )
        self.assertEqual(elements(bar_rows([], "c").svg, "rect"), [])


class Axes(unittest.TestCase):
    def test_are_logarithmic_where_values_spread(self) -> None:
        axis = Axis([1, 100], 0, 200)
        self.assertAlmostEqual(axis.at(10), 100)
        self.assertEqual(axis.ticks(), [1, 2, 5, 10, 20, 50, 100])
        self.assertEqual(
            [math.log10(tick) for tick in Axis([1, 1e6], 0, 1).ticks()], list(range(7))
        )

    def test_are_linear_from_zero_elsewhere(self) -> None:
        axis = Axis([5, 10], 0, 100)
        self.assertAlmostEqual(axis.at(5), 50)
        self.assertEqual(Axis([0, 1], 0, 1).ticks()[0], 0)
        self.assertAlmostEqual(Axis([-4, 4], 0, 8).at(0), 4)


class Words(unittest.TestCase):
    def test_numbers_are_short(self) -> None:
        cases = [(0, "0"), (0.123456, "0.1235"), (12, "12"), (1234567, "1\u202f234\u202f567")]
        self.assertEqual([number(value) for value, _ in cases], [words for _, words in cases])

    def test_cells_show_nothing_as_a_dash(self) -> None:
        self.assertEqual(
            [cell_text(None), cell_text(1000), cell_text("a")], ["–", "1\u202f000", "a"]
        )

    def test_what_somebody_wrote_is_escaped(self) -> None:
        self.assertIn("&lt;b&gt;", table(["h"], [["<b>"]]))
        self.assertIn("&lt;b&gt;", drawing(1, 1, [text(0, 0, "<b>")]).svg)


if __name__ == "__main__":
    unittest.main()
