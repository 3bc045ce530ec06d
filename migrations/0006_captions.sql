-- The captions of a project: one document in the format captiondoc/1, replaced whole at each save. Gone with its project.
create table caption_documents (
  project_id uuid primary key references projects (id) on delete cascade,
  -- counts saves, from 1; a save names the revision it was made on
  revision integer not null check (revision >= 1),
  document jsonb not null,
  updated_at timestamptz not null default now()
);

-- Every save since, with what takes it back: the document at any earlier revision can be had again.
create table caption_batches (
  project_id uuid not null references caption_documents (project_id) on delete cascade,
  -- the revision this batch made
  revision integer not null check (revision >= 2),
  -- named by the editor, so that a batch sent twice is saved once
  batch_id uuid not null,
  -- the open editor it came from
  client_id uuid not null,
  commands jsonb not null,
  inverse jsonb not null,
  created_at timestamptz not null default now(),
  primary key (project_id, revision),
  unique (project_id, batch_id)
);
