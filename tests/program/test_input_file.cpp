// What can be read, what is waited for, and what is refused.

#include <chrono>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/file_error.h"
#include "tb/system/files/text_file.h"
#include "tests/support/program/shell_run.h"

namespace flitcast::test_input_file {
namespace {

const char* const kConfig =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

std::string refusal(const std::string& path) {
  try {
    read_text_file(path, 1 << 20);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

void make_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(file);
}

TEST(InputFile, RefusesWhatIsNoFile) {
  const TempFolder folder;
  const std::string socket = folder.path("socket");
  make_socket(socket);
  EXPECT_EQ(refusal(socket), "cannot read " + socket + ": it is a socket; give a file or a pipe");
  EXPECT_EQ(refusal(folder.root()), "cannot read " + folder.root() + ": Is a directory");
  for (const std::string device : {"/dev/zero", "/dev/tty", "/dev/full", "/dev/urandom"}) {
    EXPECT_EQ(refusal(device), "cannot read " + device +
                                   ": it is a terminal or another device; give a file or a pipe");
  }
  EXPECT_EQ(read_text_file("/dev/null", 1), "");
}

class Operands : public testing::Test {
 protected:
  Operands() { folder_.write("x.ini", kConfig); }

  ProcessEnd shell(const std::string& line) const { return run_shell(folder_, line); }
  void expect_good(const std::string& line) const {
    const ProcessEnd end = shell(line);
    EXPECT_TRUE(end.exited_with(0)) << line << ": " << end.describe() << end.err;
    EXPECT_EQ(end.err, "") << line;
  }

  TempFolder folder_;
};

TEST_F(Operands, APipeThatSomebodyWritesToIsRead) {
  ASSERT_TRUE(
      shell("\"$0\" run x.ini --output.json=r.json --output.messages=m.csv").exited_with(0));
  expect_good("mkfifo p; cat x.ini > p & exec \"$0\" run p");
  expect_good("{ sleep 0.2; cat x.ini; } > p & exec \"$0\" check p");
  expect_good("cat x.ini | \"$0\" run /dev/stdin");
  expect_good("{ sleep 0.2; cat r.json; } | \"$0\" diff r.json /dev/stdin");
  expect_good("\"$0\" run /dev/stdin < x.ini");
  expect_good("cat x.ini | \"$0\" sweep /dev/stdin --sweep.router.delay=1,2 --out=s");
}

TEST_F(Operands, APipeIsRefusedWhereMoreThanOneRunWouldReadIt) {
  folder_.write("m.csv", "1,2,3,4\n1,2,3,4\n1,2,3,4\n1,2,3,4\n");
  for (const std::string command : {"sweep --sweep.router.delay=1,2 --out=s",
                                    "crossover --over=link.delay --from=1 --to=2 "
                                    "--between=app-transpose,app-fft2d"}) {
    const ProcessEnd end =
        shell("cat m.csv | \"$0\" " + command +
              " --topology.kind=hypercube --topology.dims=2 --traffic.algorithm=app-transpose "
              "--traffic.data=/dev/stdin");
    EXPECT_TRUE(end.exited_with(2)) << end.describe();
    EXPECT_EQ(
        end.err,
        "flitcast: --traffic.data: /dev/stdin is a pipe, and more than one run is to read it; "
        "give a file that stays\n");
  }
  EXPECT_EQ(folder_.files(), (std::vector<std::string>{"m.csv", "x.ini"}));
}

TEST_F(Operands, AWriterThatWritesNothingLeavesAnEmptyFile) {
  const ProcessEnd end = shell("mkfifo p; true > p & exec \"$0\" run p");
  EXPECT_TRUE(end.exited_with(2)) << end.describe();
  EXPECT_NE(end.err.find("topology.kind"), std::string::npos) << end.err;
}

// Every command that reads something, with a pipe that nobody has the other end of.
TEST_F(Operands, APipeThatNobodyWritesToIsRefusedEverywhere) {
  ASSERT_TRUE(
      shell("mkfifo p; \"$0\" run x.ini --output.json=r.json --output.links=l.csv").exited_with(0));
  const std::string script =
      "for words in 'run p' 'check p' 'show p' 'diff p r.json' 'diff r.json p' 'sweep p --out=o' "
      "'sweep --only=p --out=o' 'run x.ini --topology.dims=2 --traffic.algorithm=app-transpose "
      "--traffic.data=p'; "
      "do { \"$0\" $words 2>&1; echo $?; } > \"out $words\" & done; wait; cat out*";
  const ProcessEnd end = shell(script);
  const auto times = [&end](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = end.out.find(text); at != std::string::npos;
         at = end.out.find(text, at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(times("cannot read p: it is a pipe that nobody writes to\n2\n"), 7U) << end.out;
  // What a sweep leaves for its tasks is never a pipe.
  EXPECT_EQ(times("--only: cannot read p: it is no regular file\n2\n"), 1U) << end.out;
}

}  // namespace
}  // namespace flitcast::test_input_file
