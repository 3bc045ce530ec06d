-- One video of one creator, from the first byte of its upload on. Its files live in the file store under
-- projects/<id>/. No foreign key to the account: files go with a project, so an account removes its projects
-- through the media feature, never by a cascade.
create table projects (
  -- also the id of its upload
  id uuid primary key,
  owner_id text not null,
  title text not null check (length(title) between 1 and 200),
  stage text not null default 'uploading' check (stage in ('uploading', 'checking', 'preparing', 'prepared', 'refused')),
  -- one plain sentence for the owner, exactly when refused
  problem text,
  -- as announced while uploading, as measured afterwards
  size_bytes bigint not null check (size_bytes > 0),
  -- SHA-256 of the source, lower-case hexadecimal; known once every byte is safely stored
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- what the file really is, once it passed the check
  probe jsonb,
  -- which derivatives exist: audio, peaks, filmstrip, poster, preview
  assets text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((problem is not null) = (stage = 'refused')),
  check (stage = 'uploading' or sha256 is not null),
  check (stage not in ('preparing', 'prepared') or probe is not null)
);

-- list: an owner's projects, the newest first
create index projects_by_owner on projects (owner_id, created_at desc);

-- upkeep: uploads nobody finished, and uploads that ended while the server died
create index projects_uploading on projects (created_at) where stage = 'uploading';
