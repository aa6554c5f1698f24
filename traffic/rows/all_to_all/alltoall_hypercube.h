#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-to-all scatter on one-port hypercubes.

Row aas_hc_sex();     ///< A1, standard exchange
Row aas_hc_dex();     ///< A14, direct exchange
Row app_transpose();  ///< A22, matrix transposition by A14 or A1
Row app_fft2d();      ///< A22, the same between two passes of a Fourier transform

}  // namespace flitcast
