#pragma once

#include "tb/show/schedule_view.h"

namespace flitcast {

// Tables that the sources print, for `flitcast show --format=table`. Labels of nodes are in binary.

/// The scheduling table of aas-hc-allport-sf for Q_n: the relative address of every round, counted
/// from 1, and dimension j. (Tvrdík CS838 §14)
void write_allport_table(int n, const TextSink& sink);

/// The necklace partition of Q_n that oas-hc-necklace is made of: subtree D_i in column i,
/// necklaces one after the other along the rows, and the sizes of the subtrees. (Tvrdík CS838 §12)
void write_necklace_table(int n, const TextSink& sink);

}  // namespace flitcast
