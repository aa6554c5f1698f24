#include <utility>

#include <flitcast/schedule.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/library/caller.h"
#include "tb/library/public_errors.h"
#include "tb/library/settings_keys.h"
#include "tb/plan/plan.h"
#include "tb/schedules/schedule_file.h"
#include "tb/show/schedule_writers.h"
#include "tb/system/files/atomic_file.h"

namespace flitcast {

using Json = nlohmann::ordered_json;

struct ScheduleBuilder::Parts {
  Json facts;
  Json model = Json::object();
  Json rounds = Json::array();
};

ScheduleBuilder::ScheduleBuilder(const std::string& operation, std::uint32_t nodes)
    : parts_(std::make_unique<Parts>()) {
  parts_->facts = {{"schema", kScheduleSchema}, {"operation", operation}, {"nodes", nodes}};
}
ScheduleBuilder::~ScheduleBuilder() = default;
ScheduleBuilder::ScheduleBuilder(ScheduleBuilder&& other) noexcept = default;
ScheduleBuilder& ScheduleBuilder::operator=(ScheduleBuilder&& other) noexcept = default;

ScheduleBuilder& ScheduleBuilder::name(const std::string& algorithm) {
  parts_->facts["algorithm"] = algorithm;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::message_flits(std::uint32_t flits) {
  parts_->facts["message_flits"] = flits;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::parts(std::uint32_t count) {
  parts_->facts["parts"] = count;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::root(std::uint32_t node) {
  parts_->facts["root"] = node;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::destinations(const std::vector<std::uint32_t>& nodes) {
  parts_->facts["destinations"] = nodes;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::shift(std::uint32_t places) {
  parts_->facts["shift"] = places;
  return *this;
}

ScheduleBuilder& ScheduleBuilder::model(const std::string& key, const std::string& value) {
  // Numbers are numbers in a file.
  const Json number = Json::parse(value, nullptr, false);
  parts_->model[key] = number.is_number() ? number : Json(value);
  return *this;
}

ScheduleBuilder& ScheduleBuilder::round() {
  parts_->rounds.push_back(Json::array());
  return *this;
}

ScheduleBuilder& ScheduleBuilder::send(std::uint32_t from, std::uint32_t to,
                                       const std::vector<Block>& blocks) {
  return send(from, std::vector<std::uint32_t>{to}, blocks, Extras());
}

ScheduleBuilder& ScheduleBuilder::send(std::uint32_t from, const std::vector<std::uint32_t>& to,
                                       const std::vector<Block>& blocks, const Extras& extras) {
  if (parts_->rounds.empty()) {
    round();
  }
  Json message{{"src", from}, {"dst", to}};
  if (!extras.path.empty()) {
    message["path"] = extras.path;
  }
  if (!extras.transfer.empty()) {
    message["transfer"] = extras.transfer;
  }
  Json& list = message["blocks"] = Json::array();
  const bool divided = parts_->facts.value("parts", 1) > 1;
  for (const Block& block : blocks) {
    Json each{block.origin, block.final ? Json(*block.final) : Json()};
    if (divided || block.part > 0) {
      each.push_back(block.part);
    }
    list.push_back(std::move(each));
  }
  parts_->rounds.back().push_back(std::move(message));
  return *this;
}

std::string ScheduleBuilder::json() const {
  Json json = parts_->facts;
  if (!parts_->model.empty()) {
    json["model"] = parts_->model;
  }
  json["rounds"] = parts_->rounds;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void ScheduleBuilder::save(const std::string& file) const {
  with_public_errors([&] { write_whole_file(file, json()); });
}

std::string schedule_json(const Settings& settings, const Watch& watch) {
  return with_caller(watch, [&](Caller& caller) {
    const Draft draft(raw_of(settings));
    std::string json;
    show::write_schedule_json(draft, {}, [&](const std::string& text) {
      json += text;
      caller.look([&] {
        return Progress{fmt::format("{} MB", json.size() / 1'000'000), json.size(), 0};
      });
    });
    return json;
  });
}

}  // namespace flitcast
