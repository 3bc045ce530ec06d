-- What people see of background work: one row per job, its state, progress and outcome.
-- The queue itself (who runs what, retries, heartbeats) is kept by pg-boss in its own schema.
create table jobs (
  id uuid primary key,
  name text not null,
  owner_id text not null,
  subject_id text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- 0 to 1, of the attempt that runs now
  progress double precision not null default 0 check (progress between 0 and 1),
  -- one plain sentence for the owner, when the job failed
  problem text,
  cancel_requested boolean not null default false,
  -- a decided end whose consequences have not been carried through yet
  ending text check (ending in ('failed', 'cancelled')),
  -- how many times it was started; also the token without which a worker may not write
  attempt integer not null default 0 check (attempt >= 0),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is not null) = (state in ('done', 'failed', 'cancelled')))
);

-- newestJob: the newest job of one kind for a project or a render
create index jobs_by_subject on jobs (subject_id, name, created_at desc);

-- waitingNames: which kinds of work are waiting, the oldest first
create index jobs_unfinished on jobs (created_at) include (name) where finished_at is null;

-- cancelledInLine, cancelledRunning: cancelled jobs whose worker may not have heard it
create index jobs_cancel_requested on jobs (id) where cancel_requested and finished_at is null;
