#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// See Page::Selector.
inline std::string behind_field(const std::string& field) {
  return field + " behind";
}

/// One thing to know, in the head of a page.
struct PageFact {
  std::string name;
  std::string value;
  std::string remark = {};  ///< may be empty
  enum class Tone { kPlain, kGood, kBad } tone = Tone::kPlain;
};

/// A page in the making: sections of text, pictures and tables over shared sets of data. All texts
/// are plain; the page makes HTML of them.
class Page {
 public:
  struct Column {
    std::string field;
    std::string title;
  };
  /// How large a picture gets.
  struct Frame {
    int max_width = 0;  ///< pixels, 0 = all there are
    double aspect =
        0;  ///< height / width where it is too narrow for its height, 0 = keeps its height
    bool lazy = false;      ///< drawn when it comes into view
    std::string rows = {};  ///< the rows of this set of data share its height; empty: nothing does
  };

  /// A list of values of which a reader keeps one: then all sets of data show only the rows that
  /// have it in this field, or have no such field. The second of two points that a row is of has
  /// its values in fields named by behind_field.
  struct Selector {
    std::string field;
    std::string title;
    std::vector<nlohmann::ordered_json> values;
  };
  /// A strip above a picture over time: all of the time, of which the picture shows a window.
  /// The spec of the picture has a parameter `window`, the ends of its axis.
  struct Strip {
    nlohmann::ordered_json spec;
    std::string data;
    double first = 0;
    double last = 0;
  };

  /// Pictures with more marks are drawn on a canvas.
  static constexpr std::size_t kMaxSvgMarks = 10'000;

  Page(std::string title, std::string description);

  /// An object of columns, arrays of one length. Every picture and table that names it shares it.
  void add_data(const std::string& name, nlohmann::ordered_json columns);

  /// From here on names of data are those of one of several runs: `scope` is put before them, and
  /// after the headings of sections. Empty: of all.
  void begin_scope(const std::string& scope) { scope_ = scope; }
  /// Sections from here to end_columns() are side by side where the window is wide.
  void begin_columns();
  void end_columns();

  void begin_section(const std::string& heading);
  void end_section();
  void heading(const std::string& text);
  void text(const std::string& text);
  void alarm(const std::string& text);
  void facts(const std::vector<PageFact>& facts);
  void notes(const std::vector<std::string>& notes);
  /// Names and values behind a line that opens them.
  void details(const std::string& summary,
               const std::vector<std::pair<std::string, std::string>>& lines);
  /// A filled spec (spec.h) and the sets of data it names. Layers over empty sets are left out.
  void picture(nlohmann::ordered_json spec, const std::vector<std::string>& data, Frame frame);
  void picture_over_time(nlohmann::ordered_json spec, const std::vector<std::string>& data,
                         Strip strip);
  /// The rows of `counted` that are left are told, as so many `things`.
  void selectors(const std::vector<Selector>& keys, const std::string& counted,
                 const std::string& things = "points");
  /// What follows until end_part() is of rows that have these values, by fields: it is hidden where
  /// others are chosen.
  void begin_part(const nlohmann::ordered_json& values);
  void end_part();
  /// The parts from here to end_cards() are small ones in rows, one for every row of `data`, to be
  /// sorted by some of its columns.
  void begin_cards(const std::string& data, const std::vector<Column>& columns);
  void end_cards();
  void table(const std::string& label, const std::string& data, const std::vector<Column>& columns);

  /// All sets of data, by name.
  const nlohmann::ordered_json& data() const { return data_; }

  /// What the page hands to its scripts: `theme`, `data`, and `pictures` with spec, names of data,
  /// `title` (the headings above it) and, where it has one, `max_width`.
  nlohmann::ordered_json script_data() const;

  /// The whole page, self-contained. Throws std::logic_error without the drawing library.
  std::string html() const;

 private:
  nlohmann::ordered_json drawing(nlohmann::ordered_json spec,
                                 const std::vector<std::string>& data) const;
  bool draws_nothing(const nlohmann::ordered_json& layer) const;
  std::size_t rows(const std::string& data) const;
  /// The name of a set of data as the page has it.
  std::string in_scope(const std::string& data) const;
  std::vector<std::string> in_scope(const std::vector<std::string>& data) const;
  std::string next_id(const char* kind);

  std::string title_;
  std::string description_;
  std::string body_;
  std::string scope_;
  std::string section_;  // headings of what is being made
  std::string heading_;
  nlohmann::ordered_json data_ = nlohmann::ordered_json::object();
  nlohmann::ordered_json pictures_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json tables_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json selectors_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json parts_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json cards_ = nlohmann::ordered_json::array();
};

}  // namespace flitcast
