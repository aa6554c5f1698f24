#include "tb/rtl/rtl_library.h"

#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/rtl/command_output.h"
#include "tb/system/atomic_file.h"
#include "tb/system/content_hash.h"
#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

constexpr const char* kTop = "observed_router";
constexpr const char* kPrefix = "Vflitcast_rtl";
constexpr std::size_t kShownOutput = 2000;  // characters of what a program said

/// The programs that make libraries, and what they are.
struct Tools {
  std::string verilator;
  std::string compiler;
  std::string root;     // of verilator: where its headers are
  std::string version;  // of both
};

std::string found(const std::string& name, const std::string& package) {
  std::string path = find_program(name);
  if (path.empty()) {
    throw RtlBuildError("routers in SystemVerilog need " + name + ": install the Debian package " +
                        package);
  }
  return path;
}

std::string run(const std::vector<std::string>& command) {
  CommandOutput output = output_of(command);
  if (output.status != 0) {
    const std::size_t from =
        output.text.size() > kShownOutput ? output.text.size() - kShownOutput : 0;
    throw RtlBuildError(shell_line(command) + " ended with exit code " +
                        std::to_string(output.status) + ":\n" + output.text.substr(from));
  }
  return output.text;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

const Tools& tools() {
  static const Tools known = [] {
    Tools tools;
    tools.verilator = found("verilator", "verilator");
    tools.compiler = found("c++", "g++");
    tools.root = first_line(run({tools.verilator, "--getenv", "VERILATOR_ROOT"}));
    tools.version = first_line(run({tools.verilator, "--version"})) + "\n" +
                    first_line(run({tools.compiler, "--version"}));
    return tools;
  }();
  return known;
}

std::vector<std::string> verilator_options(const RtlParameters& parameters) {
  std::vector<std::string> options{"--cc",        "--prefix",  kPrefix,        "-O3",
                                   "--x-assign",  "fast",      "--x-initial",  "fast",
                                   "--no-timing", "-Wno-lint", "--top-module", kTop};
  for (const auto& [name, value] : parameters.named()) {
    options.push_back("-G" + name + "=" + std::to_string(value));
  }
  return options;
}

std::vector<std::string> compiler_options() {
  return {"-std=c++17",
          "-O2",
          "-fPIC",
          "-shared",
          "-fvisibility=hidden",
          "-DVL_USER_FATAL",
          "-DVL_USER_STOP",
          "-DVL_PRINTF=verilated_print"};
}

std::string name_of(const RtlParameters& parameters, const std::vector<RtlSource>& sources) {
  ContentHash hash;
  hash.add(tools().version);
  for (const std::string& option : verilator_options(parameters)) {
    hash.add(option + "\n");
  }
  for (const std::string& option : compiler_options()) {
    hash.add(option + "\n");
  }
  for (const RtlSource& source : sources) {
    hash.add(source.name + "\n" + source.text);
  }
  return "router-" + hash.digest() + ".so";
}

/// A folder for a library that is being made, which goes with all that is in it.
class Workshop {
 public:
  explicit Workshop(const std::string& cache) {
    std::string name = cache + "/.making-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
      throw cannot("make", name, errno);
    }
    path_ = name;
  }
  ~Workshop() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Keeps other processes from making the same library at the same time.
class Lock {
 public:
  explicit Lock(const std::string& file)
      : descriptor_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) {
      throw cannot("write", file, errno);
    }
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() { ::close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

void build(const RtlParameters& parameters, const std::vector<RtlSource>& sources,
           const std::string& cache, const std::string& library) {
  const Workshop workshop(cache);
  for (const RtlSource& source : sources) {
    write_whole_file(workshop.path(source.name), source.text);
  }
  std::vector<std::string> verilate{tools().verilator};
  for (std::string& option : verilator_options(parameters)) {
    verilate.push_back(std::move(option));
  }
  verilate.insert(verilate.end(), {"--Mdir", workshop.path("made"), "-I" + workshop.path(""),
                                   workshop.path(std::string(kTop) + ".sv")});
  run(verilate);

  std::vector<std::string> compile{tools().compiler};
  for (std::string& option : compiler_options()) {
    compile.push_back(std::move(option));
  }
  const std::string made = workshop.path("library.so");
  const std::string include = tools().root + "/include";
  compile.insert(compile.end(),
                 {"-include", workshop.path("verilated_print.h"), "-I" + include,
                  "-I" + include + "/vltstd", "-I" + workshop.path("made"),
                  "-I" + workshop.path(""), "-o", made, workshop.path("verilated_router.cpp"),
                  include + "/verilated.cpp", include + "/verilated_threads.cpp"});
  for (const auto& file : std::filesystem::directory_iterator(workshop.path("made"))) {
    if (file.path().extension() == ".cpp") {
      compile.push_back(file.path().string());
    }
  }
  run(compile);
  std::filesystem::rename(made, library);
}

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

std::string default_rtl_cache() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return std::string(cache) + "/flitcast/rtl";
  }
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "/tmp" : home) + "/.cache/flitcast/rtl";
}

const FlitcastRtlRouter& rtl_library(const RtlParameters& parameters, const std::string& cache,
                                     const std::vector<RtlSource>& sources) {
  static std::map<std::string, const FlitcastRtlRouter*> loaded;
  const std::string name = name_of(parameters, sources);
  const FlitcastRtlRouter*& known = loaded[name];
  if (known == nullptr) {
    const std::string library = absolute_path(cache) + "/" + name;
    if (!std::filesystem::exists(library)) {
      make_folder(absolute_path(cache));
      const Lock lock(absolute_path(cache) + "/." + name + ".lock");
      if (!std::filesystem::exists(library)) {
        build(parameters, sources, absolute_path(cache), library);
      }
    }
    known = &load(library);
  }
  return *known;
}

}  // namespace flitcast
