#include "tb/cosim/library/rtl_library.h"

#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "tb/cosim/library/library_cache.h"
#include "tb/cosim/library/rtl_tools.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/terminal_line.h"

namespace flitcast::cosim {
namespace {

constexpr const char* kTop = "observed_router";
constexpr const char* kPrefix = "Vflitcast_rtl";
constexpr const char* kPrintHeader = "verilated_print.h";
constexpr const char* kUnit = "unit.cpp";

// Without const-bit-op-tree, by which verilator 5.006 takes some expressions of single bits for
// others, as netlists have them.
std::vector<std::string> verilator_options(const RtlParameters& parameters) {
  std::vector<std::string> options{
      "--cc",        "--prefix",   kPrefix,        "-O3",         "-fno-const-bit-op-tree",
      "-fno-table",  "--x-assign", "fast",         "--x-initial", "fast",
      "--no-timing", "-Wno-lint",  "--top-module", kTop};
  for (const auto& [name, value] : parameters.named()) {
    options.push_back("-G" + name + "=" + std::to_string(value));
  }
  return options;
}

std::vector<std::string> compiler_options() {
  return {"-std=c++17",
          "-O2",
          "-fPIC",
          "-fvisibility=hidden",
          "-DVL_USER_FATAL",
          "-DVL_USER_STOP",
          "-DVL_USER_FINISH",
          "-DVL_PRINTF=verilated_print"};
}

void add_lines(ContentHash& hash, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    hash.add(line + "\n");
  }
}

/// Makes what a library is linked of.
class Maker {
 public:
  Maker(const RtlParameters& parameters, const std::vector<RtlSource>& sources,
        const RtlReading& reading, std::string cache)
      : parameters_(parameters),
        sources_(sources),
        reading_(reading),
        cache_(std::move(cache)),
        tools_(rtl_tools()) {}

  /// The path of the library `name`, which is made where it is not there.
  std::string library(const std::string& name) const {
    if (const auto kept = kept_file(cache_, name)) {
      return *kept;
    }
    TerminalLine line(stderr);
    line.show("making the routers in SystemVerilog, which takes some seconds");
    return cached_file(cache_, name,
                       [&](const TemporaryFolder& workshop) { make_library(workshop, name); });
  }

  std::string library_name() const {
    ContentHash hash;
    hash.add(tools_.identity);
    add_lines(hash, verilator_options(parameters_));
    add_lines(hash, compiler_options());
    for (const RtlSource& source : sources_) {
      hash.add(source.name + "\n" + source.text);
    }
    for (const auto* names : {&reading_.files, &reading_.folders, &reading_.defines}) {
      add_lines(hash, *names);
    }
    return "router-" + hash.digest() + ".so";
  }

 private:
  void make_library(const TemporaryFolder& workshop, const std::string& name) const {
    write_sources(workshop);
    verilate(workshop);
    const std::string root =
        run_tool({tools_.verilator, "--getenv", "VERILATOR_ROOT"});  // ends with a line break
    const std::string include = root.substr(0, root.find('\n')) + "/include";
    const std::string router = workshop.path("router.o");
    compile(workshop, include, all_that_was_made(workshop), router);
    run_tool({tools_.compiler, "-shared", "-o", workshop.path(name), router, runtime(include)});
  }

  void write_sources(const TemporaryFolder& workshop) const {
    for (const RtlSource& source : sources_) {
      const std::string file = workshop.path(source.name);
      make_folder(std::filesystem::path(file).parent_path().string());
      write_whole_file(file, source.text);
    }
  }

  void verilate(const TemporaryFolder& workshop) const {
    std::vector<std::string> command{tools_.verilator};
    for (std::string& option : verilator_options(parameters_)) {
      command.push_back(std::move(option));
    }
    command.insert(command.end(), {"--Mdir", workshop.path(""), "-I" + workshop.path("")});
    for (const std::string& folder : reading_.folders) {
      command.push_back("-I" + workshop.path(folder));
    }
    for (const std::string& define : reading_.defines) {
      command.push_back("-D" + define);
    }
    for (const std::string& file : reading_.files) {
      command.push_back(workshop.path(file));
    }
    command.push_back(workshop.path(std::string(kTop) + ".sv"));
    run_verilator(std::move(command), sources_);
  }

  // In one unit, because each would read the same headers.
  static std::string all_that_was_made(const TemporaryFolder& workshop) {
    std::set<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(workshop.path(""))) {
      const std::string name = file.path().filename().string();
      if (name.rfind(kPrefix, 0) == 0 && file.path().extension() == ".cpp") {
        files.insert(name);
      }
    }
    std::string unit = "#include <router_abi.cpp>\n";
    for (const std::string& file : files) {
      unit += "#include <" + file + ">\n";
    }
    return unit;
  }

  /// Compiles the text of a unit.
  void compile(const TemporaryFolder& workshop, const std::string& include, const std::string& unit,
               const std::string& object) const {
    write_whole_file(workshop.path(kUnit), unit);
    std::vector<std::string> command{tools_.compiler};
    for (std::string& option : compiler_options()) {
      command.push_back(std::move(option));
    }
    command.insert(command.end(), {"-include", workshop.path(kPrintHeader), "-I" + include,
                                   "-I" + include + "/vltstd", "-I" + workshop.path(""), "-c", "-o",
                                   object, workshop.path(kUnit)});
    run_tool(command);
  }

  /// The path of verilator's own part, which is the same for all libraries.
  std::string runtime(const std::string& include) const {
    ContentHash hash;
    hash.add(tools_.identity);
    hash.add(include);
    add_lines(hash, compiler_options());
    for (const RtlSource& source : sources_) {
      hash.add(source.name == kPrintHeader ? source.text : "");
    }
    const std::string name = "verilated-" + hash.digest() + ".o";
    return cached_file(cache_, name, [&](const TemporaryFolder& workshop) {
      write_sources(workshop);
      compile(workshop, include, "#include <verilated.cpp>\n#include <verilated_threads.cpp>\n",
              workshop.path(name));
    });
  }

  const RtlParameters& parameters_;
  const std::vector<RtlSource>& sources_;
  const RtlReading& reading_;
  std::string cache_;
  RtlTools tools_;
};

const FlitcastRtlRouter& load(const std::string& library) {
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw RtlBuildError(std::string("cannot load a router: ") + ::dlerror());
  }
  const auto entry = reinterpret_cast<FlitcastRtlEntry>(::dlsym(handle, "flitcast_rtl_router"));
  if (entry == nullptr || entry()->version != kFlitcastRtlVersion) {
    throw RtlBuildError(library + " is no router of this version: remove it");
  }
  return *entry();
}

}  // namespace

const FlitcastRtlRouter& rtl_library(const RtlParameters& parameters, const std::string& cache,
                                     const std::vector<RtlSource>& sources,
                                     const RtlReading& reading) {
  static std::map<std::string, const FlitcastRtlRouter*> loaded;
  const std::string folder = absolute_path(cache);
  const Maker maker(parameters, sources, reading, folder);
  const std::string name = maker.library_name();
  const FlitcastRtlRouter*& known = loaded[folder + "/" + name];
  if (known == nullptr) {
    known = &load(maker.library(name));
  }
  return *known;
}

}  // namespace flitcast::cosim
