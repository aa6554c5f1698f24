#include "tb/cli/program/program_actions.h"

namespace flitcast {

// `flitcast` itself.
std::vector<Action> own_actions() {
  return {};
}

}  // namespace flitcast
