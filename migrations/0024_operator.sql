-- What operators did, each with the change it is about, in the transaction that did it.
create table operator_actions (
  id bigint generated always as identity primary key,
  operator_id uuid not null references users (id),
  -- As it was then: an account that is deleted still did what it did.
  operator_email text not null,
  -- 'commission.hold'
  action text not null check (action ~ '^[a-z]+\.[a-z-]+$'),
  subject_kind text not null check (subject_kind in ('affiliate', 'application', 'commission', 'payout', 'user', 'payment', 'job')),
  subject_id text not null,
  -- One line that says what or whom: a name, an address, an amount.
  about text not null,
  reason text check (length(reason) between 1 and 500),
  before jsonb,
  after jsonb,
  -- Named by the page that asked: asked twice under one name, it happens once.
  key uuid unique,
  at timestamptz not null
);
-- listActions of one thing
create index operator_actions_about on operator_actions (subject_id, id desc);

-- A refund by an operator's hand.
alter table billing_refunds drop constraint billing_refunds_reason_check;
alter table billing_refunds add constraint billing_refunds_reason_check
  check (reason in ('withdrawal', 'account-deleted', 'operator'));

create function operator_actions_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'what an operator did is never changed';
end $$;
create trigger operator_actions_final before update or delete on operator_actions
  for each row execute function operator_actions_are_final();
create trigger operator_actions_kept before truncate on operator_actions
  for each statement execute function operator_actions_are_final();

-- listCommissions: what was bought last, of whomever
create index commissions_newest on commissions (purchased_at desc, id desc);
-- listJobs: what failed last; metrics: how much of each kind
create index jobs_failed on jobs (finished_at desc) include (name) where state = 'failed';
