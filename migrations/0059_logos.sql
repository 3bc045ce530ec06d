-- Logos that people add to their account (docs/decisions/0059-logos.md).
create table brand_logos (
  id uuid primary key,
  owner_id uuid not null,
  -- SHA-256 of the stored file, lower-case hexadecimal: the same picture is stored once
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 80),
  -- pixels of the largest level in the file
  width integer not null check (width between 1 and 1024),
  height integer not null check (height between 1 and 1024),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  -- null until removed; a removed logo can be restored until its file is erased
  removed_at timestamptz,
  -- also the list of an owner's logos
  unique (owner_id, sha256)
);
-- the files to erase
create index brand_logos_removed on brand_logos (removed_at) where removed_at is not null;
-- the logo of the kit: its id, place, size, margin and opacity
alter table brand_kits add column logo jsonb;
