#include "tb/cli/report/report_actions.h"

#include "tb/cli/program/program_actions.h"

namespace flitcast::cli {

std::vector<Action> own_actions() {
  return {{"report", report::report_main}};
}

}  // namespace flitcast::cli
