# shellcheck shell=bash
# Sourced by tb/run, tests/run and .ci/run: installs what is missing and builds, saying what, how
# far it is and how long it took.
# Needs `root`, the folder of the project.

readonly build_packages=(
  cmake ninja-build g++ pkg-config
  libboost-program-options-dev libfmt-dev nlohmann-json3-dev libxxhash-dev
  libpugixml-dev libsqlite3-dev libbz2-dev libprotozero-dev libcadical-dev
  libgtest-dev libbenchmark-dev
)
# What the build looks for, as it is for tests, and what only those need.
readonly test_build_packages=(doxygen libsystemc-dev pybind11-dev python3-dev)
readonly test_packages=(valgrind gtkwave xvfb xauth imagemagick slurm-wlm munge chromium
  python3-jsonschema python3-yaml iverilog mandoc)
# What cpack makes a Debian package with.
readonly deb_packages=(dpkg-dev file)
# What tests of the Python package use.
readonly python_packages=(python3-pandas python3-nbconvert python3-ipykernel mypy)
# What routers in SystemVerilog are made by.
readonly rtl_packages=(verilator)
# What flitcast area runs.
readonly area_packages=(yosys opensta qflow-tech-osu018)
readonly ci_packages=(clang libclang-rt-dev clang-format clang-tidy git)

die() {
  echo "$(basename "$0"): $*" >&2
  exit 4
}

# Runs a command; shows its output only when it fails.
quietly() {
  local output
  if ! output=$("$@" 2>&1); then
    echo "$output" >&2
    die "failed: $*"
  fi
}

# Runs a command as root; there is no other way than root itself or sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  fi
}

# Why packages cannot be installed here; empty where they can.
install_obstacle() {
  local tool
  for tool in dpkg-query apt-get; do
    command -v "$tool" > /dev/null || { echo "there is no $tool here"; return; }
  done
  [ "$(id -u)" -eq 0 ] || command -v sudo > /dev/null || echo "it takes root, or sudo"
}

# Installs those of the given Debian packages that are missing. Where it cannot be done, says which
# they are, and leaves it to the build to find what it needs.
install_packages() {
  local package obstacle installed missing=()
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2> /dev/null |
    sed -n 's/ installed$//p') || true
  for package in "$@"; do
    grep -qxF -- "$package" <<< "$installed" || missing+=("$package")
  done
  if [ "${#missing[@]}" -eq 0 ]; then
    return
  fi
  obstacle=$(install_obstacle)
  if [ -n "$obstacle" ]; then
    echo "cannot install packages: $obstacle. What these Debian packages have may be missing," \
      "going on without: ${missing[*]}" >&2
    return
  fi
  local start=$SECONDS
  echo "installing ${#missing[@]} Debian packages: ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  local install=(apt-get install -y -q --no-install-recommends "${missing[@]}")
  if ! as_root "${install[@]}" > /dev/null 2>&1; then
    echo "fetching the list of packages first" >&2
    quietly as_root apt-get update -q
    quietly as_root "${install[@]}"
  fi
  echo "installed in $((SECONDS - start)) s" >&2
}

# npm fetches what report draws with. One that is there already is left alone.
install_npm() {
  command -v npm > /dev/null || install_packages nodejs npm
}

# What is not in the cache is compiled at once, without a preprocessor that reads all headers before.
use_ccache() {
  if command -v ccache > /dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache} CCACHE_DEPEND=1
  fi
}

# Options of the build that must be on; a folder that has one off is configured anew.
wanted_options=()

# configured FOLDER: it is, with all options that are wanted.
configured() {
  local option
  [ -f "$1/build.ninja" ] || return 1
  for option in "${wanted_options[@]}"; do
    grep -qxF -- "$option:BOOL=ON" "$1/CMakeCache.txt" || return 1
  done
}

