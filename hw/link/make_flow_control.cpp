#include "hw/link/make_flow_control.h"

#include <stdexcept>

#include "hw/link/on_off.h"
#include "hw/link/shared_slots.h"

namespace flitcast {

std::unique_ptr<LinkFlowControl> make_flow_control(const NetworkConfig& config, Cycle delay,
                                                   Cycle cycles_per_flit) {
  if (config.pipeline.shares_buffers()) {
    const Cycle own = config.own_flits();
    return std::make_unique<SharedSlots>(config.vcs, own, config.vcs * (config.buffer_flits - own));
  }
  if (config.flow_control != FlowControl::kOnOff) {
    return nullptr;
  }
  if (config.off_flits < OnOff::least_off(delay, cycles_per_flit) ||
      config.on_flits <= config.off_flits || config.buffer_flits < config.on_flits) {
    throw std::invalid_argument("a buffer that says stop too late runs over, or never says go");
  }
  return std::make_unique<OnOff>(config.vcs, config.buffer_flits, config.off_flits, config.on_flits,
                                 delay);
}

}  // namespace flitcast
