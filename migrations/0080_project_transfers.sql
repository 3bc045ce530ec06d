-- Videos offered to somebody who works with their owner; one offer a video. It ends when it is accepted, declined or
-- withdrawn, or with the video.
create table project_transfers (
  project_id uuid primary key references projects (id) on delete cascade,
  from_id uuid not null references users (id),
  to_id uuid not null references users (id),
  offered_at timestamptz not null,
  constraint project_transfers_not_oneself check (from_id <> to_id)
);
create index project_transfers_by_receiver on project_transfers (to_id, offered_at desc);
create index project_transfers_by_owner on project_transfers (from_id, offered_at desc);
