-- How affiliates are paid, and what they were paid.

create table payout_settings (
  affiliate_id uuid primary key references affiliates (user_id),
  -- {kind: 'paypal', email} or {kind: 'bank', holder, iban, bic}
  method jsonb not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_residency text not null check (tax_residency ~ '^[A-Z]{2}$'),
  tax_id text,
  threshold_cents integer not null check (threshold_cents >= 5000),
  -- Nothing is paid out before: the details were changed.
  frozen_until timestamptz,
  updated_at timestamptz not null
);

create table payouts (
  id uuid primary key,
  affiliate_id uuid not null references affiliates (user_id),
  -- '2026-11': the month in which the batch is prepared
  period text not null check (period ~ '^\d{4}-\d\d$'),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount integer not null check (amount > 0),
  state text not null default 'prepared'
    check (state in ('prepared', 'approved', 'sending', 'paid', 'failed', 'cancelled')),
  -- As they were when it was prepared.
  method jsonb not null,
  country text not null,
  tax_id text,
  -- The transfer's name at whoever carried it out.
  reference text,
  -- Why it failed or was cancelled.
  reason text,
  prepared_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null))
);
-- The idempotency key of a batch: running it twice prepares nothing twice. One that was cancelled makes room.
create unique index payouts_of_batch on payouts (affiliate_id, period, currency) where state <> 'cancelled';
-- listPayouts
create index payouts_by_affiliate on payouts (affiliate_id, prepared_at desc, id desc);
create index payouts_by_state on payouts (state, prepared_at);

create table payout_lines (
  payout_id uuid not null references payouts (id),
  -- A commission is paid once.
  commission_id uuid not null unique references commissions (id),
  amount integer not null,
  primary key (payout_id, commission_id)
);
