-- Logos and icons that operators uploaded for their site (docs/decisions/0091-site-pictures.md).
create table site_pictures (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  -- pixels of logo.png
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- bytes of each file, by its name
  files jsonb not null,
  operator_email text not null,
  created_at timestamptz not null
);
-- unused ones, after a day
create index site_pictures_by_age on site_pictures (created_at);
