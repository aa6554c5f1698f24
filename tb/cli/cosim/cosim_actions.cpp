#include "tb/cli/cosim/cosim_actions.h"

#include "tb/cli/program/program_actions.h"

namespace flitcast::cli {

std::vector<Action> own_actions() {
  return {{"area", area_main}, {"characterise", characterise_main}};
}

}  // namespace flitcast::cli
