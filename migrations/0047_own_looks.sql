-- Looks that people save to their account (docs/decisions/0048-own-looks.md).
create table own_looks (
  id uuid primary key,
  owner_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  -- the name as names are compared: no two looks of an owner differ only in case
  name_key text not null,
  -- {"template": {id, version}, "patch": {…}}: never changes
  look jsonb not null,
  -- true if the owner's collaborators see it
  is_shared boolean not null default false,
  -- in the address under which others can take it; null without a link
  link_token text unique,
  created_at timestamptz not null,
  -- null until removed; a removed look can be restored for a day
  removed_at timestamptz
);
-- also the list of an owner's looks
create unique index own_looks_by_name on own_looks (owner_id, name_key) where removed_at is null;
-- the rows to erase
create index own_looks_removed on own_looks (removed_at) where removed_at is not null;
