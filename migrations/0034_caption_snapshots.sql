-- A save writes its batch; the document is a snapshot that is rewritten now and then (docs/decisions/0030-save-cost.md).

-- `revision` counts saves; `snapshot` is the document at this one, and the batches after it lead to the current captions.
-- A process of an earlier release, which knows neither, fails rather than takes the snapshot for the captions.
alter table caption_documents rename column document to snapshot;
-- JSON in UTF-8; where that is long, compressed by zstd, which begins with 28b52ffd.
alter table caption_documents alter column snapshot type bytea using convert_to(snapshot::text, 'UTF8');
alter table caption_snapshots alter column document type bytea using convert_to(document::text, 'UTF8');
alter table caption_documents add column snapshot_revision integer;
update caption_documents set snapshot_revision = revision;
alter table caption_documents
  alter column snapshot_revision set default 1,
  alter column snapshot_revision set not null,
  add check (snapshot_revision between 1 and revision);
-- Names the content: every save changes it. Two histories of one project, as after a restored backup, differ in it.
alter table caption_documents add column state uuid not null default gen_random_uuid();
-- What the batches after the snapshot weigh, and what they cost to go through again.
alter table caption_documents
  add column replay_bytes bigint not null default 0,
  add column replay_steps bigint not null default 0;

-- What a batch changed, in full, packed as `changes`: repeated without the rules that worked it out. Null where the
-- snapshot contains it from the start: batches from before this migration, and new transcripts.
alter table caption_batches add column effects bytea;
alter table caption_batches alter column effects set storage external;
