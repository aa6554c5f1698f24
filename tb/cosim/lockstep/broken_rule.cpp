#include "tb/cosim/lockstep/broken_rule.h"

#include <algorithm>

namespace flitcast::cosim {
namespace {

/// A header in a router, as the contract has it.
struct HeaderDates {
  Cycle arrival = 0;
  Cycle in_front = 0;  ///< of its queue
  Cycle ready = 0;     ///< it may leave by a network output
};

bool is_header(const std::optional<FlitEvent>& flit) {
  return flit && flit->is(flit_kind::kHead);
}

class Circumstances {
 public:
  explicit Circumstances(const FlitMismatch& mismatch) : here_(mismatch) {}

  BrokenRule rule() const {
    if (is_header(here_.got)) {
      return of_header_sent(*here_.got);
    }
    if (!here_.expected || here_.got) {
      return {};
    }
    return is_header(here_.expected) ? of_late_header(*here_.expected)
                                     : of_late_body(*here_.expected);
  }

 private:
  std::optional<HeaderDates> dates_of(const FlitEvent& header) const {
    const auto dates = here_.before.header(header.message);
    return dates
               ? std::optional(HeaderDates{dates->arrival, dates->in_front,
                                           std::max(dates->in_front, dates->arrival + here_.delay)})
               : std::nullopt;
  }
  /// When the output takes the next header, if the last worm of it is over; else nothing.
  std::optional<Cycle> output_free() const {
    const auto& last = here_.before.last_sent(here_.port);
    if (!last) {
      return 0;
    }
    return last->is(flit_kind::kTail) ? std::optional(last->at + here_.interval) : std::nullopt;
  }
  BrokenRule header_delay(const HeaderDates& dates, Cycle left) const {
    return {ContractRule::kHeaderDelay, here_.delay, left - dates.arrival};
  }

  BrokenRule of_header_sent(const FlitEvent& sent) const {
    const auto& due = is_header(here_.expected) ? here_.expected : here_.next_of_model;
    if (is_header(due) && due->message != sent.message) {
      return of_wrong_winner(*due, sent);
    }
    const auto dates = dates_of(sent);
    return dates && !here_.expected && here_.at < dates->ready ? header_delay(*dates, here_.at)
                                                               : BrokenRule{};
  }

  // The router lets `sent` go where the model has given the output to `due`.
  BrokenRule of_wrong_winner(const FlitEvent& due, const FlitEvent& sent) const {
    const auto of_due = dates_of(due);
    const auto of_sent = dates_of(sent);
    const auto free = output_free();
    if (!of_due || !of_sent || !free) {
      return {};
    }
    const Cycle ready_due = here_.is_network ? of_due->ready : of_due->in_front;
    const Cycle ready_sent = here_.is_network ? of_sent->ready : of_sent->in_front;
    if (here_.at < ready_sent) {
      return header_delay(*of_sent, here_.at);
    }
    const Cycle granted = std::max(*free, ready_due);
    if (granted > here_.at) {
      return {};
    }
    return {ready_sent > granted ? ContractRule::kReadyFirst : ContractRule::kTurns};
  }

  BrokenRule of_late_header(const FlitEvent& header) const {
    const auto dates = dates_of(header);
    const auto free = output_free();
    if (!dates || !free) {
      return {};
    }
    const Cycle due = std::max(here_.is_network ? dates->ready : dates->in_front, *free);
    if (here_.at != due) {
      return {};
    }
    if (!here_.is_network) {
      return {ContractRule::kEjection};
    }
    if (dates->in_front > dates->arrival && here_.at < dates->in_front + here_.delay) {
      return {ContractRule::kDelayInQueue};
    }
    if (*free > dates->ready) {
      return {ContractRule::kNextHeader};
    }
    return here_.sent_at && *free < dates->ready ? header_delay(*dates, *here_.sent_at)
                                                 : BrokenRule{};
  }

  BrokenRule of_late_body(const FlitEvent& flit) const {
    const auto& last = here_.before.last_sent(here_.port);
    const bool due =
        last && last->message == flit.message &&
        here_.at == std::max(last->at + here_.interval, here_.before.arrival_of(flit).value_or(0));
    return {due ? ContractRule::kBodies : ContractRule::kNone};
  }

  const FlitMismatch& here_;
};

}  // namespace

BrokenRule broken_rule(const FlitMismatch& mismatch) {
  return Circumstances(mismatch).rule();
}

}  // namespace flitcast::cosim
