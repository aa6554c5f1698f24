#include "tb/cli/explore/explore_options.h"
#include "tb/cli/program/program_actions.h"

namespace flitcast::cli {

std::vector<Action> own_actions() {
  return {{"sweep", explore::sweep_main},
          {"load", explore::load_main},
          {"choose", explore::choose_main},
          {"crossover", explore::crossover_main}};
}

}  // namespace flitcast::cli
