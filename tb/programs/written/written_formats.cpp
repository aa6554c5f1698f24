#include "tb/programs/written/written_formats.h"

#include <utility>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Lines = WrittenFormat::Lines;

/// Before what is left out: what the numbers of the file are.
Lines with_head(std::string head, const Lines& remarks) {
  Lines lines{"written by flitcast convert: " + std::move(head)};
  lines.insert(lines.end(), remarks.begin(), remarks.end());
  return lines;
}

WrittenFormat msccl() {
  return {"msccl", ".xml",
          [](const Program& program, const Scale& /*scale*/, const NetworkConfig& /*network*/) {
            return unsaid_in_msccl(program);
          },
          [](const Program& program, const Scale& /*scale*/, const NetworkConfig& /*network*/,
             const Lines& remarks, const ProgramSink& sink) {
            write_msccl(program, with_head("a program as MSCCL has it", remarks), sink);
          }};
}

WrittenFormat goal() {
  return {"goal", ".goal", unsaid_in_goal,
          [](const Program& program, const Scale& scale, const NetworkConfig& network,
             const Lines& remarks, const ProgramSink& sink) {
            write_goal(program, scale, network, with_scale(scale, remarks), sink);
          }};
}

WrittenFormat chakra() {
  return {"chakra", ".et", unsaid_in_chakra, nullptr};
}

WrittenFormat csv() {
  return {"csv", ".csv",
          [](const Program& program, const Scale& /*scale*/, const NetworkConfig& network) {
            return unsaid_in_trace_csv(program, network);
          },
          [](const Program& program, const Scale& /*scale*/, const NetworkConfig& network,
             const Lines& remarks, const ProgramSink& sink) {
            write_trace_csv(program, network, with_head("of its flits one is the header", remarks),
                            sink);
          }};
}

WrittenFormat netrace() {
  return {"netrace", ".tra.bz2", unsaid_in_netrace,
          [](const Program& program, const Scale& scale, const NetworkConfig& network,
             const Lines& remarks, const ProgramSink& sink) {
            write_netrace(program, scale, network, with_scale(scale, remarks), sink);
          }};
}

}  // namespace

Lines with_scale(const Scale& scale, const Lines& unsaid) {
  return with_head(
      fmt::format("link.flit_bytes = {}, a cycle of {} ps", scale.flit_bytes, scale.period_ps),
      unsaid);
}

const std::vector<WrittenFormat>& written_formats() {
  static const std::vector<WrittenFormat> formats{msccl(), goal(), chakra(), csv(), netrace()};
  return formats;
}

}  // namespace flitcast
