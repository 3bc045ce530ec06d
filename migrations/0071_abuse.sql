-- Visitors report pages that users made public; operators decide (docs/decisions/0072-abuse.md).

-- Everything reported about one thing, and what was decided about it. It outlives the thing.
create table abuse_cases (
  id uuid primary key,
  kind text not null check (kind in ('review', 'look')),
  -- the video or look
  subject_id uuid not null,
  -- the link that was reported last
  link_id uuid not null,
  -- null once the owner's account is erased
  owner_id uuid,
  -- as it was when reported last; empty once the owner's account is erased
  title text not null check (length(title) <= 200),
  -- equal for copies of the thing
  content_key text not null,
  state text not null default 'open'
    check (state in ('open', 'dismissed', 'down', 'objected', 'upheld', 'restored')),
  -- an operator has to decide
  is_waiting boolean not null generated always as (state in ('open', 'objected')) stored,
  -- nobody but its owner sees the thing
  is_down boolean not null generated always as (state in ('down', 'objected', 'upheld')) stored,
  reports integer not null check (reports > 0),
  created_at timestamptz not null,
  -- the last report, objection or decision
  changed_at timestamptz not null,
  -- of the last decision
  decided_at timestamptz,
  reason text check (length(reason) between 3 and 500),
  -- the owner's answer to the last takedown
  objection text check (length(objection) between 1 and 2000),
  objected_at timestamptz,
  unique (kind, subject_id),
  check (state = 'open' or decided_at is not null),
  check (state <> 'objected' or objection is not null)
);
-- listCases: the queue, of every kind or of one, and the cases of a user
create index abuse_cases_queue on abuse_cases (is_waiting, changed_at desc, id desc);
create index abuse_cases_by_kind on abuse_cases (is_waiting, kind, changed_at desc, id desc);
create index abuse_cases_by_owner on abuse_cases (owner_id, changed_at desc, id desc);
-- isTakenDown: a copy of something that was taken down
create index abuse_cases_down on abuse_cases (owner_id, content_key) where is_down;

-- The first reports of each case; later ones are only counted.
create table abuse_reports (
  id uuid primary key,
  case_id uuid not null references abuse_cases (id) on delete cascade,
  reason text not null,
  text text not null check (length(text) <= 2000),
  -- where the reporter wants an answer; erased some time after the decision
  email text check (length(email) <= 254),
  created_at timestamptz not null
);
create index abuse_reports_of_case on abuse_reports (case_id, created_at desc, id desc);
-- eraseReporters
create index abuse_reports_to_answer on abuse_reports (created_at) where email is not null;

-- The same form as in migrations 0073 and 0075, since they may have run before.
alter table operator_actions drop constraint operator_actions_subject_kind_check;
alter table operator_actions add constraint operator_actions_subject_kind_check
  check (subject_kind ~ '^[a-z]+(-[a-z]+)*$');
