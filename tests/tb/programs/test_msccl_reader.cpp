#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_msccl_reader {
namespace {

const TempFolder& folder() {
  static const TempFolder folder;
  return folder;
}

Program read(const std::string& text) {
  return read_program(folder().write("x.xml", text), {{}, 4});
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(what.find("x.xml"));
  }
  return "";
}

/// `coll` and `inplace`, as they stand in an algorithm of two ranks and two chunks.
std::string algo(const std::string& what, const std::string& inside) {
  return "<algo name=\"t\" nchannels=\"1\" nchunksperloop=\"2\" ngpus=\"2\" " + what + ">\n" +
         inside + "</algo>\n";
}

std::string gpu(int id, const std::string& chunks, const std::string& inside) {
  return "<gpu id=\"" + std::to_string(id) + "\" " + chunks + ">\n" + inside + "</gpu>\n";
}

std::string tb(const std::string& what, const std::string& inside) {
  return "<tb " + what + ">\n" + inside + "</tb>\n";
}

std::string step(const std::string& place, const std::string& type, const std::string& source,
                 const std::string& target,
                 const std::string& depends = "depid=\"-1\" deps=\"-1\"") {
  return "<step " + place + " type=\"" + type + "\" srcbuf=\"" + source.substr(0, 1) +
         "\" srcoff=\"" + source.substr(1) + "\" dstbuf=\"" + target.substr(0, 1) + "\" dstoff=\"" +
         target.substr(1) + "\" cnt=\"1\" " + depends + " hasdep=\"0\"/>\n";
}

const std::string kAllReduce = "coll=\"allreduce\" inplace=\"1\"";
const std::string kInOnly = "i_chunks=\"2\" o_chunks=\"0\" s_chunks=\"1\"";

/// What rank 1 answers rank 0 with. The programs below are all-reduces: rank 0 sends its chunks,
/// and gets the sums.
std::string all_reduce(const std::string& rank_1) {
  return algo(kAllReduce,
              gpu(0, kInOnly,
                  tb("id=\"0\" send=\"1\" recv=\"1\" chan=\"0\"",
                     step("s=\"0\"", "s", "i0", "i0") + step("s=\"1\"", "s", "i1", "i1") +
                         step("s=\"2\"", "r", "i0", "i0") + step("s=\"3\"", "r", "i0", "i1"))) +
                  gpu(1, kInOnly, rank_1));
}

ProgramRun play(const std::string& text) {
  return play_program(
      text, {{"topology.kind", "line"}, {"topology.dims", "2"}, {"traffic.message_flits", "5"}});
}

// Every type of step; rrs leaves the chunk of its rank as it is, and the sum comes back.
TEST(MscclReader, PlaysEveryTypeOfStep) {
  const std::string head = "id=\"0\" send=\"0\" recv=\"0\" chan=\"0\"";
  for (const std::string& rank_1 :
       {tb(head, step("s=\"0\"", "rrcs", "i0", "i0") + step("s=\"1\"", "rrcs", "i1", "i1")),
        tb(head, step("s=\"0\"", "rrc", "i0", "i0") + step("s=\"1\"", "s", "i0", "i0") +
                     step("s=\"2\"", "rrc", "i1", "i1") + step("s=\"3\"", "s", "i1", "i1")),
        tb(head, step("s=\"0\"", "r", "s0", "s0") + step("s=\"1\"", "re", "s0", "i0") +
                     step("s=\"2\"", "s", "i0", "i0") + step("s=\"3\"", "r", "s0", "s0") +
                     step("s=\"4\"", "re", "s0", "i1") + step("s=\"5\"", "cpy", "i1", "s0") +
                     step("s=\"6\"", "s", "s0", "s0"))}) {
    const ProgramRun run = play(all_reduce(rank_1));
    EXPECT_EQ(run.data_error, "");
    EXPECT_EQ(run.flits, 20U);
  }
}

