#include "tb/measures/result.h"

#include <stdexcept>

namespace flitcast {

const char* data_check_name(DataCheck check) {
  switch (check) {
    case DataCheck::kPassed:
      return "passed";
    case DataCheck::kFailed:
      return "failed";
    case DataCheck::kOff:
      return "off";
  }
  throw std::logic_error("unknown data check");
}

}  // namespace flitcast
