-- The folder with the files of a site on a disk: its marker file has the same id. At most one row.
create table disk_store (
  only_one boolean primary key default true check (only_one),
  id uuid not null
);
