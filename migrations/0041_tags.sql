-- An owner's tags on their videos: at most 10 for each.
create table project_tags (
  project_id uuid not null references projects (id) on delete cascade,
  -- the tag in lower case: tags that differ in case only are one tag
  key text not null,
  tag text not null check (length(tag) between 1 and 30),
  primary key (project_id, key)
);
