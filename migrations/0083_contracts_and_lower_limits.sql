-- What operators agree with a user beside payments, and limits they set below those of a plan
-- (docs/decisions/0079-contracts-and-lower-limits.md).

-- A plan without a payment, or an enterprise contract. Money rows: they outlive the account.
create table billing_contracts (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan text not null check (plan in ('basic', 'pro', 'premium', 'enterprise')),
  -- empty for a plan without a contract
  name text not null check (length(name) <= 100),
  starts_at timestamptz not null,
  -- null until revoked
  ends_at timestamptz check (ends_at > starts_at),
  -- null as in the plan
  credits_per_month integer check (credits_per_month between 0 and 1000000),
  -- what differs from the plan
  limits jsonb not null,
  -- the plan without the contract; payments change it meanwhile
  base_plan text not null check (base_plan in ('free', 'basic', 'pro', 'premium', 'enterprise')),
  -- the start of the first month of credits: later than the contract if an earlier one granted that month
  credits_from timestamptz not null,
  granted_months integer not null default 0 check (granted_months >= 0),
  next_grant_at timestamptz not null,
  -- the end of the last month that brought credits
  granted_until timestamptz,
  -- the end that was announced by mail
  reminded_for timestamptz,
  ended_at timestamptz
);
-- readTerms, grantContract: one at a time
create unique index billing_contracts_open on billing_contracts (user_id) where ended_at is null;
create index billing_contracts_by_user on billing_contracts (user_id, starts_at desc);
-- maintenance
create index billing_contracts_to_grant on billing_contracts (next_grant_at) where ended_at is null;
create index billing_contracts_to_end on billing_contracts (ends_at) where ended_at is null and ends_at is not null;

-- Limits of one user below those of their plan, against abuse.
create table billing_lower_limits (
  user_id uuid primary key references users (id),
  limits jsonb not null,
  set_at timestamptz not null
);

-- The seats of owners whose seats are not those of their plan; null for any number.
create table collaborator_own_seats (
  owner_id uuid primary key references users (id),
  seats integer check (seats >= 0)
);

create view owner_seats as
select u.id as owner_id, case when own.owner_id is null then s.seats else own.seats end as seats
from users u join collaborator_seats s on s.plan = u.plan
  left join collaborator_own_seats own on own.owner_id = u.id;