# work_of OBJECT: how much there is to do for it, roughly. Reading headers takes as long as compiling
# what is in three sources; sources that are compiled as one read them once. Those of tb read more than
# those of hw and traffic, tests most of all. What is compiled by itself beside them takes long.
work_of() {
  local source=$folder/${1%.o} weight=2
  case "$1" in
    tb/*) weight=3 ;;
    tests/*) weight=6 ;;
  esac
  if [[ $1 == *.?ch ]]; then
    echo 10
  elif [ -f "$source" ]; then
    echo $((weight * (3 + $(grep -c '^#include' "$source"))))
  else
    echo 40
  fi
}

# seconds_to_go DONE ALL SECONDS: at the pace so far, so much of all work having taken so long.
# Nothing before a quarter is done, nor where more is done than was expected, as objects are old.
seconds_to_go() {
  local done=$1 all=$2 seconds=$3
  if [ "$done" -gt 0 ] && [ $((4 * done)) -ge "$all" ] && [ "$done" -le "$all" ]; then
    echo $((seconds * (all - done) / done))
  fi
}

# One line of ninja: a step that is done. Sets `total`, of steps, and `step`. False for other lines, and
# for what every build begins with.
is_step() {
  [[ $1 =~ ^\[[0-9]+/([0-9]+)\]\ (.*) ]] || return 1
  total=${BASH_REMATCH[1]}
  step=${BASH_REMATCH[2]}
  case "$step" in
    Re-* | "Asking for the commit") return 1 ;;
  esac
}

# tell_progress WHAT WORK: passes on what ninja prints, but for its steps. Says how many there are and
# how far it is, on a terminal all the time in one line, else every half minute; nothing where all is up
# to date. `WORK` is that of all objects.
tell_progress() {
  local start=$SECONDS told=$SECONDS steps=0 work=0 line total step seconds text
  while IFS= read -r line; do
    if ! is_step "$line"; then
      [[ $line =~ ^\[[0-9]+/ ]] || echo "$line"
      continue
    fi
    if [ "$steps" -eq 0 ]; then
      echo "building $1: $total steps on $(nproc) cores" >&2
    fi
    steps=$((steps + 1))
    if [[ $step == "Building CXX object "* ]]; then
      work=$((work + $(work_of "${step##* }")))
    fi
    seconds=$(seconds_to_go "$work" "$2" $((SECONDS - start)))
    text="built $steps of $total steps in $((SECONDS - start)) s${seconds:+, about $seconds s to go}"
    if [ -t 2 ]; then
      printf '\r\033[K%s' "$text" >&2
    elif [ $((SECONDS - told)) -ge 30 ]; then
      told=$SECONDS
      echo "$text" >&2
    fi
  done
  if [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}

# work_of_objects [TARGET...]: that of all objects of the targets that are not there yet.
work_of_objects() {
  local object work=0
  while IFS= read -r object; do
    if [ ! -e "$folder/$object" ]; then
      work=$((work + $(work_of "$object")))
    fi
  done < <(ninja -C "$folder" -t inputs "${@:-all}" | grep '\.\(o\|.ch\)$')
  echo "$work"
}

# compile FOLDER [TARGET...]: says how far it is; nothing when all is up to date.
compile() {
  local folder=$1 output start=$SECONDS
  shift
  quietly ninja -C "$folder" build.ninja
  # The whole output is kept for the case that something fails, where the steps are of no use.
  if ! output=$(NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 |
    tell_progress "${*:-everything} in $folder" "$(work_of_objects "$@")"); then
    echo "$output" >&2
    die "failed: ninja -C $folder $*"
  fi
  if [ $((SECONDS - start)) -gt 1 ]; then
    echo "built in $((SECONDS - start)) s" >&2
  fi
}

# build PRESET FOLDER [TARGET...]: configures when needed, then builds; one at a time per folder.
build() {
  local preset=$1 folder=$root/$2
  shift 2
  mkdir -p "$folder"
  (
    flock 9
    if ! configured "$folder"; then
      local option options=()
      for option in "${wanted_options[@]}"; do
        options+=("-D$option=ON")
      done
      use_ccache
      cd "$root" || die "no folder $root"
      echo "configuring $folder, which looks for compilers and libraries" >&2
      quietly cmake --preset "$preset" "${options[@]}"
    fi
    compile "$folder" "$@"
  ) 9> "$folder/.lock"
}
