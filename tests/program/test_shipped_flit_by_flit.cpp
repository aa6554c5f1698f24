// Every configuration that comes with the program gives the same with run.flit_by_flit. Sweeps,
// which are many runs, are left out.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/flit_by_flit.h"
#include "tests/support/program/shipped_configs.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::test_shipped_flit_by_flit {
namespace {

namespace fs = std::filesystem;

class ShippedFlitByFlit : public testing::TestWithParam<std::string> {};

TEST_P(ShippedFlitByFlit, IsTheSame) {
  for (const auto& entry : fs::directory_iterator(kConfigs + GetParam())) {
    if (entry.path().extension() == ".ini") {
      SCOPED_TRACE(entry.path());
      std::vector<std::string> words{entry.path().string()};
      if (whole_file(entry.path().string()).find("[load]") != std::string::npos) {
        words.emplace_back("--run.max_cycles=1000");  // of millions, for a precision
      }
      expect_same_flit_by_flit(words);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Folders, ShippedFlitByFlit, testing::ValuesIn(shipped_folders()),
                         folder_name);

}  // namespace
}  // namespace flitcast::test_shipped_flit_by_flit
