#pragma once

#include <initializer_list>

#include "tb/cli/arguments.h"
#include "tb/explore/choose/choose_request.h"
#include "tb/explore/points/backend.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// The folder of --out, with --no-host. Throws ConfigError.
SweepFolder result_folder(const cli::Arguments& arguments);

/// Reads --backend, --jobs, --time-limit, --chunk and --slurm-options. Throws ConfigError.
BackendOptions backend_options(const cli::Arguments& arguments);

/// Throws ConfigError for one of the options that is given: "--NAME: WHY; leave it out".
void refuse_options(const cli::Arguments& arguments, std::initializer_list<const char*> options,
                    const char* why);

/// For commands that sweep: a list that is given as the value of a key, --router.vcs=1,2, was meant
/// to be swept. Throws ConfigError, which says how.
void refuse_lists(const cli::Arguments& arguments);

// The command line of flitcast choose.

/// What is asked; every key is a list. Throws ConfigError.
ChooseOptions asked_of(const cli::Arguments& arguments);

/// --margin, 0.1 for 10 %. Throws ConfigError.
double margin_of(const cli::Arguments& arguments);

// What searches, by many runs: each in a file of its name. They return an exit code.
int sweep_main(const cli::Arguments& arguments);
int load_main(const cli::Arguments& arguments);
int choose_main(const cli::Arguments& arguments);
/// flitcast choose --over=KEY.
int choose_over(const cli::Arguments& arguments);
int crossover_main(const cli::Arguments& arguments);

}  // namespace flitcast::explore
