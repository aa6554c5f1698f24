// libFuzzer target: any text as a configuration file.

#include <cstddef>
#include <cstdint>
#include <string>

#include "tb/config/config_keys.h"
#include "tb/config/raw_config.h"
#include "tb/config/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    flitcast::resolved_ini(flitcast::resolve(flitcast::parse_config(text, "fuzz.ini")));
  } catch (const flitcast::ConfigError&) {  // what bad input is to end in
  }
  return 0;
}
