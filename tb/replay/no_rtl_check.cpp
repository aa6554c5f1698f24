#include <stdexcept>

#include "tb/replay/rtl_check.h"

namespace flitcast {

std::unique_ptr<RtlCheck> make_rtl_check(const Config& /*config*/, std::uint64_t /*period*/) {
  throw std::logic_error("there are no routers in SystemVerilog");
}

}  // namespace flitcast
