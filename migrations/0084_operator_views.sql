-- Operators who look at a user's pages as that user sees them, read-only (docs/decisions/0080-view-as.md).
create table operator_views (
  id uuid primary key,
  operator_id uuid not null references users (id),
  operator_email text not null,
  -- The view belongs to one session: no other one can use it, and it is over with it.
  session_id uuid not null,
  user_id uuid not null references users (id),
  reason text not null check (length(reason) between 3 and 500),
  started_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > started_at),
  -- set with the record in the action log
  ended_at timestamptz
);
-- startView: one at a time for each session
create unique index operator_views_open on operator_views (session_id) where ended_at is null;
-- maintenance
create index operator_views_to_end on operator_views (expires_at) where ended_at is null;
