#pragma once

#include <cstdint>

/// How a router in SystemVerilog (observed_router.sv), compiled into a shared library, is called.
/// The library has one function, `flitcast_rtl_router`, which returns a FlitcastRtlRouter.
///
/// Pins are bits side by side as in the SystemVerilog, bit i being bit i % 64 of word i / 64; bits
/// behind the last one are 0. How wide they are follows from the parameters of the router.
extern "C" {

/// What a node is told about itself at reset.
struct FlitcastRtlStraps {
  std::uint64_t address;
  std::uint64_t delay;            ///< of headers, cycles
  const std::uint64_t* interval;  ///< per network port, cycles per flit
  std::uint64_t credits;          ///< slots of every buffer behind network ports
  std::uint64_t two_classes;
  const std::uint64_t* wraps;
  const std::uint64_t* sides;
  std::uint64_t descending;
  const std::uint8_t* table;  ///< per node the port that leads to it, or null
  std::uint64_t table_nodes;
};

/// What is on the inputs at an edge.
struct FlitcastRtlInputs {
  const std::uint64_t* valid;
  const std::uint64_t* head;
  const std::uint64_t* tail;
  const std::uint64_t* address;
  const std::uint64_t* more;
  const std::uint64_t* vc;
  const std::uint64_t* word;
  const std::uint64_t* route;
  const std::uint64_t* credit;  ///< out_credit: of network outputs
};

/// What the outputs show in the cycle that begins with the edge.
struct FlitcastRtlOutputs {
  std::uint64_t* valid;
  std::uint64_t* head;
  std::uint64_t* tail;
  std::uint64_t* address;
  std::uint64_t* more;
  std::uint64_t* vc;
  std::uint64_t* word;
  std::uint64_t* route;
  std::uint64_t* credit;  ///< in_credit: of inputs
  std::uint64_t* source;
  std::uint64_t* granted;
  std::uint64_t* contention;
  std::uint64_t* serialisation;
  std::uint64_t* no_credit;
  std::uint64_t busy;
};

struct FlitcastRtlRouter {
  std::uint64_t version;  ///< kFlitcastRtlVersion
  void* (*make)();
  void (*destroy)(void* router);
  /// To be called before the first clock(). Null, or why the SystemVerilog stopped.
  const char* (*reset)(void* router, const FlitcastRtlStraps* straps);
  /// An edge, and the cycle that begins with it. Null, or why the SystemVerilog stopped: the
  /// assertion that failed, $stop or $finish. That is there until it stops again.
  const char* (*clock)(void* router, const FlitcastRtlInputs* in, FlitcastRtlOutputs* out);
  /// After an edge, of the cycle that it began: the output that the worm in front of each input
  /// virtual channel holds, or was just granted.
  void (*look)(void* router, std::uint64_t* port, std::uint64_t* vc);
};

using FlitcastRtlEntry = const FlitcastRtlRouter* (*)();
}

inline constexpr std::uint64_t kFlitcastRtlVersion = 3;
