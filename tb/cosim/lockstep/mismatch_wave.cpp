#include "tb/cosim/lockstep/mismatch_wave.h"

#include <array>

#include <fmt/format.h>

#include "tb/cosim/lockstep/port_name.h"
#include "tb/trace/gtkwave_save.h"

namespace flitcast::cosim {
namespace {

constexpr std::array kFlitPins{Pin::kHead, Pin::kTail, Pin::kAddress, Pin::kMore,
                               Pin::kVc,   Pin::kWord, Pin::kRoute};
constexpr std::array kSeenPins{Pin::kGranted, Pin::kContention, Pin::kSerialisation,
                               Pin::kNoCredit};

unsigned format_of(Pin pin) {
  return pin == Pin::kWord                       ? trace::gtkwave_format::kHexadecimal
         : pin == Pin::kVc || pin == Pin::kRoute ? trace::gtkwave_format::kDecimal
                                                 : trace::gtkwave_format::kBinary;
}

}  // namespace

MismatchWave::MismatchWave(const LockstepCheck& check, std::uint64_t period)
    : check_(check),
      mismatch_(*check.mismatch()),
      parameters_(check.parameters()),
      period_(period),
      top_(fmt::format("router_{}", mismatch_.router->node())),
      past_(mismatch_.router->past()),
      at_rest_(parameters_) {
  for (int port = 0; port < parameters_.ports(); ++port) {
    add_outputs(port);
  }
  for (int port = 0; port < parameters_.ports(); ++port) {
    add_inputs(port);
    add_seen(port);
  }
}

void MismatchWave::add(const std::string& name, Part part, Pin pin, int place, int of_port) {
  waves_.push_back({scope_, name, part, pin, place, of_port});
}

void MismatchWave::add_outputs(int port) {
  scope_ = port_name(check_.topology(), mismatch_.router->node(), port, true);
  const bool network = port < parameters_.network_ports;
  const auto add_both = [&](Pin pin, int of_port) {
    add(fmt::format("{}_model", to_string(pin)), Part::kModel, pin, port, of_port);
    add(fmt::format("{}_rtl", to_string(pin)), Part::kRtl, pin, port, of_port);
  };
  add_both(Pin::kValid, -1);
  for (const Pin pin : kFlitPins) {
    if (network || pin != Pin::kRoute) {
      add_both(pin, port);
    }
  }
  for (int vc = 0; network && vc < parameters_.vcs; ++vc) {
    add(fmt::format("credit_vc_{}", vc), Part::kInputs, Pin::kCredit, port * parameters_.vcs + vc,
        -1);
  }
}

void MismatchWave::add_inputs(int port) {
  scope_ = port_name(check_.topology(), mismatch_.router->node(), port, false);
  const bool network = port < parameters_.network_ports;
  add("valid", Part::kInputs, Pin::kValid, port, -1);
  for (const Pin pin : kFlitPins) {
    add(std::string(to_string(pin)), Part::kInputs, pin, port, port);
  }
  for (int vc = 0; vc < (network ? parameters_.vcs : 1); ++vc) {
    const int input = port * parameters_.vcs + vc;
    add(fmt::format("credit_vc_{}_model", vc), Part::kModel, Pin::kCredit, input, -1);
    add(fmt::format("credit_vc_{}_rtl", vc), Part::kRtl, Pin::kCredit, input, -1);
  }
}

void MismatchWave::add_seen(int port) {
  const bool network = port < parameters_.network_ports;
  for (int vc = 0; vc < (network ? parameters_.vcs : 1); ++vc) {
    for (const Pin pin : kSeenPins) {
      add(fmt::format("{}_vc_{}_rtl", to_string(pin), vc), Part::kRtl, pin,
          port * parameters_.vcs + vc, -1);
    }
  }
}

unsigned MismatchWave::width(const Wave& wave) const {
  return static_cast<unsigned>(at_rest_.inputs[wave.pin].width());
}

std::string MismatchWave::full_name(const Wave& wave) const {
  const unsigned bits = width(wave);
  return bits == 1 ? wave.name : fmt::format("{}[{}:0]", wave.name, bits - 1);
}

void MismatchWave::declare(trace::VcdWriter& vcd) {
  vcd.open_scope(top_);
  cycle_ = vcd.declare_number("cycle[63:0]", 64);
  differs_ = vcd.declare_number("differs", 1);
  std::string open;
  for (Wave& wave : waves_) {
    if (wave.scope != open) {
      if (!open.empty()) {
        vcd.close_scope();
      }
      vcd.open_scope(wave.scope);
      open = wave.scope;
    }
    wave.code = vcd.declare_number(full_name(wave), width(wave));
  }
  vcd.close_scope();
  vcd.close_scope();
  vcd.end_declarations();
}

std::optional<std::uint64_t> MismatchWave::value(const Wave& wave, const Past& cycle) const {
  const FlitPins& pins = wave.part == Part::kInputs  ? cycle.inputs
                         : wave.part == Part::kModel ? cycle.model
                                                     : cycle.rtl.pins;
  if (wave.of_port >= 0 && !pins[Pin::kValid].bit(wave.of_port)) {
    return width(wave) == 1 ? std::optional<std::uint64_t>(0) : std::nullopt;
  }
  return pins[wave.pin].get(wave.place);
}

void MismatchWave::write_values(trace::VcdWriter& vcd, const Past& cycle) {
  for (Wave& wave : waves_) {
    const auto now = value(wave, cycle);
    if (begun_ && now == wave.written) {
      continue;
    }
    wave.written = now;
    wave.busy |= now.value_or(0) != 0;
    if (width(wave) == 1) {
      vcd.bit(wave.code, now.value_or(0) != 0);
    } else if (now) {
      vcd.number(wave.code, *now);
    } else {
      vcd.none(wave.code);
    }
  }
  // Both sides of a pin are looked at together.
  for (std::size_t i = 0; i + 1 < waves_.size(); ++i) {
    if (waves_[i].part == Part::kModel) {
      waves_[i].busy = waves_[i + 1].busy = waves_[i].busy || waves_[i + 1].busy;
    }
  }
}

void MismatchWave::write_cycle(trace::VcdWriter& vcd, Cycle at, const Past& cycle) {
  vcd.time(static_cast<std::uint64_t>(at) * period_);
  if (!begun_) {
    vcd.begin_initial_values();
  }
  vcd.number(cycle_, static_cast<std::uint64_t>(at));
  const bool differs = at == mismatch_.cycle;
  if (!begun_ || differs != differing_) {
    vcd.bit(differs_, differs);
    differing_ = differs;
  }
  write_values(vcd, cycle);
  if (!begun_) {
    vcd.end_initial_values();
  }
  begun_ = true;
}

// In cycles in which it was not clocked nothing is on its pins.
void MismatchWave::write(trace::ByteSink& sink, const std::string& date,
                         const std::string& program) {
  trace::VcdWriter vcd(sink, date, program);
  declare(vcd);
  for (std::size_t i = 0; i < past_.size(); ++i) {
    const Cycle at = past_[i]->cycle;
    write_cycle(vcd, at, *past_[i]);
    if (i + 1 == past_.size() || past_[i + 1]->cycle != at + 1) {
      write_cycle(vcd, at + 1, at_rest_);
    }
  }
  vcd.flush();
}

bool MismatchWave::is_the_difference(const Wave& wave) const {
  const PinDifference& difference = mismatch_.difference;
  return difference.stopped.empty() && wave.pin == difference.pin &&
         wave.place == difference.place && (wave.part == Part::kModel || wave.part == Part::kRtl);
}

std::string MismatchWave::signal_line(const Wave& wave, const std::string& name) const {
  const int colour = wave.part == Part::kModel ? trace::gtkwave_colour::kYellow
                     : wave.part == Part::kRtl && wave.pin < Pin::kSource
                         ? trace::gtkwave_colour::kOrange
                         : 0;
  return trace::gtkwave_signal(name, fmt::format("{}.{}.{}", top_, wave.scope, full_name(wave)),
                               format_of(wave.pin), colour);
}

std::string MismatchWave::view(const std::string& dump_file) const {
  trace::GtkwaveWindow window{dump_file,
                              past_.front()->cycle,
                              past_.back()->cycle + 2,
                              period_,
                              mismatch_.cycle,
                              "differs",
                              {top_},
                              0};
  std::string first =
      trace::gtkwave_signal("cycle", top_ + ".cycle[63:0]", trace::gtkwave_format::kDecimal, 0) +
      trace::gtkwave_signal("differs", top_ + ".differs", trace::gtkwave_format::kBinary, 0);
  std::string groups;
  std::string rest;
  for (std::size_t begin = 0, end = 0; begin < waves_.size(); begin = end) {
    std::string shown;
    std::string quiet;
    for (; end < waves_.size() && waves_[end].scope == waves_[begin].scope; ++end) {
      const Wave& wave = waves_[end];
      (wave.busy ? shown : quiet) += signal_line(wave, wave.scope + " " + wave.name);
      window.rows += wave.busy ? 1 : 0;
      if (is_the_difference(wave)) {
        first += signal_line(wave, wave.scope + " " + wave.name);
      }
    }
    const std::string& name = waves_[begin].scope;
    groups += shown.empty() ? "" : trace::gtkwave_group(name, shown, trace::GtkwaveGroup::kOpen);
    rest +=
        quiet.empty() ? "" : trace::gtkwave_group(name, quiet, trace::GtkwaveGroup::kInClosedOne);
  }
  return trace::gtkwave_begin(window) +
         trace::gtkwave_group("differs", first, trace::GtkwaveGroup::kOpen) + groups +
         (rest.empty() ? "" : trace::gtkwave_group("rest", rest, trace::GtkwaveGroup::kClosed));
}

}  // namespace flitcast::cosim
