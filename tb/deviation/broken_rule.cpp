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
  Circumstances(const FlitDeviation& flit, const LoggedRouters& routers)
      : flit_(flit),
        port_(flit.deviation.pin),
        is_network_(port_ < routers.network_ports()),
        delay_(routers.config.router_delay),
        interval_(routers.interval(flit.deviation.node, port_)) {}

  Cycle at() const { return flit_.deviation.at; }
  bool is_network() const { return is_network_; }
  Cycle delay() const { return delay_; }
  Cycle interval() const { return interval_; }

  std::optional<HeaderDates> dates_of(const FlitEvent& header) const {
    const auto dates = flit_.before.header(header.message);
    return dates ? std::optional(HeaderDates{dates->arrival, dates->in_front,
                                             std::max(dates->in_front, dates->arrival + delay_)})
                 : std::nullopt;
  }
  /// When the output takes the next header, if the last worm of it is over; else nothing.
  std::optional<Cycle> output_free() const {
    const auto& last = last_sent();
    if (!last) {
      return 0;
    }
    return last->is(flit_kind::kTail) ? std::optional(last->at + interval_) : std::nullopt;
  }
  /// The last flit before the deviation; nothing: there was none.
  const std::optional<FlitEvent>& last_sent() const { return flit_.before.last_sent(port_); }
  /// The header that the model sends next, from the deviation on; null: none.
  const FlitEvent* next_of_model() const {
    const auto& next = flit_.next_of_model;
    return next && next->is(flit_kind::kHead) ? &*next : nullptr;
  }
  /// When the router sends the header that the model sends at the deviation.
  const std::optional<Cycle>& date_in_router() const { return flit_.sent_at; }
  /// Arrival of a flit that is no header.
  Cycle arrival_of(const FlitEvent& flit) const {
    return flit_.before.arrival_of(flit).value_or(0);
  }

 private:
  const FlitDeviation& flit_;
  int port_;
  bool is_network_;
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
  const auto& left = here.date_in_router();
  return left && *free < dates->ready ? header_delay(here, *dates, *left) : "";
}

std::string body_is_late(const Circumstances& here, const FlitEvent& flit) {
  const auto& last = here.last_sent();
  const bool due = last && last->message == flit.message &&
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

std::string broken_rule(const FlitDeviation& deviation, const LoggedRouters& routers) {
  return rule_of_flit(deviation.deviation, Circumstances(deviation, routers));
}

}  // namespace flitcast
