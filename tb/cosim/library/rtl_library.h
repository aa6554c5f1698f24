#pragma once

#include <string>
#include <vector>

#include "hw/rtl/router_abi.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::cosim {

/// Routers with the given parameters, from a shared library, which is made of `sources` by
/// verilator and the C++ compiler (c++) where `cache` does not have it. Its name there is made of
/// everything that it depends on, and it appears whole; one that is damaged is made again. It stays
/// loaded as long as the program runs. A terminal on standard error shows that one is being made.
/// Throws RtlBuildError; FileError where the cache cannot be read or written.
const FlitcastRtlRouter& rtl_library(const RtlParameters& parameters, const std::string& cache,
                                     const std::vector<RtlSource>& sources = rtl_sources(),
                                     const RtlReading& reading = {});

}  // namespace flitcast::cosim
