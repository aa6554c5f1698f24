#pragma once

#include "tb/cosim/characterise/router_characteristics.h"

namespace flitcast::cosim {

/// Tries a router by itself where it cannot send: of every pair of ports between which routes lead,
/// in every virtual channel, worms pass alone, then fill the buffer while another worm has the
/// output, then while nothing is taken from it; at last many come by all inputs at once, and
/// outputs take a flit now and then. Throws BenchError that says in which of these runs the router
/// broke the protocol and how; of a buffer with fewer slots than credits stand for, how many flits
/// it keeps. Precondition: as characterise().
void try_back_pressure(const RouterUnderTest& router);

}  // namespace flitcast::cosim
