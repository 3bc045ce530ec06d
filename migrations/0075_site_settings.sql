-- What operators set about their site while it runs: each version whole, the newest counts (docs/decisions/0074).
create table site_settings (
  version integer primary key check (version > 0),
  settings jsonb not null,
  -- As it was then: an account that is deleted still did what it did.
  operator_email text not null,
  reason text not null,
  at timestamptz not null
);

-- The list of kinds is that of the API; each feature would otherwise replace the constraint of another.
alter table operator_actions drop constraint operator_actions_subject_kind_check;
alter table operator_actions add constraint operator_actions_subject_kind_check check (subject_kind ~ '^[a-z-]+$');
