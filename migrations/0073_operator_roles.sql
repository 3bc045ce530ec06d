-- Roles of operators beside those of the OPERATORS setting, and how the action log is searched (docs/decisions/0073).

-- By address, like the setting: a role counts while a confirmed account has the address.
create table operator_roles (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('everything', 'support', 'finance', 'read-only')),
  granted_at timestamptz not null,
  changed_at timestamptz not null
);

-- Each feature names its own subjects.
alter table operator_actions drop constraint operator_actions_subject_kind_check;
alter table operator_actions add constraint operator_actions_subject_kind_check
  check (subject_kind ~ '^[a-z]+(-[a-z]+)*$');

-- A part of the name, the reason or the operator's address. Rows stay as they are: the trigger refuses updates only.
alter table operator_actions add column search_keys text[] generated always as (
  search_pieces(search_text(about || ' ' || operator_email, coalesce(reason, '')), 1)) stored;

-- listActions: by a part of the text, by operator, by action, by day
create index operator_actions_by_piece on operator_actions using gin (search_keys);
create index operator_actions_by_operator on operator_actions (operator_email, id desc);
create index operator_actions_by_action on operator_actions (action, id desc);
create index operator_actions_by_time on operator_actions (at desc, id desc);
