#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hw/ni/posted_queue.h"

namespace flitcast::test_posted_queue {
namespace {

struct Post {
  std::uint8_t job;
  Cycle at;
};

/// Posts them all, and takes out what goes in each of the cycles `takes`: numbers of posts, -1
/// where nothing was posted before.
std::vector<int> taken(const std::vector<std::uint8_t>& priorities, const std::vector<Post>& posts,
                       const std::vector<Cycle>& takes) {
  PacketPool packets;
  packets.set_priorities(priorities);
  PostedQueue queue;
  for (const Post& post : posts) {
    Packet packet;
    packet.job = post.job;
    queue.insert(packets.add(packet), post.at, packets);
  }
  std::vector<int> order;
  for (const Cycle at : takes) {
    const PostedPacket* const next = queue.next(at);
    order.push_back(next == nullptr ? -1 : static_cast<int>(queue.take(next).packet));
  }
  EXPECT_EQ(queue.empty(),
            posts.size() + static_cast<std::size_t>(std::count(order.begin(), order.end(), -1)) ==
                takes.size());
  return order;
}

TEST(PostedQueue, KeepsTheOrderWhereAllAreEqual) {
  const std::vector<Post> posts{{1, 0}, {0, 0}, {1, 2}, {0, 5}};
  EXPECT_EQ(taken({}, posts, {6, 6, 6, 6}), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(taken({3, 3}, posts, {6, 6, 6, 6}), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(taken({}, posts, {0, 1, 2, 2, 3, 5, 6}), (std::vector<int>{-1, 0, 1, -1, 2, -1, 3}));
}

TEST(PostedQueue, LetsTheHigherGoFirstAndKeepsTheOrderOfEach) {
  EXPECT_EQ(taken({0, 7, 3}, {{0, 0}, {2, 0}, {1, 1}, {0, 1}, {2, 2}, {1, 3}}, {9, 9, 9, 9, 9, 9}),
            (std::vector<int>{2, 5, 1, 4, 0, 3}));
}

// What is posted in a cycle does not go in it, and those posted before do.
TEST(PostedQueue, LetsNothingGoInTheCycleInWhichItIsPosted) {
  const std::vector<Post> posts{{0, 4}, {0, 5}, {1, 6}, {1, 6}};
  EXPECT_EQ(taken({0, 1}, posts, {6, 7, 7, 7, 7}), (std::vector<int>{0, 2, 3, 1, -1}));
  EXPECT_EQ(taken({0, 1}, posts, {4, 5, 5, 6, 6, 7, 7}),
            (std::vector<int>{-1, 0, -1, 1, -1, 2, 3}));
}

TEST(PostedQueue, PutsAppendedOnesLastWhateverTheirPriority) {
  PacketPool packets;
  packets.set_priorities({0, 1});
  PostedQueue queue;
  Packet high;
  high.job = 1;
  const PacketHandle first = packets.add({});
  const PacketHandle last = packets.add(high);
  queue.append(first, 0);
  queue.append(last, 0);
  EXPECT_EQ(queue.take(queue.next(1)).packet, first);
  EXPECT_EQ(queue.take(queue.next(1)).packet, last);
  EXPECT_EQ(queue.next(1), nullptr);
}

}  // namespace
}  // namespace flitcast::test_posted_queue
