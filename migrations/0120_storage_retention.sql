-- How long files of each plan are stored, as recorded last: a change of it moves the expiry of stored videos once.
create table storage_retention (
  only_one boolean primary key default true check (only_one),
  retention jsonb not null
);
