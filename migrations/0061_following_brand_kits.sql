-- Videos that follow the brand kit of their owner (docs/decisions/0061-following-the-kit.md).

-- The kit that the captions follow and the revision they hold; null for captions that follow none.
alter table caption_documents
  add column kit_id text,
  add column kit_revision integer,
  add check ((kit_id is null) = (kit_revision is null));
-- findVideosBehind
create index caption_documents_by_kit on caption_documents (kit_id, project_id) where kit_id is not null;

alter table brand_kits
  add column id uuid not null default gen_random_uuid(),
  -- counts changes of what videos follow: template, changes to it, and logo
  add column revision integer not null default 1 check (revision >= 1),
  -- changes of the template; null for none
  add column patch jsonb,
  -- the version of the template that following videos have; null without a template
  add column template_version integer,
  -- whether new videos follow the kit
  add column is_followed_by_new boolean not null default true;

-- The restyling of all videos that follow a kit, after a change of it.
create table brand_restyles (
  id uuid primary key,
  owner_id uuid not null,
  -- the kit of that change: id, revision and style
  kit jsonb not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  -- videos that followed an earlier revision when it started
  total integer not null,
  -- videos that were restyled, and how many of them keep changes of their own
  restyled integer not null default 0,
  kept_own integer not null default 0,
  -- videos that could not be restyled
  skipped integer not null default 0,
  -- the last video, in the order of ids; null before the first
  last_project_id uuid,
  -- counts the jobs that do the work one after another
  part integer not null default 1,
  job_id uuid,
  created_at timestamptz not null,
  check (kept_own <= restyled)
);
-- one at a time for each account
create unique index brand_restyles_running on brand_restyles (owner_id) where state = 'running';
-- findNewestRestyle
create index brand_restyles_newest on brand_restyles (owner_id, created_at desc);
