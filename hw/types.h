#pragma once

#include <cstdint>

namespace flitcast {

/// A point in time or a duration, in router-clock cycles.
using Cycle = std::int64_t;

/// A node of the network. Processors come first (0 … processors − 1).
using NodeId = std::uint32_t;

/// A router port. Network ports first, local (NI) ports after them.
using PortId = std::uint8_t;

/// One 64-bit word of payload, the content of one flit.
using Word = std::uint64_t;

/// Index of a packet under way, see PacketPool.
using PacketHandle = std::uint32_t;

inline constexpr NodeId kNoNode = 0xFFFFFFFFU;
inline constexpr PortId kNoPort = 0xFFU;

}  // namespace flitcast
