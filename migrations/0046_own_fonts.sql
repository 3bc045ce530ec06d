-- Fonts that people add to their account (docs/decisions/0051-own-fonts.md).
create table brand_fonts (
  id uuid primary key,
  owner_id uuid not null,
  -- SHA-256 of the sanitized file, lower-case hexadecimal: the same file is stored once
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  family text not null check (length(family) between 1 and 80),
  style text not null check (length(style) <= 80),
  weight_min integer not null check (weight_min between 1 and 1000),
  weight_max integer not null check (weight_max between weight_min and 1000),
  is_italic boolean not null,
  size_bytes integer not null check (size_bytes > 0),
  -- code points with letters: hexadecimal ranges by comma
  coverage text not null,
  created_at timestamptz not null,
  -- null until removed; a removed font can be restored until its file is erased
  removed_at timestamptz,
  -- also the list of an owner's fonts
  unique (owner_id, sha256)
);
-- the files to erase
create index brand_fonts_removed on brand_fonts (removed_at) where removed_at is not null;
