#pragma once

#include <exception>
#include <functional>
#include <string>

#include <flitcast/network.h>

namespace flitcast {

inline Settings line_network(int nodes, const std::string& more = "") {
  return Settings::parse("[topology]\nkind = line\ndims = " + std::to_string(nodes) + "\n" + more,
                         "line.ini");
}

/// T = t_s + D·t_d + L·t_m, with t_s = 4 and t_d = t_m = 1.
inline Network::Cycle time_alone(Network::Cycle hops, Network::Cycle flits) {
  return 4 + hops + flits;
}

inline std::string thrown_by(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace flitcast
