#include "tb/cli/explore/explore_actions.h"

#include "tb/cli/program/program_actions.h"

namespace flitcast {

std::vector<Action> own_actions() {
  return {{"sweep", sweep_main},
          {"load", load_main},
          {"choose", choose_main},
          {"crossover", crossover_main}};
}

}  // namespace flitcast
