#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-to-all scatter in ⌈log2 p⌉ rounds on any number of nodes, or in more of less with a larger
/// radix.
Row aas_bruck();
/// All-to-all broadcast in ⌈log2 p⌉ rounds on any number of nodes.
Row aab_bruck();

}  // namespace flitcast
