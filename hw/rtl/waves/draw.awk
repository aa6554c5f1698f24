# Draws what waves.sv prints as SVG: a row per pin, a column per cycle. Words are boxes, pins of one
# bit are lines.
#
#   awk -f draw.awk worm.txt > worm.svg
BEGIN { column = 72; row = 30; left = 130; top = 26; high = 20 }

function text(x, y, anchor, size, what) {
  printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n", x, y, anchor, size, what
}
function line(x1, y1, x2, y2, style) {
  printf "<path d=\"M%d %dL%d %d\" class=\"%s\"/>\n", x1, y1, x2, y2, style
}

NR == 1 { pins = NF; for (i = 1; i <= NF; i++) name[i] = $i; next }
{ cycles = NR - 1; for (i = 1; i <= NF; i++) value[i, cycles] = $i }

# A pin of one bit has 0 and 1 and nothing else.
function is_bit(pin,    c) {
  for (c = 1; c <= cycles; c++) if (value[pin, c] != "0" && value[pin, c] != "1") return 0
  return 1
}
function draw_bit(pin, y,    c, x, at, before) {
  for (c = 1; c <= cycles; c++) {
    x = left + (c - 1) * column
    at = value[pin, c] == "1" ? y - high : y
    if (c > 1 && at != before) line(x, before, x, at, "wave")
    line(x, at, x + column, at, "wave")
    before = at
  }
}
function draw_word(pin, y,    c, x) {
  for (c = 1; c <= cycles; c++) {
    x = left + (c - 1) * column
    if (value[pin, c] == "-") { line(x, y - high / 2, x + column, y - high / 2, "none"); continue }
    printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"word\"/>\n", x + 1, y - high, column - 2, high
    text(x + column / 2, y - 6, "middle", 12, value[pin, c])
  }
}

END {
  width = left + cycles * column + 10
  height = top + (pins - 1) * row + 12
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"monospace\">\n", width, height, width, height
  print "<style>.wave{stroke:#1f4e8c;stroke-width:2;fill:none}.none{stroke:#999;stroke-dasharray:3 3}.word{fill:#e8eff8;stroke:#1f4e8c}.grid{stroke:#ddd}</style>"
  printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
  for (c = 1; c <= cycles; c++) {
    line(left + (c - 1) * column, top - 8, left + (c - 1) * column, height - 6, "grid")
    text(left + (c - 1) * column + column / 2, 14, "middle", 12, value[1, c])
  }
  text(left - 8, 14, "end", 12, name[1])
  for (i = 2; i <= pins; i++) {
    y = top + (i - 1) * row - 4
    text(left - 8, y - 5, "end", 12, name[i])
    if (is_bit(i)) draw_bit(i, y)
    else draw_word(i, y)
  }
  print "</svg>"
}
