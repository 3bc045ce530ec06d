-- Fair scheduling of jobs (docs/decisions/0020-fair-scheduling.md).

-- The clock of each kind of work: places in line are counted in its starts.
create table job_kinds (
  name text primary key,
  starts integer not null check (starts >= 0),
  -- numbers the starts of all kinds, to tell which kind has waited longest
  last_start bigint not null
);

-- Which of its owner's unfinished jobs of this kind it is, from 0, and its turn in line when it was queued.
alter table jobs add column priority integer not null default 0;
alter table jobs add column place integer not null default 0 check (place >= 0);
alter table jobs add column turn integer not null default 0;

-- lineOf, countUnfinished: an owner's unfinished jobs of one kind
create index jobs_of_owner on jobs (owner_id, name) where finished_at is null;
-- longestWaitMs
drop index jobs_unfinished;
create index jobs_unfinished on jobs (created_at) where finished_at is null;

-- The captions of an export: the document as JSON, in gzip, and only while it waits or runs.
alter table renders add column captions bytea;
-- not compressed: what was in line when this was installed
update renders set captions = convert_to(document::text, 'UTF8') where state in ('queued', 'running');
alter table renders drop column document;
alter table renders add check ((captions is not null) = (state in ('queued', 'running')));

-- Size and frame rate of what was made, by plan and video; null until the work began, and of exports from before.
alter table renders add column format text;

-- findFinished: the export that an identical request gets
create index renders_finished on renders (project_id, revision, quality) where state = 'done' and removed_at is null;
-- aheadOf: an owner's exports in line
create index renders_in_line on renders (owner_id, created_at, id) where state in ('queued', 'running');
