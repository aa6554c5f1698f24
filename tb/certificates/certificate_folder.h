#pragma once

#include <map>
#include <string>
#include <vector>

#include "tb/system/files/atomic_file.h"

namespace flitcast {

/// A certificate as files, of which the last one says what the others prove.
struct Certificate {
  struct File {
    std::string name;
    std::string text;
  };

  std::vector<File> files;
};

/// Where certificates go: a folder that is one, or has folders that are.
class CertificateFolder {
 public:
  /// Finds out at once whether something can be written there. What asks for it, like "--proof",
  /// begins the errors. Throws FileError, also where there is a schedule that is no certificate's,
  /// which would be taken for one.
  explicit CertificateFolder(std::string path, const std::string& asked_by = "");

  const std::string& path() const { return path_; }
  /// The file would be taken for the certificate's.
  bool takes(const std::string& file) const;
  /// In place of a certificate that is there; all its files go. `beside` is written, too. Nothing
  /// is there before all is written, and last comes the file that makes it a certificate: without
  /// that a folder is none. Throws FileError.
  void write(const Certificate& certificate, AtomicFile* beside = nullptr) const;
  /// The same of certificates by the names of their folders in this one, all of whose folders with
  /// certificates go.
  void write(const std::map<std::string, Certificate>& certificates) const;

 private:
  std::string path_;
};

}  // namespace flitcast
