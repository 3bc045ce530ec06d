-- One export of one project: the captions as they stood when it was asked for, burned into the video.
create table renders (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  owner_id text not null,
  -- the background job that makes it
  job_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  quality text not null check (quality in ('standard', 'best')),
  -- the captions it shows, and the revision they had
  document jsonb not null,
  revision integer not null check (revision >= 0),
  frames_done integer not null default 0 check (frames_done >= 0),
  frames_total integer not null default 0 check (frames_total >= 0),
  -- estimated ms of work left, while it runs
  remaining_ms bigint check (remaining_ms >= 0),
  -- one plain sentence for the owner, exactly when it failed
  problem text,
  size_bytes bigint check (size_bytes > 0),
  -- of the finished file, lower-case hexadecimal
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((problem is not null) = (state = 'failed')),
  check ((size_bytes is not null and sha256 is not null) = (state = 'done')),
  check ((finished_at is not null) = (state in ('done', 'failed', 'cancelled')))
);

-- list: a project's exports, the newest first
create index renders_by_project on renders (project_id, created_at desc);

-- start: a second press of the button finds the export that is already on its way
create unique index renders_one_at_a_time on renders (project_id, revision, quality) where state in ('queued', 'running');

-- Which bytes of a finished file somebody has already been given: once these are all of them, that is one download.
create table render_downloads (
  render_id uuid not null references renders (id) on delete cascade,
  user_id text not null,
  served int8multirange not null,
  primary key (render_id, user_id)
);
