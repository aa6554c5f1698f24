# shellcheck shell=bash
# Sourced by tb/run, tests/run and .ci/run: installs what is missing and builds, saying what, how
# far it is and how long it took.
# Needs `root`, the folder of the project.

readonly build_packages=(
  cmake ninja-build g++ pkg-config
  libsystemc-dev libboost-program-options-dev libfmt-dev nlohmann-json3-dev libxxhash-dev
  libpugixml-dev libsqlite3-dev
  libgtest-dev libbenchmark-dev
)
readonly test_packages=(valgrind gtkwave xvfb xauth imagemagick slurm-wlm munge chromium
  python3-jsonschema iverilog)
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

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo > /dev/null; then
    sudo --preserve-env=DEBIAN_FRONTEND "$@"
  else
    die "needs root to install packages: $*"
  fi
}

# Installs those of the given Debian packages that are missing.
install_packages() {
  local package installed missing=()
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2> /dev/null |
    sed -n 's/ installed$//p') || true
  for package in "$@"; do
    grep -qxF -- "$package" <<< "$installed" || missing+=("$package")
  done
  if [ "${#missing[@]}" -eq 0 ]; then
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

use_ccache() {
  if command -v ccache > /dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
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

# Seconds since the start after each step that ninja has finished.
took=()

# seconds_to_go TOTAL: of so many steps, at the pace of the last eighth of them: what is built later
# takes longer. Nothing before a third is done.
seconds_to_go() {
  local total=$1 done=${#took[@]} eighth=$(($1 / 8 + 1))
  if [ "$done" -gt "$eighth" ] && [ $((3 * done)) -ge "$total" ]; then
    echo $(((took[done - 1] - took[done - 1 - eighth]) * (total - done) / eighth))
  fi
}

# tell_progress WHAT: passes on what ninja prints, but for its steps. Says how many there are and how
# far it is, on a terminal all the time in one line, else every half minute; nothing where all is up
# to date.
tell_progress() {
  local start=$SECONDS told=$SECONDS line total seconds text
  while IFS= read -r line; do
    if ! [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]]; then
      echo "$line"
      continue
    fi
    total=${BASH_REMATCH[2]}
    # What every build begins with.
    case "${BASH_REMATCH[3]}" in
      Re-* | "Asking for the commit") continue ;;
    esac
    if [ "${#took[@]}" -eq 0 ]; then
      echo "building $1: $total steps on $(nproc) cores" >&2
    fi
    took+=($((SECONDS - start)))
    seconds=$(seconds_to_go "$total")
    text="built ${#took[@]} of $total steps in ${took[-1]} s${seconds:+, about $seconds s to go}"
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

# compile FOLDER [TARGET]: says how far it is; nothing when all is up to date.
compile() {
  local folder=$1 output start=$SECONDS
  shift
  quietly ninja -C "$folder" build.ninja
  # The whole output is kept for the case that something fails, where the steps are of no use.
  if ! output=$(NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 |
    tell_progress "${1:-everything} in $folder"); then
    echo "$output" >&2
    die "failed: ninja -C $folder $*"
  fi
  if [ $((SECONDS - start)) -gt 1 ]; then
    echo "built in $((SECONDS - start)) s" >&2
  fi
}

# build PRESET FOLDER [TARGET]: configures when needed, then builds; one at a time per folder.
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