// What rcs passes on and rrs passes on, round a ring of three: rank 2 has all sums first.
TEST(MscclReader, PassesOnWhatItReceives) {
  const auto ring = [](int rank, const std::string& types) {
    const int before = (rank + 2) % 3;
    std::string steps;
    int place = 0;
    for (std::size_t at = 0; at < types.size(); at += 4, ++place) {
      const std::string type = types.substr(at, 4);
      steps +=
          step("s=\"" + std::to_string(place) + "\"", type.substr(0, type.find(' ')), "i0", "i0");
    }
    return gpu(rank, "i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\"",
               tb("id=\"4\" send=\"" + std::to_string((rank + 1) % 3) + "\" recv=\"" +
                      std::to_string(before) + "\" chan=\"3\"",
                  steps));
  };
  const std::string text = "<algo name=\"t\" nchunksperloop=\"1\" ngpus=\"3\" " + kAllReduce + ">" +
                           ring(0, "s   rcs ") + ring(1, "rrs r   ") + ring(2, "rrcs") + "</algo>";
  const ProgramRun run = play_program(text, {{"topology.kind", "ring"}, {"topology.dims", "3"}});
  EXPECT_EQ(run.data_error, "");
  EXPECT_EQ(run.messages, 4U);
}

// The other dialect counts steps by `op`, and says what is in place.
TEST(MscclReader, TakesTheOtherDialect) {
  const auto rank = [](int id) {
    const std::string other = std::to_string(1 - id);
    return gpu(id, "i_chunks=\"1\" o_chunks=\"2\" s_chunks=\"0\"",
               "<copy i_off=\"0\" o_off=\"" + std::to_string(id) + "\"/>\n" +
                   tb("id=\"0\" send=\"" + other + "\" recv=\"-1\" chan=\"0\"",
                      step("op=\"0\"", "s", "i0", "i0")) +
                   tb("id=\"1\" send=\"-1\" recv=\"" + other + "\" chan=\"0\"",
                      step("op=\"0\"", "r", "o0", "o" + other)));
  };
  const std::string text =
      algo("coll=\"allgather\" inplace=\"0\" redop=\"nop\"", rank(0) + rank(1));
  EXPECT_EQ(play(text).data_error, "");
}

// A step waits for one of another thread block: the sum is made before it goes.
TEST(MscclReader, WaitsForOtherThreadBlocks) {
  const std::string text =
      all_reduce(tb("id=\"0\" send=\"-1\" recv=\"0\" chan=\"0\"",
                    step("s=\"0\"", "rrc", "i0", "i0") + step("s=\"1\"", "rrc", "i1", "i1")) +
                 tb("id=\"1\" send=\"0\" recv=\"-1\" chan=\"0\"",
                    step("s=\"0\"", "nop", "i0", "i0", "depid=\"0\" deps=\"0\"") +
                        step("s=\"1\"", "s", "i0", "i0") +
                        step("s=\"2\"", "s", "i1", "i1", "depid=\"0\" deps=\"1\"")));
  EXPECT_EQ(play(text).data_error, "");
}

TEST(MscclReader, AProgramThatComputesSomethingElseIsRefused) {
  const std::string text =
      all_reduce(tb("id=\"0\" send=\"0\" recv=\"0\" chan=\"0\"",
                    step("s=\"0\"", "rrcs", "i0", "i0") + step("s=\"1\"", "rcs", "i1", "i1")));
  try {
    play(text);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("does not do what it says: rank 0 does not hold, in chunk 1 of its memory, "
                        "the sum of all chunks 1"),
              std::string::npos)
        << error.what();
  }
}

// Nobody knows what is in a scratch buffer before something is written there. An own chunk that is
// added to what comes, one that is sent or copied, and the source and the target of a sum.
TEST(MscclReader, AChunkThatNothingHasWrittenIsNotRead) {
  const std::string head = "id=\"0\" send=\"0\" recv=\"0\" chan=\"0\"";
  const std::string in_order = step("s=\"0\"", "rrcs", "i0", "i0");
  const struct {
    std::string steps;
    std::string operation;
  } cases[] = {{step("s=\"0\"", "rrc", "s0", "s0") + step("s=\"1\"", "s", "i0", "i0"), "1"},
               {in_order + step("s=\"1\"", "s", "s0", "i1"), "3"},
               {in_order + step("s=\"1\"", "cpy", "s0", "i1"), "3"},
               {in_order + step("s=\"1\"", "re", "s0", "i1"), "3"},
               {in_order + step("s=\"1\"", "re", "i1", "s0"), "3"}};
  for (const auto& each : cases) {
    const std::string text =
        algo("coll=\"custom\"",
             gpu(0, kInOnly,
                 tb("id=\"0\" send=\"1\" recv=\"1\" chan=\"0\"",
                    step("s=\"0\"", "s", "i0", "i0") + step("s=\"1\"", "r", "i0", "i0"))) +
                 gpu(1, kInOnly, tb(head, each.steps)));
    try {
      play(text);
      ADD_FAILURE() << each.steps;
    } catch (const ConfigError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("rank 1: operation " + each.operation + ", which "), std::string::npos)
          << what;
      EXPECT_NE(what.find(": reads chunk 2, which nothing has written"), std::string::npos) << what;
    }
  }
}

