#include "traffic/open_loop/job_mix.h"

#include <algorithm>
#include <utility>

namespace flitcast {

JobMix::JobMix(std::vector<Job> jobs, Cycle silent_from)
    : jobs_(std::move(jobs)), begun_(jobs_.size(), false), silent_from_(silent_from) {
  for (const Job& job : jobs_) {
    if (job.load != nullptr) {
      has_load_ = true;
      job.load->run_in_background();
    }
  }
}

bool JobMix::finished() const {
  return first_unfinished() == nullptr;
}

Cycle JobMix::completion() const {
  Cycle last = 0;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (begun_[job]) {
      last = std::max(last, jobs_[job].workload->completion());
    }
  }
  return last;
}

bool JobMix::never_begins(std::size_t job) const {
  return jobs_[job].load != nullptr && !begun_[job] && jobs_[job].start >= silent_from_;
}

// Load that has not drained tells less than a job that it waits for.
const JobMix::Job* JobMix::first_unfinished() const {
  const Job* load = nullptr;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (never_begins(job) || (begun_[job] && jobs_[job].workload->finished())) {
      continue;
    }
    if (jobs_[job].load == nullptr) {
      return &jobs_[job];
    }
    load = load == nullptr ? &jobs_[job] : load;
  }
  return load;
}

WorkloadProgress JobMix::progress() const {
  const Job* const job = first_unfinished();
  if (job == nullptr) {
    return {"draining"};
  }
  WorkloadProgress progress = job->workload->progress();
  progress.words = job->name + ": " + progress.words;
  return progress;
}

std::string JobMix::position() const {
  const Job* const job = first_unfinished();
  if (job == nullptr) {
    return "while draining";
  }
  return begun_[static_cast<std::size_t>(job - jobs_.data())]
             ? "of " + job->name + " " + job->workload->position()
             : "of " + job->name + ", which begins in cycle " + std::to_string(job->start);
}

std::vector<std::string> JobMix::job_names() const {
  std::vector<std::string> names;
  for (const Job& job : jobs_) {
    names.push_back(job.name);
  }
  return names;
}

bool JobMix::waits_for_packets() const {
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (jobs_[job].load == nullptr && (!begun_[job] || is_due(*jobs_[job].workload))) {
      return false;
    }
  }
  return has_load_ && silent_from_ == WakeQueue::kNever;
}

void JobMix::give_up(Cycle at) {
  silent_from_ = at;
  wake_at(at);
}

void JobMix::cut_off(Cycle last) {
  for (const Job& job : jobs_) {
    if (job.load != nullptr) {
      job.load->cut_off(last);
    }
  }
}

void JobMix::start() {
  give_priorities();
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (jobs_[job].start == now() + 1) {
      begin(job);
    } else {
      wake_at(jobs_[job].start - 1);
    }
  }
  if (silent_from_ != WakeQueue::kNever) {
    wake_at(silent_from_);
  }
}

// Where all are equal there are none.
void JobMix::give_priorities() {
  std::vector<std::uint8_t> by_job;
  by_job.reserve(jobs_.size());
  for (const Job& job : jobs_) {
    by_job.push_back(job.priority);
  }
  if (std::any_of(by_job.begin(), by_job.end(),
                  [&](std::uint8_t other) { return other != by_job.front(); })) {
    packets().set_priorities(std::move(by_job));
  }
}

void JobMix::begin(std::size_t job) {
  begun_[job] = true;
  begin_part(*jobs_[job].workload, static_cast<std::uint8_t>(job));
}

// Parts may act in cycles for which they have not asked.
void JobMix::act(Cycle now) {
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (begun_[job]) {
      act_part(*jobs_[job].workload, now);
    } else if (jobs_[job].start == now + 1 && !never_begins(job)) {
      begin(job);
    }
  }
  silence_load();
  if (now >= silent_from_) {
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      if (jobs_[job].load != nullptr && begun_[job]) {
        jobs_[job].load->stop(now);
      }
    }
  }
}

void JobMix::silence_load() {
  if (!has_load_ || silent_from_ != WakeQueue::kNever) {
    return;
  }
  Cycle last = 0;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (jobs_[job].load != nullptr) {
      continue;
    }
    const Workload& workload = *jobs_[job].workload;
    if (!begun_[job] || !(workload.finished() || is_at_rest(workload))) {
      return;
    }
    last = std::max(last, workload.finished() ? workload.completion() : 0);
  }
  give_up(std::max(last, now() + 1));
}

}  // namespace flitcast
