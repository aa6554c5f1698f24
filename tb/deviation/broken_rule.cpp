#include <algorithm>

#include <fmt/format.h>

#include "tb/deviation/first_deviation.h"

namespace flitcast {
namespace {

/// A header in a router, as the contract has it.
struct HeaderDates {
  Cycle arrival = 0;
  Cycle in_front = 0;  ///< of its queue
  Cycle ready = 0;     ///< it may leave by a network output
};

/// What is known of a deviation of a flit: the dates of headers in the router, and of its output.
class Circumstances {
 public:
  Circumstances(const Deviation& deviation, const RouterLog& model, const RouterLog& router)
      : at_(deviation.at),
        port_(deviation.pin),
        is_network_(deviation.pin < model.network_ports()),
        model_(model.pins(deviation.node)),
        router_(router.pins(deviation.node)),
        delay_(model.router_delay()),
        interval_(model.interval(deviation.node, deviation.pin)) {}

  Cycle at() const { return at_; }
  bool is_network() const { return is_network_; }
  Cycle delay() const { return delay_; }

  std::optional<HeaderDates> dates_of(const FlitEvent& header) const {
    for (std::size_t input = 0; input < model_.arrivals.size(); ++input) {
      const auto& stream = model_.arrivals[input];
      const auto place = std::find_if(stream.begin(), stream.end(), [&](const FlitEvent& event) {
        return event.message == header.message && event.is(flit_kind::kHead);
      });
      if (place == stream.end()) {
        continue;
      }
      HeaderDates dates;
      dates.arrival = dates.in_front = place->at;
      const auto before = static_cast<std::size_t>(place - stream.begin());
      if (before > 0 && before <= model_.credits[input].size()) {
        dates.in_front = std::max(place->at, model_.credits[input][before - 1] + 1);
      }
      dates.ready = std::max(dates.in_front, dates.arrival + delay_);
      return dates;
    }
    return std::nullopt;
  }
  /// When the output takes the next header, if the last worm of it is over; else nothing.
  std::optional<Cycle> output_free() const {
    const FlitEvent* last = last_sent();
    if (last == nullptr) {
      return 0;
    }
    return last->is(flit_kind::kTail) ? std::optional(last->at + interval_) : std::nullopt;
  }
  /// The last flit before the deviation; null: there was none.
  const FlitEvent* last_sent() const {
    const auto& sends = model_.sends[static_cast<std::size_t>(port_)];
    const auto place = first_from(sends);
    return place == sends.begin() ? nullptr : &*(place - 1);
  }
  /// The header that the model sends next, from the deviation on; null: none.
  const FlitEvent* next_of_model() const {
    const auto& sends = model_.sends[static_cast<std::size_t>(port_)];
    const auto place = first_from(sends);
    return place == sends.end() || !place->is(flit_kind::kHead) ? nullptr : &*place;
  }
  /// When the router sends a header that the model sends at the deviation.
  std::optional<Cycle> date_in_router(const FlitEvent& header) const {
    for (const FlitEvent& event : router_.sends[static_cast<std::size_t>(port_)]) {
      if (event.message == header.message && event.is(flit_kind::kHead)) {
        return event.at;
      }
    }
    return std::nullopt;
  }
  /// Arrival of a flit that is no header.
  Cycle arrival_of(const FlitEvent& flit) const {
    for (const auto& stream : model_.arrivals) {
      for (const FlitEvent& event : stream) {
        if (event.message == flit.message && event.kind == flit.kind &&
            event.sequence == flit.sequence) {
          return event.at;
        }
      }
    }
    return 0;
  }
  Cycle interval() const { return interval_; }

 private:
  std::vector<FlitEvent>::const_iterator first_from(const std::vector<FlitEvent>& sends) const {
    return std::lower_bound(sends.begin(), sends.end(), at_,
                            [](const FlitEvent& event, Cycle at) { return event.at < at; });
  }

  Cycle at_;
  int port_;
  bool is_network_;
  const RouterLog::Pins& model_;
  const RouterLog::Pins& router_;
  Cycle delay_;
  Cycle interval_;
};

std::string header_delay(const Circumstances& here, const HeaderDates& dates, Cycle left) {
  return fmt::format("a header takes router.delay, {} cycles here; this one took {}", here.delay(),
                     left - dates.arrival);
}

// The router lets `sent` go where the model has given the output to `due`.
std::string wrong_winner(const Circumstances& here, const FlitEvent& due, const FlitEvent& sent) {
  const auto of_due = here.dates_of(due);
  const auto of_sent = here.dates_of(sent);
  const auto free = here.output_free();
  if (!of_due || !of_sent || !free) {
    return "";
  }
  const Cycle ready_due = here.is_network() ? of_due->ready : of_due->in_front;
  const Cycle ready_sent = here.is_network() ? of_sent->ready : of_sent->in_front;
  if (here.at() < ready_sent) {
    return header_delay(here, *of_sent, here.at());
  }
  const Cycle granted = std::max(*free, ready_due);
  if (granted > here.at()) {
    return "";
  }
  return ready_sent > granted
             ? "an output is granted without a look at credits, to the header that is ready first"
             : "headers get an output in turn: the one that got it last comes last";
}

std::string header_is_late(const Circumstances& here, const FlitEvent& header) {
  const auto dates = here.dates_of(header);
  const auto free = here.output_free();
  if (!dates || !free) {
    return "";
  }
  if (!here.is_network()) {
    return here.at() == std::max(dates->in_front, *free)
               ? "ejection pays no router.delay: a header for the node goes on at once"
               : "";
  }
  if (here.at() != std::max(dates->ready, *free)) {
    return "";
  }
  if (dates->in_front > dates->arrival && here.at() < dates->in_front + here.delay()) {
    return "router.delay counts from the arrival of a header, also while it queues";
  }
  if (*free > dates->ready) {
    return "an output takes the next header exactly t_m after the tail before it";
  }
  const auto left = here.date_in_router(header);
  return left && *free < dates->ready ? header_delay(here, *dates, *left) : "";
}

std::string body_is_late(const Circumstances& here, const FlitEvent& flit) {
  const FlitEvent* last = here.last_sent();
  const bool due = last != nullptr && last->message == flit.message &&
                   here.at() == std::max(last->at + here.interval(), here.arrival_of(flit));
  return due ? "only headers are delayed: the flits behind one go on as they come, every t_m" : "";
}

std::string rule_of_flit(const Deviation& deviation, const Circumstances& here) {
  const auto is_header = [](const auto& flit) { return flit && flit->is(flit_kind::kHead); };
  if (is_header(deviation.got)) {
    const FlitEvent* due =
        is_header(deviation.expected) ? &*deviation.expected : here.next_of_model();
    if (due != nullptr && due->message != deviation.got->message) {
      return wrong_winner(here, *due, *deviation.got);
    }
    const auto dates = here.dates_of(*deviation.got);
    return dates && !deviation.expected && here.at() < dates->ready
               ? header_delay(here, *dates, here.at())
               : "";
  }
  if (!deviation.expected || deviation.got) {
    return "";
  }
  return is_header(deviation.expected) ? header_is_late(here, *deviation.expected)
                                       : body_is_late(here, *deviation.expected);
}

}  // namespace

std::string broken_rule(const Deviation& deviation, const RouterLog& model,
                        const RouterLog& router) {
  if (deviation.is_credit) {
    return "a credit leaves in the cycle in which its flit leaves";
  }
  return rule_of_flit(deviation, Circumstances(deviation, model, router));
}

}  // namespace flitcast
