#include "tb/cosim/library/command_output.h"

#include <utility>

#include "tb/system/process_pool.h"

namespace flitcast::cosim {

CommandOutput output_of(const std::vector<std::string>& command) {
  constexpr ProcessPool::Seconds kPatience{24 * 3600};
  ProcessPool pool(1, kPatience);
  pool.start(0, command);
  ProcessEnd end = pool.wait()->end;
  return {end.signal != 0 ? 128 + end.signal : end.exit_code, std::move(end.out) + end.err};
}

}  // namespace flitcast::cosim
