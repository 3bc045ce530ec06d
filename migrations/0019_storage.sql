-- What people keep: what they removed until it is erased, when the files of a free plan end, and what the nightly
-- comparison of the database with the file store found.

alter table projects
  -- removed by its owner, who may still have it back for a moment; its row and its files go soon after
  add column removed_at timestamptz,
  -- when it ends with everything in it; null: never
  add column expires_at timestamptz,
  -- when its owner was told that it ends
  add column expiry_told_at timestamptz,
  -- the bytes of each file made from the source, by its name: {"peaks.json": 1234}; earlier releases recorded none
  add column asset_bytes jsonb not null default '{}' check (jsonb_typeof(asset_bytes) = 'object');

alter table renders add column removed_at timestamptz;

-- discardRemoved: what was removed long enough ago
create index projects_removed on projects (removed_at) where removed_at is not null;
create index renders_removed on renders (removed_at) where removed_at is not null;

-- endingVideos: what ends soon, and what has ended
create index projects_expiring on projects (expires_at) where expires_at is not null;

-- exportsOf: an owner's exports
create index renders_by_owner on renders (owner_id, created_at desc);

-- Whoever has files on a free plan already has them for as long as somebody who uploads them now.
update projects set expires_at = now() + interval '30 days'
from users where users.id::text = projects.owner_id and users.plan = 'free';

-- One comparison of the database with the file store a day. Nothing is deleted by it.
create table storage_audits (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- how many files and rows are without their counterpart, or of another size; null until it is finished
  drift integer check (drift >= 0),
  -- bytes as the rows say, bytes in the store, and the keys that do not fit
  findings jsonb,
  check ((finished_at is null) = (findings is null) and (findings is null) = (drift is null))
);