// What a custom algorithm promises may be told: place, origin, piece and how many are summed.
TEST(MscclReader, CustomContentsAreChecked) {
  const auto text = [](const std::string& promise) {
    return algo(
        "coll=\"custom\"",
        gpu(0, kInOnly + std::string(" starts_with=\"0:0:9:1 1:0:4:1\" promises=\"\""),
            tb("id=\"0\" send=\"1\" recv=\"-1\" chan=\"0\"", step("s=\"0\"", "s", "i0", "i0"))) +
            gpu(1, kInOnly + std::string(" starts_with=\"0:1:9:1\" promises=\"") + promise + "\"",
                tb("id=\"0\" send=\"-1\" recv=\"0\" chan=\"0\"",
                   step("s=\"0\"", "rrc", "i0", "i1"))));
  };
  EXPECT_EQ(play(text("1:0:9:2")).data_error, "");
  EXPECT_EQ(play(text("0:1:9:1 1:0:9:2")).data_error, "");
  for (const char* wrong : {"1:0:9:1", "1:0:4:2", "0:0:9:2"}) {
    EXPECT_THROW(play(text(wrong)), ConfigError) << wrong;
  }
  for (const char* broken :
       {"1", "1:0:9", "1:0:9:2,", "1:0:9:2 x", "7:0:9:2", "1:2:9:1", "1:1:9:2"}) {
    try {
      play(text(broken));
      ADD_FAILURE() << broken;
    } catch (const ConfigError& error) {
      EXPECT_NE(std::string(error.what()).find(":"), std::string::npos);
    }
  }
}

// A rank sends three messages before the other one receives any, as its first receive waits for the
// third; with room for two both would wait for ever.
TEST(MscclReader, ChannelsThatAreTooShortAreFound) {
  const std::string text =
      algo("coll=\"custom\"",
           gpu(0, kInOnly,
               tb("id=\"0\" send=\"1\" recv=\"-1\" chan=\"0\"",
                  step("s=\"0\"", "s", "i0", "i0") + step("s=\"1\"", "s", "i0", "i0") +
                      step("s=\"2\"", "s", "i0", "i0")) +
                   tb("id=\"1\" send=\"1\" recv=\"-1\" chan=\"1\"",
                      step("s=\"0\"", "s", "i0", "i0", "depid=\"0\" deps=\"2\""))) +
               gpu(1, kInOnly,
                   tb("id=\"0\" send=\"-1\" recv=\"0\" chan=\"0\"",
                      step("s=\"0\"", "r", "s0", "s0", "depid=\"1\" deps=\"0\"") +
                          step("s=\"1\"", "r", "s0", "s0") + step("s=\"2\"", "r", "s0", "s0")) +
                       tb("id=\"1\" send=\"-1\" recv=\"0\" chan=\"1\"",
                          step("s=\"0\"", "r", "s0", "s0"))));
  RawConfig raw;
  give(raw, "traffic.program", folder().write("x.xml", text));
  give(raw, "topology.kind", "line");
  give(raw, "topology.dims", "2");
  const PlannedRun plan = plan_run(raw);
  EXPECT_EQ(std::get<ProgramPlan>(plan).forecast().least_depth, 3U);
  give(raw, "traffic.fifo_depth", "3");
  EXPECT_EQ(std::get<ProgramRun>(simulate(plan_run(raw), {})).data_error, "");
  give(raw, "traffic.fifo_depth", "2");
  give(raw, "run.allow_deadlock", "on");
  const ProgramRun stuck = std::get<ProgramRun>(simulate(plan_run(raw), {}));
  ASSERT_EQ(stuck.waiting.size(), 2U);
  EXPECT_EQ(stuck.waiting[0],
            "rank 0: operation 3, which sends 1 flit to 1 with tag 0: its channel is full, 2 "
            "messages are not received");
  EXPECT_EQ(stuck.waiting[1],
            "rank 1: operation 4, which receives 1 flit from 0 with tag 1: no message came for it");
}

