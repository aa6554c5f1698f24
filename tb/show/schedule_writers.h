#pragma once

#include "tb/plan/plan.h"
#include "tb/show/schedule_view.h"

namespace flitcast::show {

// What `flitcast show` prints, by --format.

/// text: a table of messages for every round. Long lists of blocks and long paths are shortened
/// unless the limits name a round or a node.
void write_schedule_text(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);

/// json: schema flitcast.schedule/1 (tb/schedules/README.md), a message per line.
void write_schedule_json(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);

/// data: what every node holds before the first round and after each, as a plane where the network
/// is one and its nodes hold little. Of partial sums it shows the operands: [0+1] is a prefix sum,
/// (0+1) a running total. Throws ScheduleError where a node sends what it does not have.
void write_holdings(const Draft& draft, const TextSink& sink);

/// links: a line for every round with its messages, how many of the network's directed links they
/// take, and the most messages on one of them.
void write_link_load(const Draft& draft, const TextSink& sink);

// table: what the sources print, labels of nodes in binary.

/// The scheduling table of aas-hc-allport-sf for Q_n: the relative address of every round, counted
/// from 1, and dimension j. (Tvrdík CS838 §14)
void write_allport_table(int n, const TextSink& sink);

/// The necklace partition of Q_n that oas-hc-necklace is made of: subtree D_i in column i,
/// necklaces one after the other along the rows, and the sizes of the subtrees. (Tvrdík CS838 §12)
void write_necklace_table(int n, const TextSink& sink);

}  // namespace flitcast::show
