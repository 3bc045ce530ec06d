-- The history of captions (docs/decisions/0041-version-history.md).

-- The edit in a sentence, as the history lists it; null for batches of earlier releases.
alter table caption_batches add column label text;

-- When the revision of a snapshot was saved; `created_at` is when it was copied.
alter table caption_snapshots add column revised_at timestamptz;
update caption_snapshots set revised_at = created_at;
alter table caption_snapshots alter column revised_at set not null;

-- The names of versions; each keeps the snapshot of its revision.
create table caption_versions (
  project_id uuid not null references caption_documents (project_id) on delete cascade,
  revision integer not null,
  name text not null check (name <> ''),
  -- the person who named it
  author_id text not null,
  primary key (project_id, revision),
  foreign key (project_id, revision) references caption_snapshots (project_id, revision)
);
