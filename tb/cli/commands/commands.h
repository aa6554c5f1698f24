#pragma once

#include "tb/cli/command.h"

namespace flitcast::cli {

// Each in a file of its name.
Command run_command();
Command check_command();
Command show_command();
Command convert_command();
Command place_command();
Command synthesize_command();
Command list_command();
Command diff_command();
Command compare_command();
Command regress_command();
Command sweep_command();
Command load_command();
Command crossover_command();
Command choose_command();
Command report_command();
Command area_command();
Command characterise_command();
Command verify_proof_command();

/// The commands of this program.
inline const Commands& commands() {
  static const Commands all{run_command(),       check_command(),        show_command(),
                            convert_command(),   place_command(),        synthesize_command(),
                            list_command(),      diff_command(),         compare_command(),
                            regress_command(),   sweep_command(),        load_command(),
                            crossover_command(), choose_command(),       report_command(),
                            area_command(),      characterise_command(), verify_proof_command()};
  return all;
}

}  // namespace flitcast::cli
