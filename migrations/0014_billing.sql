-- Payments: who pays through which provider, what they subscribed to and paid, and what was told to other features.
-- Nothing cascades: money rows outlive the person.

create table billing_customers (
  provider text not null check (provider in ('stripe', 'test')),
  -- The provider's id.
  id text not null,
  user_id uuid not null references users (id),
  -- The plan that billing last gave; null when it never gave one, so that an operator's word is not overwritten.
  plan text check (plan in ('free', 'basic', 'pro', 'premium', 'enterprise')),
  payment_method text,
  -- SHA-256 of the provider's state that was last carried over.
  state_hash text not null default '',
  -- Grows whenever that state changed: who read it before someone else carried over a newer one reads again.
  version bigint not null default 0,
  -- When the provider was last asked about them.
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (provider, id),
  unique (provider, user_id)
);

create table billing_checkouts (
  id uuid primary key,
  provider text not null,
  customer_id text not null,
  user_id uuid not null references users (id),
  item jsonb not null,
  cents integer not null check (cents >= 0),
  -- The provider's id of the checkout page; null until it answered.
  session_id text,
  state text not null default 'open' check (state in ('open', 'done', 'dropped')),
  created_at timestamptz not null,
  foreign key (provider, customer_id) references billing_customers (provider, id)
);
create index billing_checkouts_open on billing_checkouts (user_id) where state = 'open';

create table billing_subscriptions (
  provider text not null,
  id text not null,
  customer_id text not null,
  user_id uuid not null references users (id),
  plan text not null,
  interval text not null check (interval in ('month', 'year')),
  state text not null check (state in ('active', 'past_due', 'ended')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- What it becomes at the end of the period; null when it stays.
  next jsonb,
  created_at timestamptz not null,
  reminded_for timestamptz,
  primary key (provider, id),
  foreign key (provider, customer_id) references billing_customers (provider, id)
);
create index billing_subscriptions_by_user on billing_subscriptions (user_id, created_at desc);

create table billing_invoices (
  provider text not null,
  id text not null,
  customer_id text not null,
  user_id uuid not null references users (id),
  subscription_id text,
  checkout_id uuid,
  item jsonb not null,
  reason text not null check (reason in ('first', 'renewal', 'change', 'pack')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Integer minor units. `net` is what was paid without tax: the base of commissions.
  amount_paid integer not null check (amount_paid >= 0),
  tax integer not null check (tax >= 0),
  net integer not null check (net >= 0),
  refunded integer not null default 0 check (refunded >= 0),
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  paid_at timestamptz not null,
  -- What the provider shows and lets download.
  url text,
  -- Credits for each month it paid for, how many months, and how many of them are granted.
  credits_each integer not null check (credits_each >= 0),
  months integer not null check (months >= 0),
  granted_months integer not null default 0 check (granted_months <= months),
  primary key (provider, id),
  foreign key (provider, customer_id) references billing_customers (provider, id)
);
create index billing_invoices_by_user on billing_invoices (user_id, paid_at desc, id desc);
create index billing_invoices_by_subscription on billing_invoices (provider, subscription_id);
-- grantDueMonths: years whose next month of credits may have come
create index billing_invoices_to_grant on billing_invoices (period_start) where granted_months < months;

-- What a provider told us, once.
create table billing_provider_events (
  provider text not null,
  id text not null,
  type text not null,
  customer_id text,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- What billing told other features, in the transaction that did it.
create table billing_events (
  id bigint generated always as identity primary key,
  -- One of each kind for each invoice and amount.
  key text not null unique,
  type text not null check (type in ('billing.purchase-completed', 'billing.refunded', 'billing.disputed')),
  user_id uuid not null references users (id),
  payload jsonb not null,
  created_at timestamptz not null
);

-- The whole memory of the built-in test checkout: no money moves there.
create table billing_test_customers (
  id text primary key,
  state jsonb not null
);
