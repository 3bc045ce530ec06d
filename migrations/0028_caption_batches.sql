-- A batch in few bytes, and what it costs to go through it again (docs/decisions/0023-edit-work-budget.md).

-- {"commands": […], "inverse": […]} as JSON in UTF-8; where that is long, compressed by zstd, which begins with 28b52ffd.
alter table caption_batches add column changes bytea;
-- Steps of the work budget. What older batches cost was never counted: one for each byte is no less.
alter table caption_batches add column steps integer;
update caption_batches
set changes = convert_to(json_build_object('commands', commands, 'inverse', inverse)::text, 'UTF8');
update caption_batches set steps = octet_length(changes);
alter table caption_batches
  alter column changes set not null,
  alter column steps set not null,
  drop column commands,
  drop column inverse;
-- It is compressed already.
alter table caption_batches alter column changes set storage external;

-- maintenance: the batches that no editor is waiting for any more
create index caption_batches_by_age on caption_batches (created_at);

-- Captions as they were on a day on which they were changed, for a later history: batches are not kept for good.
create table caption_snapshots (
  project_id uuid not null references caption_documents (project_id) on delete cascade,
  revision integer not null,
  document jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, revision)
);
