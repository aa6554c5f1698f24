// libFuzzer target: any text as a schedule on a ring of three nodes, verified if it is one.

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tb/schedules/schedule_row.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"
#include "traffic/verify/verifier.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flitcast;
  static const TempFolder folder;
  static const Topology topology(TopologyKind::kRing, {3});
  static const Routing routing(topology, RoutingOrder::kAscending);
  const std::string file = folder.write("s.json", std::string(data, data + size));
  try {
    const auto schedule = std::make_shared<const ScheduleFile>(read_schedule(file, topology));
    const Row row = row_of(schedule, {});
    const RowRequest request{topology, routing, schedule->message_flits};
    check_request(row, request);
    VerifyOptions options{timing_model(NetworkConfig{})};
    options.ports = 2;
    options.irc = true;
    verify(row.build(request), routing, options);
  } catch (const FileError&) {  // what bad input is to end in
  } catch (const ParameterError&) {
  } catch (const ScheduleError&) {
  }
  return 0;
}
