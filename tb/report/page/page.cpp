#include "tb/report/page/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/assets/assets.h"
#include "tb/report/page/html.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Tone = PageFact::Tone;

const char* tone_class(Tone tone) {
  return tone == Tone::kGood ? " class=\"good\"" : tone == Tone::kBad ? " class=\"bad\"" : "";
}

/// A spec, or the layers of one, that name a set of data.
std::vector<Json*> parts_with_data(Json& spec) {
  std::vector<Json*> parts;
  if (spec.contains("data")) {
    parts.push_back(&spec);
  }
  if (spec.contains("layer")) {
    for (Json& layer : spec["layer"]) {
      if (layer.contains("data")) {
        parts.push_back(&layer);
      }
    }
  }
  return parts;
}

Json column_list(const std::vector<Page::Column>& columns) {
  Json list = Json::array();
  for (const Page::Column& column : columns) {
    list.push_back({{"field", column.field}, {"title", column.title}});
  }
  return list;
}

}  // namespace

Page::Page(std::string title, std::string description)
    : title_(std::move(title)), description_(std::move(description)) {
  body_ = fmt::format("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", html_text(title_),
                      html_text(description_));
}

void Page::add_data(const std::string& name, Json columns) {
  data_[in_scope(name)] = std::move(columns);
}

std::string Page::in_scope(const std::string& data) const {
  return scope_.empty() ? data : fmt::format("{} {}", scope_, data);
}

std::vector<std::string> Page::in_scope(const std::vector<std::string>& data) const {
  std::vector<std::string> names(data.size());
  std::transform(data.begin(), data.end(), names.begin(),
                 [this](const std::string& name) { return in_scope(name); });
  return names;
}

void Page::begin_columns() {
  body_ += "<div class=\"columns\">\n";
}

void Page::end_columns() {
  body_ += "</div>\n";
}

void Page::begin_section(const std::string& heading) {
  const std::string name = scope_.empty() ? heading : fmt::format("{} · {}", heading, scope_);
  body_ += fmt::format("<section>\n<h2>{}</h2>\n", html_text(name));
  section_ = name;
  heading_.clear();
}

void Page::end_section() {
  body_ += "</section>\n";
}

void Page::heading(const std::string& text) {
  body_ += fmt::format("<h3>{}</h3>\n", html_text(text));
  heading_ = " " + text;
}

void Page::text(const std::string& text) {
  body_ += fmt::format("<p>{}</p>\n", html_text(text));
}

void Page::alarm(const std::string& text) {
  body_ += fmt::format("<p class=\"alarm\">{}</p>\n", html_text(text));
}

void Page::facts(const std::vector<PageFact>& facts) {
  body_ += "<dl class=\"facts\">\n";
  for (const PageFact& fact : facts) {
    body_ += fmt::format(
        "<div><dt>{}</dt><dd{}>{}{}</dd></div>\n", html_text(fact.name), tone_class(fact.tone),
        html_text(fact.value),
        fact.remark.empty() ? "" : fmt::format(" <small>{}</small>", html_text(fact.remark)));
  }
  body_ += "</dl>\n";
}

void Page::notes(const std::vector<std::string>& notes) {
  if (notes.empty()) {
    return;
  }
  body_ += "<ul class=\"notes\">\n";
  for (const std::string& note : notes) {
    body_ += fmt::format("<li>{}</li>\n", html_text(note));
  }
  body_ += "</ul>\n";
}

void Page::details(const std::string& summary,
                   const std::vector<std::pair<std::string, std::string>>& lines) {
  body_ += fmt::format("<details><summary>{}</summary>\n<table>\n<tbody>\n", html_text(summary));
  for (const auto& [name, value] : lines) {
    body_ += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html_text(name),
                         html_text(value));
  }
  body_ += "</tbody>\n</table>\n</details>\n";
}

bool Page::draws_nothing(const Json& layer) const {
  return layer.contains("data") && rows(layer["data"].at("name").get<std::string>()) == 0;
}

/// Without the layers of nothing, and with what draws it.
Json Page::drawing(Json spec, const std::vector<std::string>& data) const {
  if (spec.contains("layer")) {
    auto& layers = spec["layer"];
    layers.erase(std::remove_if(layers.begin(), layers.end(),
                                [this](const Json& layer) { return draws_nothing(layer); }),
                 layers.end());
  }
  std::size_t marks = 0;
  for (const std::string& name : data) {
    marks += rows(name);
  }
  for (Json* part : parts_with_data(spec)) {
    (*part)["data"]["name"] = in_scope((*part)["data"]["name"].get<std::string>());
  }
  spec["usermeta"]["embedOptions"]["renderer"] = marks > kMaxSvgMarks ? "canvas" : "svg";
  return spec;
}

void Page::picture(Json spec, const std::vector<std::string>& data, Frame frame) {
  const std::string id = next_id("picture");
  spec = drawing(std::move(spec), data);
  if (frame.aspect > 0) {
    spec["usermeta"]["aspect"] = frame.aspect;
  }
  const std::string style =
      frame.lazy            ? fmt::format(" style=\"min-height: {}px\"", spec.value("height", 0))
      : frame.max_width > 0 ? fmt::format(" style=\"max-width: {}px\"", frame.max_width)
                            : "";
  body_ += fmt::format("<figure><div class=\"picture\" id=\"{}\"{}></div></figure>\n", id, style);
  pictures_.push_back({{"id", id},
                       {"title", section_ + heading_},
                       {"spec", std::move(spec)},
                       {"data", in_scope(data)}});
  if (frame.max_width > 0) {
    pictures_.back()["max_width"] = frame.max_width;
  }
  if (!frame.rows.empty()) {
    pictures_.back()["rows"] = in_scope(frame.rows);
  }
  if (frame.lazy) {
    pictures_.back()["lazy"] = true;
  }
}

