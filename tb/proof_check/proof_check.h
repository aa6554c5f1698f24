#pragma once

#include <string>

namespace flitcast::proof {

/// Checks a certificate, a folder with certificate.json and the files of its splits: that each
/// formula has nothing but what the rules of the operation make of the instance (bare_rules.h),
/// that it is refuted (lrat_check.h), and that no way to split the rounds over the steps is left
/// out; or that what it counts suffices (count_check.h). Says what is proved. Throws FileError with
/// the place of what is wrong.
std::string check_certificate(const std::string& folder);

}  // namespace flitcast::proof
