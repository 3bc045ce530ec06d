-- One run over one project's sound: its words, heard by an engine, or the creator's own words timed.
create table transcriptions (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- the job that does it; its credits are held under 'transcription:<id>'
  job_id uuid not null,
  -- what was asked for: language as a BCP 47 tag or 'auto', and for a script or subtitles the text itself
  asked_language text not null,
  source jsonb not null check (source ->> 'kind' in ('speech', 'script', 'subtitles')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- 0 to 1, of the sound
  progress double precision not null default 0 check (progress between 0 and 1),
  -- BCP 47 tag, 'und' until known
  language text not null default 'und',
  engine_label text not null,
  -- one plain sentence: about a fallback while it lives, about what to do when it failed
  note text,
  credits integer not null check (credits >= 0),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is not null) = (state in ('done', 'failed', 'cancelled')))
);

-- get: the newest run of a project
create index transcriptions_by_project on transcriptions (project_id, created_at desc);

-- start: one unfinished run at a time, also when two requests come at once
create unique index transcriptions_one_at_work on transcriptions (project_id) where finished_at is null;

-- What has been heard so far, piece by piece in media order: a run whose worker died goes on after the last one.
create table transcription_pieces (
  transcription_id uuid not null references transcriptions (id) on delete cascade,
  -- counts from 0
  place integer not null check (place >= 0),
  -- milliseconds of media time
  start_ms integer not null check (start_ms >= 0),
  end_ms integer not null,
  -- SpokenWord[], as the engine gave them
  words jsonb not null,
  primary key (transcription_id, place),
  check (end_ms >= start_ms)
);
