#include "tb/schedules/schedule_file.h"

#include <optional>

#include <fmt/format.h>

#include "tb/schedules/message_facts.h"
#include "tb/schedules/operation_facts.h"
#include "tb/schedules/schedule_shape.h"
#include "tb/text/shown_text.h"

namespace flitcast {
namespace {

using Value = ScheduleValue;

/// Makes a ScheduleFile of the values of a file.
class ScheduleTaker : public JsonTaker {
 public:
  ScheduleTaker(const Topology& topology, ScheduleFile& out)
      : topology_(topology),
        operation_(topology),
        messages_(topology),
        out_(out),
        round_(topology) {}

  void number(int what, std::uint64_t value) override;
  void text(int what, const std::string& value) override;
  void null(int what) override;
  void begin(int what) override;
  void end(int what) override;

 private:
  void check_document();

  const Topology& topology_;
  OperationFacts operation_;
  MessageFacts messages_;
  ScheduleFile& out_;
  Round round_;
  std::optional<std::uint64_t> round_count_;
  std::vector<std::uint64_t> copy_flits_;
  std::vector<std::uint32_t> dims_;
  std::string kind_;
};

void ScheduleTaker::number(int what, std::uint64_t value) {
  const auto value_of = static_cast<Value>(what);
  if (messages_.number(value_of, value) || operation_.number(value_of, value)) {
    return;
  }
  switch (value_of) {
    case Value::kTopologyDim:
      dims_.push_back(static_cast<std::uint32_t>(value));
      return;
    case Value::kMessageFlits:
      out_.message_flits = static_cast<std::uint32_t>(value);
      return;
    case Value::kModelPorts:
      out_.model.emplace_back("router.ports", std::to_string(value));
      return;
    case Value::kModelVcs:
      out_.model.emplace_back("router.vcs", std::to_string(value));
      return;
    case Value::kRoundCount:
      round_count_ = value;
      return;
    case Value::kCopyFlits:
      copy_flits_.push_back(value);
      return;
    default:
      return;
  }
}

void ScheduleTaker::text(int what, const std::string& value) {
  switch (static_cast<Value>(what)) {
    case Value::kSchema:
      if (value == kExcerptSchema) {
        throw JsonFault(
            "it is an excerpt; give a whole schedule, as show writes it without --round and "
            "--node");
      }
      if (value != kScheduleSchema) {
        throw JsonFault(fmt::format("{} is not known; this program reads {}", in_quotes(value),
                                    kScheduleSchema));
      }
      return;
    case Value::kOperation:
      operation_.set_kind(value);
      return;
    case Value::kAlgorithm:
      out_.algorithm = value.empty() ? out_.algorithm : brief(value);
      return;
    case Value::kTopologyKind:
      kind_ = value;
      return;
    case Value::kRings:
      if (value != kRingsUpwards && value != kRingsMinimal) {
        throw JsonFault(fmt::format("{} is not known; give {} or {}", in_quotes(value),
                                    kRingsMinimal, kRingsUpwards));
      }
      out_.rings = value == kRingsUpwards ? RingTravel::kUpwards : RingTravel::kMinimal;
      return;
    case Value::kModelSwitching:
      out_.model.emplace_back("router.switching", value);
      return;
    case Value::kModelPorts:
      out_.model.emplace_back("router.ports", value);
      return;
    case Value::kModelRouting:
      out_.model.emplace_back("router.routing", value);
      return;
    case Value::kModelDuplex:
      out_.model.emplace_back("link.duplex", value);
      return;
    case Value::kTransfer:
      messages_.set_transfer(value);
      return;
    default:
      return;
  }
}

void ScheduleTaker::null(int /*what*/) {
  // Says what the lack of the member would say, too; a block begins with everyone as its final.
}

void ScheduleTaker::begin(int what) {
  if (static_cast<Value>(what) == Value::kMessage) {
    messages_.begin();
  }
}

void ScheduleTaker::end(int what) {
  switch (static_cast<Value>(what)) {
    case Value::kTopology:
      check_network(topology_, kind_, dims_);
      return;
    case Value::kMessage:
      messages_.add_to(round_, out_.rounds.size());
      return;
    case Value::kRound:
      out_.rounds.push_back(round_);  // takes no more memory than it needs
      round_.clear();
      return;
    case Value::kDocument:
      check_document();
      return;
    default:
      return;
  }
}

void ScheduleTaker::check_document() {
  out_.operation = operation_.operation();
  const std::uint32_t parts = out_.operation.parts;
  if (out_.message_flits % parts != 0) {
    throw JsonFault(fmt::format("{} flits do not make {} equal parts", out_.message_flits, parts),
                    "message_flits");
  }
  messages_.check_blocks(out_.message_flits, parts);
  out_.irc = messages_.several_destinations();
  if (round_count_ && *round_count_ != out_.rounds.size()) {
    throw JsonFault(fmt::format("{} is not the number of rounds; give {}, or leave it out",
                                *round_count_, out_.rounds.size()),
                    "round_count");
  }
  if (!copy_flits_.empty() && copy_flits_.size() != out_.rounds.size()) {
    throw JsonFault(
        fmt::format("has {} numbers for {} rounds", copy_flits_.size(), out_.rounds.size()),
        "copy_flits");
  }
  for (std::size_t i = 0; i < copy_flits_.size(); ++i) {
    if (copy_flits_[i] != 0 && out_.rounds[i].empty()) {
      throw JsonFault(
          "nothing has come that could be rearranged, since the round has no messages; "
          "give 0",
          fmt::format("copy_flits[{}]", i));
    }
    out_.rounds[i].set_copy_flits(copy_flits_[i]);
  }
}

}  // namespace

ScheduleFile read_schedule(const std::string& file, const Topology& topology) {
  ScheduleFile schedule;
  schedule.file = file;
  ScheduleTaker taker(topology, schedule);
  read_json(file, schedule_shape(topology), taker);
  return schedule;
}

}  // namespace flitcast
