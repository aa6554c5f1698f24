#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "tb/config/program_settings.h"
#include "tb/config/quantity.h"
#include "tb/programs/noc_trace/chip_layout.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// The formats of programs that are read, told by how a file begins.
enum class ProgramFormat {
  kNone,      ///< something else
  kGoal,      ///< GOAL text: begins with num_ranks, after comments if need be
  kMsccl,     ///< MSCCL XML: begins with <
  kNetrace,   ///< netrace, packed by bzip2 or not: begins with its magic number
  kChakra,    ///< Chakra: one of NAME.0.et, NAME.1.et, …, or NAME, or their folder
  kTraceCsv,  ///< packets with their cycles: begins with kTraceHead, kLogHead or four numbers
  kNocTrace,  ///< JSON, a list of what processors of a chip did: begins with [, no name after it
};

/// How netrace begins.
inline constexpr std::string_view kNetraceMagic = "UTJH";
/// The first line of a trace as load.pattern_file takes it; a header without payload is a flit.
inline constexpr std::string_view kTraceHead = "cycle,src,dst,flits";
/// How that of a log of output.messages begins.
inline constexpr std::string_view kLogHead = "id,round,src,dst,hops,flits,issued";

/// What a file is; kNone also for one that can be read only once, or not at all.
ProgramFormat format_of(const std::string& file);
/// What a file is that begins like this. Chakra is told by names.
ProgramFormat format_begun_by(std::string_view text);

/// What bytes and times of a file are on the network.
struct ProgramUnits {
  Scale scale;
  std::uint32_t chunk_flits = 1;              ///< of formats that do not say how large a chunk is
  TraceTiming timing = TraceTiming::kCycles;  ///< of netrace
  std::vector<std::string> collectives = {};  ///< rows that collectives of Chakra are played as
  NetworkConfig network = {};                 ///< likewise: its ports, and what receivers take
  ChipLayout chip = {};                       ///< of traces of one
  bool own_chunks = true;                     ///< chunk_flits is asked for, whatever a file says
};

/// Reads a program; the format is told by content. Throws FileError with file and line.
Program read_program(const std::string& file, const ProgramUnits& units);

/// GOAL text. Bytes are rounded up to flits, times, which are ns, to cycles.
Program read_goal(const std::string& file, const ProgramUnits& units);

/// MSCCL XML, both dialects.
Program read_msccl(const std::string& file, const ProgramUnits& units);

/// netrace. Bytes, which follow from the type of a packet, are rounded up to flits.
Program read_netrace(const std::string& file, const ProgramUnits& units);

/// Chakra, all files of a trace; see chakra_files(). Bytes are rounded up to flits, times to
/// cycles.
Program read_chakra(const std::string& name, const ProgramUnits& units);

/// What processors of a chip did: their reads, writes, atomic changes and barriers, each as long
/// after the last one as it was, barriers when what they wait for is over.
Program read_noc_trace(const std::string& file, const ProgramUnits& units);

/// A trace or a log: every packet goes in its cycle, whatever has arrived.
Program read_trace_csv(const std::string& file);

}  // namespace flitcast
