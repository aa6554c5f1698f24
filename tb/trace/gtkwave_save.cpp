#include "tb/trace/gtkwave_save.h"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "tb/trace/gtkwave_text.h"

namespace flitcast::trace {
namespace {

unsigned format_of(Signal::Type type) {
  return type == Signal::Type::kNumber ? gtkwave_format::kDecimal : gtkwave_format::kBinary;
}

std::string without_range(const std::string& name) {
  return name.substr(0, name.find('['));
}

/// Looked for first: what a port does, and for which message.
int colour_of(const std::string& name) {
  return name == "state"                        ? gtkwave_colour::kYellow
         : name == "owner" || name == "message" ? gtkwave_colour::kOrange
                                                : 0;
}

constexpr std::string_view kFabric = "tb.fabric.";

/// "router_3" and "to_4 " of "tb.fabric.router_3.to_4"; both empty for signals of tb itself.
struct Place {
  std::string module;
  std::string part;
};

Place place_of(const std::string& scope) {
  if (scope.rfind(kFabric, 0) != 0) {
    return {};
  }
  const std::string rest = scope.substr(kFabric.size());
  const std::size_t dot = rest.find('.');
  return {rest.substr(0, dot), rest.substr(dot + 1) + " "};
}

/// What the eye does not need: `kind` says when a flit is there, `message` whose it is.
bool says_nothing(const DeclaredSignal& signal, int vcs) {
  const std::string name = without_range(signal.name);
  return !signal.busy || name == "valid" || (name == "vc" && vcs == 1) ||
         (name == "source" && signal.scope.rfind("tb.fabric.router_", 0) == 0);
}

/// The signal under its name within its module.
std::string signal_line(const DeclaredSignal& signal, const std::string& part) {
  const std::string name = without_range(signal.name);
  return gtkwave_signal(part + name, signal.scope + "." + signal.name, format_of(signal.type),
                        colour_of(name));
}

/// Signals of a module: those to look at, and the rest.
class Module {
 public:
  explicit Module(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void add(const DeclaredSignal& signal, const std::string& part, int vcs) {
    if (says_nothing(signal, vcs)) {
      rest_ += signal_line(signal, part);
    } else {
      shown_ += signal_line(signal, part);
      ++rows_;
    }
  }
  std::size_t rows() const { return name_.empty() || rows_ == 0 ? rows_ : rows_ + 2; }
  std::string shown() const { return group(shown_, GtkwaveGroup::kOpen); }
  /// To stand in a closed group.
  std::string rest() const { return group(rest_, GtkwaveGroup::kInClosedOne); }

 private:
  std::string group(const std::string& lines, GtkwaveGroup group) const {
    return name_.empty() || lines.empty() ? lines : gtkwave_group(name_, lines, group);
  }

  std::string name_;
  std::string shown_;
  std::string rest_;
  std::size_t rows_ = 0;  // of shown_
};

std::vector<Module> modules_of(const std::vector<DeclaredSignal>& signals, int vcs) {
  std::vector<Module> modules;
  for (const DeclaredSignal& signal : signals) {
    const Place place = place_of(signal.scope);
    if (modules.empty() || place.module != modules.back().name()) {
      modules.emplace_back(place.module);
    }
    modules.back().add(signal, place.part, vcs);
  }
  return modules;
}

}  // namespace

bool is_our_gtkwave_save(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) {
    return false;
  }
  std::ifstream file(name);
  std::string begin(kGtkwaveBegin.size(), '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kGtkwaveBegin;
}

std::string gtkwave_save(const std::vector<DeclaredSignal>& signals, const GtkwaveView& view) {
  GtkwaveWindow window{view.dump_file, view.from,          view.to, view.period, view.stuck,
                       "deadlock",     {"tb", "tb.fabric"}};
  std::string shown;
  std::string rest;
  for (const Module& module : modules_of(signals, view.vcs)) {
    window.rows += module.rows();
    shown += module.shown();
    rest += module.rest();
  }
  return gtkwave_begin(window) + shown +
         (rest.empty() ? "" : gtkwave_group("rest", rest, GtkwaveGroup::kClosed));
}

}  // namespace flitcast::trace
