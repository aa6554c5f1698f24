#pragma once

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast {

/// Asks Debian's python3-jsonschema about files in a folder. Skipped, visibly, where that is not
/// installed.
class JsonSchemas : public testing::Test {
 protected:
  void SetUp() override {
    if (shell(std::string(kPython) + " -m jsonschema --version > /dev/null 2>&1") != 0) {
      GTEST_SKIP() << "python3-jsonschema is not installed";
    }
    folder_.write("thinned.py", kThinned);
    folder_.write("refused.py", kRefused);
    folder_.write("unseen.py", kUnseen);
  }

  static int shell(const std::string& command) { return std::system(command.c_str()); }
  std::string in_folder() const { return "cd '" + folder_.root() + "' && "; }
  static std::string schema(const std::string& kind) {
    return std::string(FLITCAST_ROOT) + "/configs/schema/" + kind + ".schema.json";
  }

  /// Whether `python3 -m jsonschema` takes a file.
  bool accepts(const std::string& kind, const std::string& file) const {
    return shell(in_folder() + kPython + " -m jsonschema -i '" + file + "' " + schema(kind) +
                 " > /dev/null 2>&1") == 0;
  }
  /// Those of some files, named by a pattern, that the schema refuses.
  std::set<std::string> refused(const std::string& kind, const std::string& files) const {
    return lines_of("refused.py " + schema(kind) + " " + files);
  }
  /// What can be done to a file without the schema's noticing: of all objects, and of the first
  /// element of every list, a member is left out, has another type, or is one too many, and the
  /// version is another. `optional` may be left out.
  std::set<std::string> unseen(const std::string& kind, const std::string& file,
                               const std::string& optional = "") const {
    return lines_of("unseen.py " + schema(kind) + " " + file + " " + optional);
  }

  TempFolder folder_;

 private:
  static constexpr const char* kPython = "/usr/bin/python3";

  // Objects of a list that differ in positive numbers alone are looked at once: it is slow.
  static constexpr const char* kThinned = R"(def shape(value):
    if isinstance(value, dict):
        return tuple((name, shape(own)) for name, own in value.items())
    if isinstance(value, list):
        return tuple(map(shape, value))
    return type(value), value if isinstance(value, str) or not value or value < 0 else True


def thinned(value):
    if isinstance(value, dict):
        return {name: thinned(own) for name, own in value.items()}
    if isinstance(value, list) and all(isinstance(own, dict) for own in value):
        return list({shape(own): thinned(own) for own in value}.values())
    return list(map(thinned, value)) if isinstance(value, list) else value
)";

  static constexpr const char* kRefused = R"(import json, sys
import jsonschema
from thinned import thinned

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    for error in validator.iter_errors(thinned(json.load(open(name)))):
        print(name)
        print(name, list(error.absolute_path), error.message[:200], file=sys.stderr)
        break
)";

  // Members of a map may be missing, and those of a difference be anything.
  static constexpr const char* kUnseen = R"(import json, sys
import jsonschema
from thinned import thinned

MAPS = {"config", "keys", "parameters"}
ANY = {"before", "after", "measured"}
validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
document = thinned(json.load(open(sys.argv[2])))
optional = set(sys.argv[3:])


def tell(what, path):
    if validator.is_valid(document):
        print(what, "/".join(map(str, path)))


def damage(value, path):
    if isinstance(value, list):
        if value:
            damage(value[0], path + [0])
        return
    if not isinstance(value, dict):
        return
    is_map = bool(path) and path[-1] in MAPS
    for name, own in list(value.items()):
        if name not in optional and not is_map:
            rest = dict(value)
            del value[name]
            tell("without", path + [name])
            value.clear()
            value.update(rest)
        if name not in ANY:
            value[name] = {"no": {"such": "thing"}} if not isinstance(own, dict) else "text"
            tell("another type of", path + [name])
            value[name] = own
        damage(own, path + [name])
    if not is_map:
        value["no such member"] = 0
        tell("more in", path)
        del value["no such member"]


damage(document, [])
document["schema"] = document["schema"].replace("/1", "/2")
tell("version of", ["schema"])
)";

  std::set<std::string> lines_of(const std::string& script) const {
    EXPECT_EQ(shell(in_folder() + kPython + " " + script + " > said"), 0) << script;
    std::istringstream lines(folder_.read("said"));
    std::set<std::string> names;
    for (std::string line; std::getline(lines, line);) {
      names.insert(line);
    }
    return names;
  }
};

}  // namespace flitcast
