#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-reduce by a pipeline around a ring.
Row allreduce_ring();
/// All-reduce by pipelines in the rows and columns of a torus.
Row allreduce_torus2d_bucket();

}  // namespace flitcast
