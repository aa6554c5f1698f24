#include "tb/certificates/certificate_folder.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

#include "tb/system/file_error.h"
#include "tb/system/files/temporary_folder.h"

namespace flitcast {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchedule = "schedule.json";

/// What makes a folder a certificate.
bool says_what_is_proved(const std::string& name) {
  return name == "certificate.json";
}

bool ends_with(const std::string& name, const std::string& end) {
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

/// A file of a certificate is called so.
bool is_of_certificate(std::string name) {
  if (ends_with(name, ".bz2")) {
    name.erase(name.size() - 4);
  }
  const bool formula = ends_with(name, ".cnf") || ends_with(name, ".lrat");
  return says_what_is_proved(name) || name == kSchedule ||
         (formula && name.rfind("rounds-", 0) == 0);
}

/// What is in a folder, if it is there.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code ignored;
  return {fs::directory_iterator(folder, ignored), fs::directory_iterator()};
}

bool is_certificate(const fs::path& folder) {
  const std::vector<fs::path> entries = entries_of(folder);
  return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) {
    return says_what_is_proved(entry.filename().string());
  });
}

/// Without what makes it one no certificate has lost a file: that goes last.
void remove_certificate(const fs::path& folder) {
  for (const bool last : {false, true}) {
    for (const fs::path& entry : entries_of(folder)) {
      const std::string name = entry.filename().string();
      std::error_code error;
      if (is_of_certificate(name) && says_what_is_proved(name) == last &&
          !fs::remove(entry, error)) {
        throw cannot("remove", entry.string(), error.value());
      }
    }
  }
}

/// "3-2-5", of chunks, steps and rounds.
bool is_point(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return !name.empty() && name.find_first_not_of("0123456789-") == std::string::npos;
}

/// Files on their way, in a folder that is there.
class WrittenFiles {
 public:
  explicit WrittenFiles(const fs::path& target) {
    std::error_code ignored;
    fs::path place = target;
    while (!place.empty() && !fs::is_directory(place, ignored)) {
      place = place.parent_path();
    }
    folder_ = TemporaryFolder::make(place.empty() ? "." : place.string());
    if (!folder_) {
      throw cannot("write in", place.string(), errno);
    }
  }

  void write(const Certificate::File& file, const fs::path& target) {
    const std::string name = folder_->path(std::to_string(targets_.size()));
    std::ofstream stream(name, std::ios::binary);
    stream << file.text;
    stream.close();
    if (!stream) {
      throw cannot("write", (target / file.name).string(), errno);
    }
    targets_.push_back(target / file.name);
  }

  void give_names() const {
    for (std::size_t each = 0; each < targets_.size(); ++each) {
      make_folder(targets_[each].parent_path().string());
      std::error_code error;
      fs::rename(folder_->path(std::to_string(each)), targets_[each], error);
      if (error) {
        throw cannot("write", targets_[each].string(), error.value());
      }
    }
  }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::vector<fs::path> targets_;
};

}  // namespace

CertificateFolder::CertificateFolder(std::string path, const std::string& asked_by)
    : path_(std::move(path)) {
  const std::string begin = asked_by.empty() ? "" : asked_by + ": ";
  if (path_.empty()) {
    throw FileError("{}it needs the name of a folder", begin);
  }
  std::error_code ignored;
  const fs::path schedule = fs::path(path_) / kSchedule;
  if (fs::exists(schedule, ignored) && !is_certificate(path_)) {
    throw FileError("{}{} is no certificate's, and would be taken for one; give another folder",
                    begin, schedule.string());
  }
  const AtomicFile can_be_written(path_ + "/certificate.json", asked_by);
}

bool CertificateFolder::takes(const std::string& file) const {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(file, ignored);
  return is_of_certificate(path.filename().string()) &&
         path.parent_path() == fs::weakly_canonical(fs::path(path_) / "x", ignored).parent_path();
}

void CertificateFolder::write(const Certificate& certificate, AtomicFile* beside) const {
  WrittenFiles written(path_);
  for (const Certificate::File& file : certificate.files) {
    written.write(file, path_);
  }
  const HeldSignals held;
  if (beside != nullptr) {
    beside->commit();
  }
  remove_certificate(path_);
  written.give_names();
}

void CertificateFolder::write(const std::map<std::string, Certificate>& certificates) const {
  WrittenFiles written(path_);
  for (const auto& [name, certificate] : certificates) {
    for (const Certificate::File& file : certificate.files) {
      written.write(file, fs::path(path_) / name);
    }
  }
  const HeldSignals held;
  for (const fs::path& entry : entries_of(path_)) {
    if (is_point(entry) && is_certificate(entry)) {
      remove_certificate(entry);
      std::error_code not_empty;
      fs::remove(entry, not_empty);
    }
  }
  written.give_names();
}

}  // namespace flitcast
