#pragma once

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

// The patterns that can be asked for, in files of their own.

// uniform.cpp
PatternKind uniform_pattern();
PatternKind hotspot_pattern();
// grid_patterns.cpp
PatternKind transpose_pattern();
PatternKind tornado_pattern();
PatternKind neighbour_pattern();
// next_group.cpp
PatternKind next_group_pattern();
// bit_patterns.cpp
PatternKind bit_complement_pattern();
PatternKind bit_reverse_pattern();
PatternKind bit_rotation_pattern();
PatternKind shuffle_pattern();
// random_permutation.cpp
PatternKind random_permutation_pattern();
// permutation_file.cpp, matrix_file.cpp, packet_trace.cpp
PatternKind permutation_pattern();
PatternKind matrix_pattern();
PatternKind trace_pattern();

}  // namespace flitcast
