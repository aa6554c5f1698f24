#include <fmt/format.h>

#include "tb/programs/program_file.h"
#include "tb/programs/written/op_times.h"
#include "tb/programs/written/piecewise_text.h"
#include "tb/programs/written/program_packets.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {

std::vector<std::string> unsaid_in_trace_csv(const Program& program, const NetworkConfig& network) {
  const ProgramPackets all(program, network);
  if (all.packets().empty()) {
    throw UnsaidProgram("it has no messages, of which a trace as CSV consists");
  }
  std::uint64_t waiting = 0;
  std::uint32_t ranks = 0;
  for (const ProgramPackets::Packet& packet : all.packets()) {
    ranks = std::max({ranks, packet.source + 1, packet.destination + 1});
    if (!packet.has_date()) {
      throw UnsaidProgram(all.describe(packet) +
                          ": it waits for a message, and has no cycle of its own, as a trace as "
                          "CSV needs; output.messages of a run has those of one network");
    }
    waiting += packet.receives.empty() ? 0 : 1;
  }
  std::vector<std::string> unsaid;
  tell_contents(program, "CSV", unsaid);
  if (waiting > 0) {
    unsaid.push_back(fmt::format(
        "CSV has no dependencies: {} packets go in their cycle, whatever has come", waiting));
  }
  if (all.leaves_times()) {
    unsaid.emplace_back("CSV has messages alone: times that no message waits for are left out");
  }
  if (ranks < program.ranks()) {
    unsaid.push_back(fmt::format("CSV has the ranks up to the last one with messages: {} of {}",
                                 ranks, program.ranks()));
  }
  tell_streams(program, network, "CSV", unsaid);
  return unsaid;
}

void write_trace_csv(const Program& program, const NetworkConfig& network,
                     const std::vector<std::string>& remarks, const ProgramSink& sink) {
  const ProgramPackets all(program, network);
  PiecewiseText text(sink);
  for (const std::string& remark : remarks) {
    text.add("# {}\n", remark);
  }
  text.add("{}\n", kTraceHead);
  for (const ProgramPackets::Packet& packet : all.packets()) {
    text.add("{},{},{},{}\n", packet.date, packet.source, packet.destination, packet.flits + 1);
  }
  text.flush();
}

}  // namespace flitcast