void Page::picture_over_time(Json spec, const std::vector<std::string>& data, Strip strip) {
  const std::string id = next_id("picture");
  const std::string strip_id = fmt::format("strip-{}", pictures_.size() + tables_.size() + 1);
  std::string buttons;
  for (const auto& [key, text] :
       {std::pair("+", "Zoom in"), std::pair("-", "Zoom out"), std::pair("ArrowLeft", "Earlier"),
        std::pair("ArrowRight", "Later"), std::pair("0", "Show all")}) {
    buttons += fmt::format("<button type=\"button\" data-key=\"{}\">{}</button> ", key, text);
  }
  body_ += fmt::format(
      "<figure tabindex=\"0\" role=\"group\" aria-label=\"Picture over time: plus and minus zoom, "
      "arrows "
      "move, 0 shows all\">\n<div class=\"tools\" id=\"{0}-tools\">{1}<output></output></div>\n"
      "<div class=\"picture strip\" id=\"{0}\"></div>\n<div class=\"picture over-time\" "
      "id=\"{2}\"></div></figure>\n",
      strip_id, buttons, id);
  pictures_.push_back({{"id", id},
                       {"title", section_ + heading_},
                       {"spec", drawing(std::move(spec), data)},
                       {"data", in_scope(data)},
                       {"over_time",
                        {{"id", strip_id},
                         {"spec", drawing(std::move(strip.spec), {strip.data})},
                         {"data", in_scope(strip.data)},
                         {"span", {strip.first, strip.last}}}}});
}

void Page::selectors(const std::vector<Selector>& keys, const std::string& counted,
                     const std::string& things) {
  const std::string id = fmt::format("selectors-{}", selectors_.size() + 1);
  Json list = Json::array();
  for (const Selector& key : keys) {
    list.push_back({{"field", key.field}, {"title", key.title}, {"values", key.values}});
  }
  body_ += fmt::format("<div class=\"tools\" id=\"{}\"></div>\n", id);
  selectors_.push_back(
      {{"id", id}, {"counted", counted}, {"things", things}, {"keys", std::move(list)}});
}

void Page::begin_part(const Json& values) {
  const std::string id = fmt::format("part-{}", parts_.size() + 1);
  body_ += fmt::format("<div class=\"part\" id=\"{}\">\n", id);
  parts_.push_back({{"id", id}, {"values", values}});
}

void Page::end_part() {
  body_ += "</div>\n";
}

void Page::begin_cards(const std::string& data, const std::vector<Column>& columns) {
  const std::string id = fmt::format("cards-{}", cards_.size() + 1);
  body_ += fmt::format(
      "<div class=\"tools\" id=\"{0}-tools\"></div>\n<div class=\"cards\" id=\"{0}\">\n", id);
  cards_.push_back({{"id", id}, {"data", in_scope(data)}, {"columns", column_list(columns)}});
}

void Page::end_cards() {
  body_ += "</div>\n";
}

void Page::table(const std::string& label, const std::string& data,
                 const std::vector<Column>& columns) {
  const std::string id = next_id("table");
  body_ += fmt::format("<div id=\"{}\"></div>\n", id);
  tables_.push_back(
      {{"id", id}, {"label", label}, {"data", in_scope(data)}, {"columns", column_list(columns)}});
}

std::size_t Page::rows(const std::string& data) const {
  const Json& columns = data_.at(in_scope(data));
  return columns.empty() ? 0 : columns.front().size();
}

std::string Page::next_id(const char* kind) {
  return fmt::format("{}-{}", kind, pictures_.size() + tables_.size() + 1);
}

Json Page::script_data() const {
  return {{"theme", Json::parse(asset("theme.json"))},
          {"data", data_},
          {"pictures", pictures_},
          {"tables", tables_},
          {"selectors", selectors_},
          {"parts", parts_},
          {"cards", cards_}};
}

std::string Page::html() const {
  std::string script;
  for (const char* const file : {"rows.js", "tables.js", "pictures.js", "windows.js",
                                 "selectors.js", "cards.js", "page.js"}) {
    script += asset(file);
  }
  std::string library;
  std::string licences;
  for (const char* const package : {"vega", "vega-lite", "vega-embed"}) {
    library += fmt::format("{}\n", asset(fmt::format("{}.min.js", package)));
    licences += fmt::format("{}\n\n{}\n", package, asset(fmt::format("{}.licence.txt", package)));
  }
  return assemble(asset("page.html"), {{"title", html_text(title_)},
                                       {"description", html_text(description_)},
                                       {"style", std::string(asset("page.css"))},
                                       {"body", body_},
                                       {"data", script_json(script_data())},
                                       {"licences", licences},
                                       {"library", library},
                                       {"script", script}});
}

}  // namespace flitcast
