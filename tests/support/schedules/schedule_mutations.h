#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitcast {

/// A schedule for a ring of three nodes that comes with the program.
inline std::string shipped_schedule() {
  std::ifstream file(std::string(FLITCAST_ROOT) + "/configs/schedule/ring-3.json");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What makes it wrong: a text in it replaced by another.
struct ScheduleMutation {
  std::string from;
  std::string to;
  std::string error;    ///< of the reader, without the name of the file
  bool schema = false;  ///< the JSON Schema tells, too
};

inline std::string mutated(const ScheduleMutation& mutation) {
  std::string text = shipped_schedule();
  const std::size_t at = text.find(mutation.from);
  if (at == std::string::npos) {
    throw std::invalid_argument("the schedule has no " + mutation.from);
  }
  return text.replace(at, mutation.from.size(), mutation.to);
}

inline const std::vector<ScheduleMutation>& schedule_mutations() {
  static const std::vector<ScheduleMutation> all{
      {"/1", "/9",
       "schema: \"flitcast.schedule/9\" is not known; this program reads "
       "flitcast.schedule/1",
       true},
      {"\"schema\": \"flitcast.schedule/1\",", "",
       "schema is missing; give \"flitcast.schedule/1\"", true},
      {"\"nodes\": 3,", "", "nodes is missing; give the number of nodes, 3", true},
      {"\"nodes\": 3", "\"nodes\": \"3\"", "nodes: \"3\" does not fit; give the number of nodes, 3",
       true},
      {"\"nodes\": 3", "\"nodes\": 4", "nodes: 4 does not fit; ring 3 has 3"},
      {"\"nodes\": 3", "\"nodes\": 3, \"nodes\": 3", "nodes is given twice"},
      {"\"nodes\"", "\"node\"", "there is no member \"node\"; the nearest is nodes", true},
      {"all-to-all broadcast", "all-to-all broadcasts",
       "operation: \"all-to-all broadcasts\" is not known; the nearest is \"all-to-all broadcast\"",
       true},
      {"all-to-all broadcast", "unicasts",
       "operation: \"unicasts\" is not known; the nearest is \"bcast\"", true},
      {"[3]", "[4]",
       "topology: the schedule is for ring 4, the network is ring 3; give "
       "topology.kind = ring and its size"},
      {"\"kind\": \"ring\", ", "", "topology: kind is missing; give a text, as topology.kind",
       true},
      {"\"nodes\": 3", "\"nodes\": 3, \"root\": 0",
       "root: a schedule with the operation \"all-to-all broadcast\" has none; leave it out"},
      {"\"nodes\": 3", "\"nodes\": 3, \"root\": -1",
       "root: -1 does not fit; give a node of ring 3, "
       "0 to 2, or null",
       true},
      {"all-to-all broadcast", "broadcast",
       "root: is missing; a schedule with the operation \"broadcast\" needs it"},
      {"all-to-all broadcast", "circular shift",
       "shift: is missing; a schedule with the operation \"circular shift\" needs it"},
      {"\"message_flits\": 4", "\"message_flits\": 0",
       "message_flits: 0 does not fit; give flits of a block, 1 to 1000000", true},
      {"\"message_flits\": 4", "\"message_flits\": 4.5",
       "message_flits: 4.5 does not fit; give flits of a block, 1 to 1000000", true},
      {"\"message_flits\": 4", "\"message_flits\": 123456789012345678901234567890",
       "message_flits: 123456789012345678901234567890 does not fit; give flits of a block, 1 to "
       "1000000",
       true},
      {"\"message_flits\": 4", "\"message_flits\": 4, \"parts\": 3",
       "message_flits: 4 flits do not make 3 equal parts"},
      {"\"message_flits\": 4", "\"message_flits\": 4, \"rings\": \"down\"",
       "rings: \"down\" is not known; give shorter or up", true},
      {"\"message_flits\": 4", "\"message_flits\": 4, \"round_count\": 3",
       "round_count: 3 is not the number of rounds; give 2, or leave it out"},
      {"\"message_flits\": 4", "\"message_flits\": 4, \"copy_flits\": [1]",
       "copy_flits: has 1 numbers for 2 rounds"},
      {"\"message_flits\": 4", "\"message_flits\": 4, \"copy_flits\": [1, true]",
       "copy_flits[1]: true does not fit; give flits, 0 to 1099511627776", true},
      {"schedule/1", "excerpt/1",
       "schema: it is an excerpt; give a whole schedule, as show writes it without --round and "
       "--node",
       true},
      {"\"message_flits\": 4", "\"model\": {\"ports\": 1}",
       "model: there is no member \"ports\"; the nearest is router.ports", true},
      {"\"rounds\": [", "\"rounds\": [null, ",
       "rounds[0]: null does not fit; give a list of messages", true},
      {"\"src\": 1", "\"src\": 3",
       "rounds[0][1].src: 3 does not fit; give a node of ring 3, 0 to 2"},
      {"\"src\": 1, ", "", "rounds[0][1]: src is missing; give a node of ring 3, 0 to 2", true},
      {"\"dst\": [2], ", "", "rounds[0][1]: dst is missing; give a list of one node or more", true},
      {"\"dst\": [2]", "\"dst\": 2",
       "rounds[0][1].dst: 2 does not fit; give a list of one node or "
       "more",
       true},
      {"\"dst\": [2]", "\"dst\": []",
       "rounds[0][1].dst: a list of 0 does not fit; give a list of "
       "one node or more",
       true},
      {"[1, 2]", "[1]",
       "rounds[0][1].path: a list of 1 does not fit; give a list of two nodes or "
       "more, src first",
       true},
      {"[1, 2]", "[0, 2]", "rounds[0][1].path[0]: 0 is not the source of the message, 1"},
      {"[1, 2]", "[1, 1]", "rounds[0][1].path[1]: 1 is no neighbour of 1 in ring 3"},
      {"[1, 2]", "[1, 0]", "rounds[0][1].path[1]: 0 is not the last destination of the message, 2"},
      {"[1, 2]", "[1, 9]", "rounds[0][1].path[1]: 9 does not fit; give a node of ring 3, 0 to 2"},
      {"\"path\": [1, 2], ", "\"flits\": 3, ",
       "message_flits: 4 in 1 parts are not the 3 flits of a block that messages have"},
      {"\"src\": 1", "\"src\": 1, \"flits\": null",
       "rounds[0][1].flits: null does not fit; give a number of flits", true},
      {"\"src\": 1", "\"src\": 1, \"id\": 2",
       "rounds[0][1].id: 2 is not the number of this message; give 1, or leave it out"},
      {"\"src\": 1", "\"src\": 1, \"transfer\": \"adds\"",
       "rounds[0][1].transfer: \"adds\" is not known; the nearest is \"add\"", true},
      {"\"src\": 0", "\"src\": 0, \"joins\": true",
       "rounds[0][0].joins: the first message of a round has none before it whose worm it could "
       "join"},
      {"\"src\": 1", "\"src\": 1, \"joins\": 1",
       "rounds[0][1].joins: 1 does not fit; give true or false", true},
      {"\"src\": 1", "\"src\": 1, \"joins\": true",
       "rounds[0][1].src: 1 is not the source of the message whose worm it joins, 0"},
      {"\"src\": 1, \"dst\": [2], \"path\": [1, 2]", "\"src\": 0, \"dst\": [2], \"joins\": true",
       "rounds[0][1].blocks: they are not those of the message whose worm it joins"},
      {"\"src\": 1, \"dst\": [2], \"path\": [1, 2], \"blocks\": [[1, null]]",
       "\"src\": 0, \"dst\": [2], \"joins\": true, \"transfer\": \"copy\", \"blocks\": [[0, null]]",
       "rounds[0][1].transfer: it is not that of the message whose worm it joins"},
      {"\"src\": 1, \"dst\": [2], \"path\": [1, 2], \"blocks\": [[1, null]]",
       "\"src\": 0, \"dst\": [1, 2], \"joins\": true, \"blocks\": [[0, null]]",
       "rounds[0][1].dst: a message has one destination where worms fork"},
      {"[[1, null]]", "[[1]]",
       "rounds[0][1].blocks[0]: a list of 1 does not fit; give a block, "
       "[origin, final] or [origin, final, part]",
       true},
      {"[[1, null]]", "[[1, null, 0, 0]]",
       "rounds[0][1].blocks[0]: a list of more than 3 does not fit; give "
       "a block, [origin, final] or [origin, final, part]",
       true},
      {"[[1, null]]", "[[null, 1]]",
       "rounds[0][1].blocks[0][0]: null does not fit; give the origin "
       "of a block, 0 to 2",
       true},
      {"[[1, null]]", "[[1, 3]]",
       "rounds[0][1].blocks[0][1]: 3 does not fit; give a node of ring "
       "3, 0 to 2, or null"},
      {"[[1, null]]", "[[1, null, 1]]", "rounds[0][1].blocks[0]: there is no part 1; parts is 1"},
      {"[[1, null]]", "[]",
       "rounds[0][1].blocks: a list of 0 does not fit; give a list of one "
       "block or more",
       true},
  };
  return all;
}

}  // namespace flitcast
