#include <stdexcept>

#include "tb/cosim/lockstep/rtl_check.h"

namespace flitcast::cosim {

std::unique_ptr<RtlCheck> make_rtl_check(const Config& /*config*/, std::uint64_t /*period*/) {
  throw std::logic_error("there are no routers in SystemVerilog");
}

}  // namespace flitcast::cosim
