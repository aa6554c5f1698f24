#include "traffic/row/lower_bound.h"

#include "traffic/theory/operation_bounds.h"

namespace flitcast {

Cycle lower_bound(const OperationKind& kind, const RowRequest& request, const TimingModel& model) {
  if (request.topology.processors() == 1) {
    return 0;  // nobody has anything to send
  }
  const Operation operation = operation_of(kind, request);
  return kind.lower_bound({operation, request.topology, request.message_flits, request.ports,
                           request.duplex, request.irc, model, request.pipeline});
}

}  // namespace flitcast
