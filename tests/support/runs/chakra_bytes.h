#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace flitcast {

// Bytes of Chakra traces, put down by the description of protobuf.

inline std::string varint(std::uint64_t number) {
  std::string text;
  for (; number >= 128; number >>= 7U) {
    text += static_cast<char>(128U | (number & 127U));
  }
  return text + static_cast<char>(number);
}
inline std::string number_field(unsigned field, std::uint64_t number) {
  return varint(8 * field) + varint(number);
}
inline std::string text_field(unsigned field, const std::string& text) {
  return varint(8 * field + 2) + varint(text.size()) + text;
}
inline std::string message_of(const std::string& fields) {
  return varint(fields.size()) + fields;
}
inline std::string chakra_head() {
  return message_of(text_field(1, "0.0.4"));
}

/// Fields of a node, to which others may be added.
inline std::string chakra_node(std::uint64_t id, std::uint64_t type,
                               const std::vector<std::uint64_t>& depends = {}) {
  std::string fields = number_field(1, id) + text_field(2, "a node") + number_field(3, type);
  for (const std::uint64_t each : depends) {
    fields += number_field(5, each);
  }
  return fields;
}
inline std::string attribute(const std::string& name, std::uint64_t number, unsigned field = 9) {
  return text_field(10, text_field(1, name) + number_field(field, number));
}
inline std::string attribute(const std::string& name, const std::string& text) {
  return text_field(10, text_field(1, name) + text_field(29, text));
}
inline std::string chakra_compute(std::uint64_t id, std::uint64_t micros,
                                  const std::vector<std::uint64_t>& depends = {}) {
  return message_of(chakra_node(id, 4, depends) + number_field(7, micros));
}
inline std::string chakra_send(std::uint64_t id, std::uint64_t bytes, std::uint64_t to,
                               const std::vector<std::uint64_t>& depends = {},
                               std::uint64_t tag = 0) {
  return message_of(chakra_node(id, 5, depends) + attribute("comm_size", bytes) +
                    attribute("comm_dst", to, 7) + attribute("comm_tag", tag, 11));
}
inline std::string chakra_receive(std::uint64_t id, std::uint64_t bytes, std::uint64_t from,
                                  const std::vector<std::uint64_t>& depends = {},
                                  std::uint64_t tag = 0) {
  return message_of(chakra_node(id, 6, depends) + attribute("comm_size", bytes, 13) +
                    attribute("comm_src", from, 7) + attribute("comm_tag", tag, 7));
}
inline std::string chakra_collective(std::uint64_t id, std::uint64_t type, std::uint64_t bytes,
                                     const std::vector<std::uint64_t>& depends = {},
                                     const std::string& more = "") {
  return message_of(chakra_node(id, 7, depends) + attribute("is_cpu_op", 0, 27) +
                    attribute("comm_type", type) + attribute("comm_size", bytes) + more);
}

/// Writes the nodes of every rank after a head; returns the name that all files have in common.
inline std::string write_chakra(const TempFolder& folder, const std::vector<std::string>& ranks,
                                const std::string& head = chakra_head()) {
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    folder.write("x." + std::to_string(rank) + ".et", head + ranks[rank]);
  }
  return folder.path("x");
}

}  // namespace flitcast
