-- What affiliates earn. Money rows: integer minor units, nothing cascades, nothing that was paid is edited.

-- What billing told about an invoice of a referred person, in whatever order it came.
create table commission_invoices (
  provider text not null,
  invoice_id text not null,
  referral_id uuid not null references referrals (id),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  product_name text not null,
  -- Paid without tax: the base of the commission.
  net integer not null,
  -- Paid back without tax, in all.
  refunded_net integer not null default 0 check (refunded_net >= 0),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  purchased_at timestamptz not null,
  -- False while only its refund or its dispute was heard of.
  is_paid boolean not null default false,
  primary key (provider, invoice_id)
);
create index commission_invoices_by_referral on commission_invoices (referral_id);

create table commissions (
  id uuid primary key,
  referral_id uuid not null references referrals (id),
  affiliate_id uuid not null,
  -- 'clawback' takes back from the next payout what a refund came too late for; it is negative.
  kind text not null check (kind in ('sale', 'clawback')),
  provider text not null,
  invoice_id text not null,
  -- The sale a clawback belongs to.
  of_sale uuid references commissions (id),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  product_name text not null,
  base integer not null,
  -- The rate as it was then, in basis points.
  bps integer not null check (bps between 0 and 10000),
  amount integer not null,
  -- Taken back before it was paid.
  reversed integer not null default 0,
  state text not null check (state in ('pending', 'hold', 'approved', 'paid', 'refunded', 'rejected')),
  -- Why it is on hold; it is released when none is left.
  holds text[] not null default '{}',
  -- One sentence for the affiliate.
  reason text,
  purchased_at timestamptz not null,
  -- The month it counts in, as in referrals.
  month integer generated always as (
    extract(year from purchased_at at time zone 'UTC')::integer * 12 + extract(month from purchased_at at time zone 'UTC')::integer - 1
  ) stored,
  approves_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'sale' and amount >= 0 and reversed between 0 and amount and of_sale is null)
    or (kind = 'clawback' and amount < 0 and reversed = 0 and of_sale is not null)),
  check ((state = 'hold') = (cardinality(holds) > 0)),
  check ((state = 'paid') = (paid_at is not null))
);
-- One commission for each invoice, however often it is told of.
create unique index commissions_of_invoice on commissions (provider, invoice_id) where kind = 'sale';
create index commissions_by_referral on commissions (referral_id, purchased_at);
-- commissionMonths: an affiliate's money by month and state, read from the index alone
create index commissions_statistics on commissions (affiliate_id, currency, month, state)
  include (kind, amount, reversed);
create index commissions_of_sale on commissions (of_sale) where of_sale is not null;
-- approveDue
create index commissions_to_approve on commissions (approves_at) where state = 'pending';
-- preparePayouts
create index commissions_to_pay on commissions (affiliate_id, currency) where state = 'approved';

-- Everything that was ever taken back, in the month it was.
create table commission_reversals (
  id bigint generated always as identity primary key,
  commission_id uuid not null references commissions (id),
  affiliate_id uuid not null,
  currency text not null,
  amount integer not null check (amount > 0),
  reason text not null,
  created_at timestamptz not null,
  month integer generated always as (
    extract(year from created_at at time zone 'UTC')::integer * 12 + extract(month from created_at at time zone 'UTC')::integer - 1
  ) stored
);
create index commission_reversals_of on commission_reversals (commission_id);
create index commission_reversals_statistics on commission_reversals (affiliate_id, month) include (currency, amount);

create function paid_commissions_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'a paid commission is never changed';
end $$;
create trigger commissions_final before update or delete on commissions
  for each row when (old.state = 'paid') execute function paid_commissions_are_final();
create trigger commission_reversals_final before update or delete on commission_reversals
  for each row execute function paid_commissions_are_final();
