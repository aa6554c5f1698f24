#include "tb/library/public_errors.h"

#include <utility>

#include <flitcast/error.h>

#include "hw/rtl_router/protocol_violation.h"
#include "tb/config/source_locations.h"
#include "tb/cosim/library/rtl_errors.h"
#include "tb/plan/row_schedule.h"
#include "tb/system/file_error.h"

namespace flitcast {

InputError::InputError(const std::string& message, std::string file, int line, std::string key)
    : std::runtime_error(message), file_(std::move(file)), line_(line), key_(std::move(key)) {}

InputError::~InputError() = default;

RunError::RunError(const std::string& message) : std::runtime_error(message) {}

RunError::~RunError() = default;

Interrupted::~Interrupted() = default;

void throw_public() {
  try {
    throw;
  } catch (const ConfigError& error) {
    throw InputError(error.what(), error.place().file, error.place().line, error.place().key);
  } catch (const FileError& error) {
    throw InputError(error.what(), error.file(), 0, error.key());
  } catch (const cosim::RtlBuildError& error) {
    throw InputError(error.what(), "", 0, "");
  } catch (const cosim::MismatchError& error) {
    throw RunError(error.what());
  } catch (const ProtocolViolation& error) {
    throw RunError(error.what());
  } catch (const RowError& error) {
    throw RunError(error.what());
  } catch (const Interruption&) {
    throw Interrupted();
  }
}

}  // namespace flitcast
