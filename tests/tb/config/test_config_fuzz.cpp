#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"

namespace flitcast::test_config_fuzz {
namespace {

/// A configuration either resolves or is refused with a message; nothing else may happen.
void digest(const std::string& text) {
  try {
    resolved_ini(resolve(parse_config(text, "fuzz.ini")));
  } catch (const ConfigError& error) {
    EXPECT_STRNE(error.what(), "");
  }
}

const char* const kGood =
    "\xEF\xBB\xBF# a configuration\r\n[topology]\nkind = torus\ndims = 4x4x4\n[router]\n"
    "switching = cut_through\nports = all\nirc = off\nvcs = 2\nbuffer_flits = auto ; deep\n"
    "delay = 2 cycles\nrouting = descending\n[link]\ndelay = 3\ncycles_per_flit = 2\n[ni]\n"
    "startup = 100\n[clock]\nperiod = 2.5 ns\n[traffic]\nalgorithm = oas-hc-sbt\n"
    "message_flits = 8\nroot = 3\nvariant = ascending\nsync = barrier\n[run]\nseed = 1\n"
    "max_cycles = 1000\n[output]\njson = a.json\nmessages = b.csv\n[expect]\n"
    "completion_cycles = 12 ± 3\nrounds = 4\nexcess_cycles = 0 +- 2\n";

TEST(ConfigFuzz, EveryTruncation) {
  const std::string text = kGood;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    digest(text.substr(0, length));
  }
}

TEST(ConfigFuzz, RandomBytes) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 300, '\0');
    for (char& c : text) {
      c = static_cast<char>(random());
    }
    digest(text);
  }
}

TEST(ConfigFuzz, MutationsOfAGoodFile) {
  std::mt19937 random(2);
  const std::string pieces = "[]=#;x0123456789.-+ \n\r\t\"kK\xC2\xB1";
  for (int i = 0; i < 5000; ++i) {
    std::string text = kGood;
    for (auto edits = 1 + random() % 8; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = pieces[random() % pieces.size()];
          break;
        case 1:
          text.erase(at, 1 + random() % 20);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 20));
      }
    }
    digest(text);
  }
}

TEST(ConfigFuzz, RandomValuesForEveryKey) {
  std::mt19937 random(3);
  const std::string alphabet = "0123456789xX.-+eEnaif ±autolwrmhke_";
  for (const ConfigKey& key : config_keys()) {
    for (int i = 0; i < 300; ++i) {
      std::string value;
      for (auto length = random() % 24; length > 0; --length) {
        value += alphabet[random() % alphabet.size()];
      }
      digest(std::string(key.name) + " = " + value +
             "\n[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n");
      digest(std::string(key.name) + " = " + value + "\n");
    }
  }
}

TEST(ConfigFuzz, LongLinesAndManyLines) {
  digest(std::string(200000, 'x'));
  digest(std::string(200000, '['));
  digest("[" + std::string(200000, 'x') + "]\nx = 1\n");
  digest("[traffic]\nalgorithm = " + std::string(200000, 'x') + "\n");
  digest(std::string(200000, '\n'));
}

}  // namespace
}  // namespace flitcast::test_config_fuzz
