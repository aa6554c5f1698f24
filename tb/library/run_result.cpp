#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include <flitcast/result.h>

#include "tb/library/result_data.h"

namespace flitcast {

double Value::number() const {
  return is_number() ? std::strtod(text.c_str(), nullptr)
                     : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t Value::whole() const {
  if (kind != Kind::kWhole) {
    throw std::logic_error("\"" + text + "\" is no whole number");
  }
  return std::strtoll(text.c_str(), nullptr, 10);
}

Result::Result(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

const std::string& Result::json() const {
  return data_->json;
}

const std::string& Result::report() const {
  return data_->report;
}

const std::vector<NamedValue>& Result::values() const {
  return data_->values;
}

const Value& Result::operator[](const std::string& path) const {
  return value_of(data_->values, path);
}

double Result::number(const std::string& path) const {
  const Value& value = (*this)[path];
  if (!value.is_number()) {
    throw std::out_of_range("the result has no number \"" + path + "\"");
  }
  return value.number();
}

int Result::exit_code() const {
  return data_->exit_code;
}

const std::string& Result::stuck() const {
  return data_->stuck;
}

const std::string& Result::data_error() const {
  return data_->data_error;
}

const std::vector<std::string>& Result::unmet() const {
  return data_->unmet;
}

const std::vector<std::string>& Result::notes() const {
  return data_->notes;
}

const std::vector<Result::Message>& Result::messages() const {
  return data_->messages;
}

const std::vector<Result::Link>& Result::links() const {
  return data_->links;
}

const Value& value_of(const std::vector<NamedValue>& values, const std::string& path) {
  for (const NamedValue& each : values) {
    if (each.name == path) {
      return each.value;
    }
  }
  throw std::out_of_range("the result has no \"" + path + "\"");
}

std::vector<std::string> notes_of(const Config& config) {
  std::vector<std::string> notes = config.notes;
  notes.insert(notes.end(), config.ineffective.begin(), config.ineffective.end());
  return notes;
}

std::vector<NamedValue> named_values(const std::vector<ResultColumn>& columns) {
  std::vector<NamedValue> values;
  values.reserve(columns.size());
  for (const auto& [name, value] : columns) {
    values.push_back({name, {static_cast<Value::Kind>(value.kind), value.text}});
  }
  return values;
}

}  // namespace flitcast
