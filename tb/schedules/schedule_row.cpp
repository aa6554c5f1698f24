#include "tb/schedules/schedule_row.h"

#include "tb/schedules/schedule_file.h"
#include "traffic/row/row_support.h"

namespace flitcast {
namespace {

/// Throws ParameterError where the blocks, or what is rearranged of them, cannot have such a size.
void check_blocks(const ScheduleFile& file, const RowRequest& request) {
  check_divides(
      request, file.operation.parts,
      "the schedule cuts a block into " + std::to_string(file.operation.parts) + " parts");
  for (const Round& round : file.rounds) {
    if (round.copy_flits() * request.message_flits % file.message_flits != 0) {
      throw ParameterError(
          "traffic.message_flits",
          std::to_string(round.copy_flits()) + " rearranged flits of messages of " +
              std::to_string(file.message_flits) + " become no whole number with messages of " +
              std::to_string(request.message_flits) + "; leave the key out");
    }
    if (round.copy_flits() / file.message_flits * request.message_flits > kMostCopiedFlits) {
      throw ParameterError("traffic.message_flits",
                           "a round rearranges more than " + std::to_string(kMostCopiedFlits) +
                               " flits then; give a smaller number, or leave the key out");
    }
  }
}

/// The message as the file tells it, along the base route where it has no path.
void append(const MessageView& m, const Routing& routing, RingTravel rings,
            std::vector<PortId>& route, Round& out) {
  out.set_transfer(m.transfer);
  out.begin(m.source);
  route.clear();
  if (m.hops() == 0) {
    routing.append_ports(m.source, m.destinations.back(), route, rings);
  }
  for (const PortId port : m.hops() == 0 ? Span<PortId>{route.data(), route.size()} : m.ports) {
    out.add_port(port);
  }
  for (const NodeId node : m.destinations) {
    out.add_destination(node);
  }
  for (const Block& block : m.blocks) {
    out.add_block(block);
  }
  if (m.joins) {
    out.join();
  }
}

void lay(const std::shared_ptr<const ScheduleFile>& file, const RowRequest& request,
         Schedule& schedule) {
  schedule.operation = file->operation;
  schedule.rounds = file->rounds.size();
  schedule.block_flits = request.message_flits / file->operation.parts;
  schedule.rings = file->rings;
  schedule.fill = [file, &routing = request.routing, flits = request.message_flits](
                      std::uint64_t number, Round& out) {
    const Round& round = file->rounds[number];
    std::vector<PortId> route;
    for (std::size_t i = 0; i < round.size(); ++i) {
      append(round[i], routing, file->rings, route, out);
    }
    out.set_copy_flits(round.copy_flits() * flits / file->message_flits);
  };
}

}  // namespace

Row row_of(const std::shared_ptr<const ScheduleFile>& file, const RowModel& model) {
  Row row{};
  row.id = file->algorithm;
  row.operation = file->operation.kind;
  row.contention = "where the file has it";
  row.model = model;
  row.model.irc = file->irc;
  if (!file->forks) {
    row.model.forks = Forks::kNone;
  } else if (model.forks == Forks::kNone) {
    row.model.forks = Forks::kReserved;
  }
  row.validate = [file](const RowRequest& request) { check_blocks(*file, request); };
  row.lay = [file](const RowRequest& request, Schedule& schedule) { lay(file, request, schedule); };
  row.closed_form = [](const RowRequest&) -> std::optional<Coefficients> { return std::nullopt; };
  return row;
}

}  // namespace flitcast
