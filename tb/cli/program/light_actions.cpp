#include "tb/cli/program/program_actions.h"

namespace flitcast::cli {

// `flitcast` itself.
std::vector<Action> own_actions() {
  return {};
}

}  // namespace flitcast::cli
