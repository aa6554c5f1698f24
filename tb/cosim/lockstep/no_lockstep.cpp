#include <stdexcept>

#include "tb/cosim/lockstep/lockstep_observer.h"

namespace flitcast::cosim {

std::unique_ptr<LockstepObserver> make_lockstep_observer(const Config& /*config*/,
                                                         std::uint64_t /*period*/) {
  throw std::logic_error("there are no routers in SystemVerilog");
}

std::unique_ptr<LockstepObserver> make_user_check(const Config& /*config*/) {
  throw std::logic_error("there are no routers in SystemVerilog");
}

}  // namespace flitcast::cosim
