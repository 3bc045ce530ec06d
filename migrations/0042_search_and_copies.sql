-- Search in what is said (docs/decisions/0044-search.md).

-- The state of the captions that the index contains; null for none. An edit changes `state` alone: the index is then
-- stale since `updated_at`, and is rewritten later.
alter table caption_documents
  add column indexed_state uuid,
  add column indexed_at timestamptz;
-- No index finds the stale ones: every edit would have to update it. The worker scans the table once a minute.

-- The sentences of captions in media order, some in each row.
create table caption_search_sections (
  project_id uuid not null references caption_documents (project_id) on delete cascade,
  -- counts from 0
  section integer not null check (section >= 0),
  -- the words of the sentences, folded; each begins with eight characters that stand for the owner, so that a common
  -- word of one owner does not lead to the videos of all others
  keys tsvector not null,
  -- Sentence[] as JSON in UTF-8; where that is long, compressed by zstd, which begins with 28b52ffd
  sentences bytea not null,
  primary key (project_id, section)
) with (toast_tuple_target = 128);
-- Both stand outside their row: a common word leads to very many rows, which are sorted before few of them are read.
alter table caption_search_sections
  alter column keys set storage external,
  alter column sentences set storage external;
-- findSections
create index caption_search_sections_by_key on caption_search_sections using gin (keys);

-- The video whose files are being copied into this one; null for an uploaded video, and once all are copied.
alter table projects
  add column copied_from uuid,
  add check (copied_from is null or stage in ('preparing', 'refused'));
