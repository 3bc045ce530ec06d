-- Two people, one caption document (docs/decisions/0015-two-editors.md).

-- Whose batch it was; null for the product's own, and for batches from before anybody could share. No foreign key:
-- what an account did to somebody's captions stays when the account goes.
alter table caption_batches add column author_id text;
-- It did more than its commands tell, as a new transcript does: open editors read the captions anew.
alter table caption_batches add column anew boolean not null default false;

-- Who has which project open: one row for each open editor, kept alive by its page and worth nothing when it is not.
create unlogged table caption_presence (
  project_id uuid not null references projects (id) on delete cascade,
  -- the open editor
  client_id uuid not null,
  user_id text not null,
  seen_at timestamptz not null,
  primary key (project_id, client_id)
);
