#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {

bool gives_program(const RawConfig& raw) {
  return raw.texts.count("traffic.program") != 0 ||
         (raw.job_place != nullptr && raw.job_place->row != nullptr);
}

void resolve_program(const RawConfig& raw, Config& config) {
  for (const auto& [name, value] : raw.texts) {
    const std::string_view section = find_key(name)->section();
    const bool other = section == "traffic" && name != "traffic.program" &&
                       name != "traffic.message_flits" && name != "traffic.fifo_depth" &&
                       name != "traffic.timing" && name != "traffic.placement" &&
                       name != "traffic.collectives";
    refuse(config, {{other || section == "load", name,
                     "goes with a schedule or random traffic, and traffic.program plays a program; "
                     "leave one of them out"}});
  }
  refuse(config, {{config.places.given("output.data"), "output.data",
                   "is for schedules; a program has no such file, leave the key out"}});
}

}  // namespace flitcast
