#include "traffic/satisfiability/sat_solver.h"

#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace flitcast {
namespace {

class UntilReached : public CaDiCaL::Terminator {
 public:
  explicit UntilReached(const SearchLimit& limit) : limit_(limit) {}
  bool terminate() override { return limit_.reached(); }

 private:
  const SearchLimit& limit_;
};

}  // namespace

/// A file that is memory.
class SatSolver::MemoryFile {
 public:
  MemoryFile() : file_(::open_memstream(&bytes_, &size_)) {
    if (file_ == nullptr) {
      throw std::bad_alloc();
    }
  }
  ~MemoryFile() {
    std::fclose(file_);
    std::free(bytes_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::FILE* get() const { return file_; }
  std::string text() const {
    if (std::fflush(file_) != 0 || std::ferror(file_) != 0) {
      throw std::bad_alloc();
    }
    return {bytes_, size_};
  }

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

struct SatSolver::Parts {
  std::unique_ptr<MemoryFile> proof;  // outlives the solver, which writes to it
  std::unique_ptr<CaDiCaL::Solver> solver = std::make_unique<CaDiCaL::Solver>();
};

SatSolver::SatSolver(const Formula& formula, bool proof) : parts_(std::make_unique<Parts>()) {
  CaDiCaL::Solver& solver = *parts_->solver;
  solver.set("quiet", 1);
  if (proof) {
    parts_->proof = std::make_unique<MemoryFile>();
    solver.trace_proof(parts_->proof->get(), "memory");
  }
  solver.reserve(formula.variables());
  for (const Clause& clause : formula.clauses()) {
    for (const Literal literal : clause) {
      solver.add(literal);
    }
    solver.add(0);
  }
}

SatSolver::~SatSolver() = default;

SatAnswer SatSolver::solve(const SearchLimit& limit, int conflicts) {
  constexpr int kModelFound = 10;
  constexpr int kNoModel = 20;
  CaDiCaL::Solver& solver = *parts_->solver;
  UntilReached until(limit);
  solver.connect_terminator(&until);
  if (conflicts != kAnyConflicts) {
    solver.limit("conflicts", conflicts);
  }
  const int answer = limit.reached() ? 0 : solver.solve();
  solver.disconnect_terminator();
  return answer == kModelFound ? SatAnswer::kModel
         : answer == kNoModel  ? SatAnswer::kRefuted
                               : SatAnswer::kNone;
}

bool SatSolver::value(Literal variable) const {
  return parts_->solver->val(variable) > 0;
}

std::string SatSolver::take_proof() {
  parts_->solver->close_proof_trace();
  return parts_->proof->text();
}

}  // namespace flitcast
