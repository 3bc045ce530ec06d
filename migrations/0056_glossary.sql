-- How an account writes what is heard (docs/decisions/0057-glossary.md).
create table glossary_entries (
  id uuid primary key,
  owner_id text not null,
  -- the only video that it applies to; null for all of the owner
  project_id uuid,
  -- the compared words: two entries for the same words and language are one
  entry_key text not null,
  -- null for words to know, which replace what sounds the same
  heard text,
  write text not null,
  language text,
  created_at timestamptz not null
);
-- also the list of an owner's entries
create unique index glossary_entries_by_key on glossary_entries (owner_id, project_id, entry_key) nulls not distinct;
create index glossary_entries_of_project on glossary_entries (project_id) where project_id is not null;

-- Words of captions whose text is not the recognised one: what was corrected twice is offered for the glossary.
create table glossary_corrections (
  project_id uuid not null,
  word_id text not null,
  owner_id text not null,
  -- the recognised words, as they are compared
  heard text not null,
  write text not null,
  -- true once somebody has refused the offer
  is_declined boolean not null default false,
  primary key (project_id, word_id)
);
create index glossary_corrections_by_words on glossary_corrections (owner_id, heard, write);
