#pragma once

#include <string>
#include <vector>

#include "tb/system/files/atomic_file.h"

namespace flitcast {

// What a command says of the files that it has made.

/// A line "wrote out/a.json, 81.2 kB" for each file, which has been flushed; nothing for devices
/// and pipes.
std::string written_lines(const std::vector<AtomicFile*>& files);
/// The same for files that are there.
std::string written_lines(const std::vector<std::string>& files);
/// One line for many small ones in a place: "wrote out/winners/, 31 files, 12.3 kB".
std::string written_line(const std::string& place, const std::vector<std::string>& files);

}  // namespace flitcast
