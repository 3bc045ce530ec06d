-- How long the attempts at a job ran, without the pauses between them. Null in jobs from before; they are measured from
-- their first start to their end.
alter table jobs
  add column worked_ms double precision check (worked_ms >= 0),
  -- the start of the attempt that runs now
  add column attempt_started_at timestamptz;

drop index jobs_worked;
create index jobs_worked on jobs (owner_id) include (worked_ms, started_at, finished_at) where finished_at is not null;
