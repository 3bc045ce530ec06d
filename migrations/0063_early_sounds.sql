-- The sound of a video, which the browser may send before the video: speech begins with it.
create table early_sounds (
  -- Without a reference: it counts against its account after the video is removed.
  project_id uuid primary key,
  owner_id text not null,
  -- as announced
  size_bytes bigint not null check (size_bytes > 0),
  -- 'differs': it is not the sound of the video that arrived
  state text not null default 'uploading' check (state in ('uploading', 'received', 'ready', 'unusable', 'differs')),
  -- as measured
  duration_ms integer check (duration_ms > 0),
  created_at timestamptz not null,
  check (state not in ('ready', 'differs') or duration_ms is not null)
);

-- the limit of an account, and the upkeep
create index early_sounds_by_owner on early_sounds (owner_id);
create index early_sounds_by_age on early_sounds (created_at);

-- What a run makes of it: its job listens to it, has recognised all of it, found that it is the sound of the video, or not.
alter table transcriptions
  add column early_sound text check (early_sound in ('listening', 'recognised', 'kept', 'discarded'));