TEST(MscclReader, SaysWhatIsWrongAndWhere) {
  const std::string head = "id=\"0\" send=\"0\" recv=\"0\" chan=\"0\"";
  const auto with_step = [&](const std::string& line) { return all_reduce(tb(head, line)); };
  const struct {
    std::string text;
    std::string said;
  } cases[] = {
      {"<algo", "x.xml:1: no XML: Error parsing start element tag"},
      {"<a/>", "x.xml:1: no MSCCL: it has no element algo"},
      {"<algo/>", "x.xml:1: algo has no ngpus"},
      {"\n<algo ngpus=\"x\"/>", "x.xml:2: ngpus = \"x\" is no number from 1 to 65536"},
      {algo("coll=\"gossip\"", ""),
       "x.xml:1: coll = \"gossip\" is not known; there are allgather, alltoall, allreduce, "
       "reduce_scatter and custom"},
      {algo(kAllReduce, ""), "x.xml:1: there is no gpu 0, of 2"},
      {algo(kAllReduce, gpu(2, kInOnly, "")), "x.xml:2: id = \"2\" is no number from 0 to 1"},
      {algo(kAllReduce, gpu(1, kInOnly, "") + gpu(1, kInOnly, "")),
       "x.xml:4: gpu 1 stands there twice"},
      {algo(kAllReduce, gpu(1, "i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\"", "")),
       "x.xml:2: 2 chunks from 0 on are not in a buffer of 1"},
      {with_step(step("s=\"1\"", "s", "i0", "i0")), "x.xml:12: step 1 stands where step 0 is due"},
      {with_step(step("s=\"0\"", "sr", "i0", "i0")), "x.xml:12: type = \"sr\" is not known"},
      {with_step(step("s=\"0\"", "s", "x0", "i0")),
       "x.xml:12: srcbuf = \"x\" is no buffer; there are i, o and s"},
      {with_step(step("s=\"0\"", "s", "i2", "i0")),
       "x.xml:12: 1 chunks from 2 on are not in a buffer of 2"},
      {with_step(step("s=\"0\"", "s", "i-1", "i0")),
       "x.xml:12: srcoff = \"-1\" is no number from 0 to 1000000"},
      {with_step(step("s=\"0\"", "s", "i0", "i0", "depid=\"7\" deps=\"0\"")),
       "x.xml:12: depid = \"7\" is no tb of gpu 1"},
      {with_step(step("s=\"0\"", "s", "i0", "i0", "depid=\"0\" deps=\"3\"")),
       "x.xml:12: deps = \"3\" is no step of tb 0"},
      {all_reduce(
           tb("id=\"0\" send=\"-1\" recv=\"-1\" chan=\"0\"", step("s=\"0\"", "s", "i0", "i0"))),
       "x.xml:12: needs a peer, and its tb has send = \"-1\""},
      {all_reduce(tb("id=\"0\" send=\"1\" recv=\"-1\" chan=\"0\"", "")),
       "x.xml:11: send = \"1\" is the rank itself"},
      {all_reduce(tb(head, "") + tb(head, "")), "x.xml:13: tb 0 stands there twice"},
      {"<!DOCTYPE a [<!ENTITY b \"c\">]><algo/>",
       "x.xml:1: has a document type; give elements alone"},
      {"<a><a><a><a>\n<a><a/></a></a></a></a></a><!-- <a> -->",
       "x.xml:1: no MSCCL: it has no element algo"},
      {"<a><a><a><a><a>\n<a>", "x.xml:2: is nested too deep"},
      {"<a b=\"/>\"><a b='/>'><a><a><a>\n<a>", "x.xml:2: is nested too deep"},
      {"<a><a><a><?x </a></a> ?><a><a>\n<a>", "x.xml:2: is nested too deep"},
      {"<a><a><a><![CDATA[</a></a>]]><a><a>\n<a>", "x.xml:2: is nested too deep"},
      {"<algo/>\n<algo/>", "x.xml:2: has a second element; give one with all in it"},
      {"<algo></algo>\nand more", "x.xml:2: has text outside of its element"},
      {"<!-- x -->\n<algo/>\n<![CDATA[x]]>", "x.xml:3: has text outside of its element"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(refusal(each.text), each.said);
  }
}

// Neither takes more than a moment, nor the memory of a tree.
TEST(MscclReader, RefusesAHundredMegabytesOfNesting) {
  std::string text;
  for (int i = 0; i < 25'000'000; ++i) {
    text += "<a>\n";
  }
  EXPECT_EQ(refusal(text), "x.xml:6: is nested too deep");
}

}  // namespace
}  // namespace flitcast::test_msccl_reader
