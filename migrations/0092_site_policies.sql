-- The texts of the site that operators write themselves: each version whole, the newest counts (docs/decisions/0085).
create table site_policies (
  policy text not null check (policy in ('terms', 'privacy', 'refund', 'imprint')),
  version integer not null check (version > 0),
  -- False for the built-in text: as it read when an operator replaced it or chose it again. The page follows the product.
  is_own boolean not null,
  -- Null where the imprint was removed.
  markdown text check (length(markdown) between 1 and 60000),
  -- As it was then: an account that is deleted still did what it did.
  operator_email text not null,
  reason text not null,
  at timestamptz not null,
  primary key (policy, version),
  check (markdown is not null or not is_own)
);

-- Mails about a version, to every active user once.
create table site_policy_notices (
  policy text not null,
  version integer not null,
  summary text not null check (length(summary) between 1 and 500),
  state text not null check (state in ('running', 'done', 'stopped')),
  -- The last user who was mailed: the next batch begins behind them.
  last_user_id uuid,
  mailed integer not null default 0,
  primary key (policy, version),
  foreign key (policy, version) references site_policies (policy, version)
);
