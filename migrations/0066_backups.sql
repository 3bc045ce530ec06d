-- Backups of the whole site, for the operators' overview; the backups themselves are in a folder.
create table site_backups (
  id uuid primary key,
  -- of an automatic backup, at most one a day; null for one by hand or before an upgrade
  day date unique,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- of the folder of a finished one
  name text,
  size_bytes bigint,
  file_count integer,
  -- why the last attempt failed
  problem text,
  check ((finished_at is null) = (name is null)),
  check ((name is null) = (size_bytes is null) and (name is null) = (file_count is null))
);
create index site_backups_newest on site_backups (started_at desc);
