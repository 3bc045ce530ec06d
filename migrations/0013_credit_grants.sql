-- Each grant becomes a lot with a source and an end; what ends soonest is spent first. An account may owe credits
-- (`debt`), which only a refund or a dispute brings about: balance = Σ remaining of its lots - debt.

alter table credit_accounts drop constraint credit_accounts_solvent;
alter table credit_accounts add column debt integer not null default 0;
alter table credit_accounts add constraint credit_accounts_solvent
  check (held >= 0 and debt >= 0 and balance >= -debt and (debt = 0 or balance = -debt));

alter table credit_transactions drop constraint credit_transactions_kind_check;
alter table credit_transactions add constraint credit_transactions_kind_check
  check (kind in ('grant', 'usage', 'expiry', 'refund', 'adjustment'));
-- One line for the person: 'Captions for talk.mp4, 24 s'.
alter table credit_transactions add column reason text;
alter table credit_holds add column reason text;

create table credit_lots (
  transaction_id bigint primary key references credit_transactions (id),
  account_id bigint not null references credit_accounts (id),
  source text not null check (source in ('start', 'subscription', 'pack', 'adjustment')),
  granted integer not null check (granted > 0),
  remaining integer not null check (remaining between 0 and granted),
  expired integer not null default 0 check (expired >= 0),
  revoked integer not null default 0 check (revoked >= 0),
  expires_at timestamptz,
  -- When its owner was told that it ends soon.
  warned_at timestamptz,
  created_at timestamptz not null default now(),
  check (expired + revoked <= granted)
);
-- consumeLots: an account's lots in the order they are spent
create index credit_lots_to_spend on credit_lots (account_id, expires_at, transaction_id) where remaining > 0;
-- expireEverywhere: lots whose time is over
create index credit_lots_by_expiry on credit_lots (expires_at) where remaining > 0 and expires_at is not null;

-- What was granted before lots were kept: none of it ends, and the oldest was spent first.
insert into credit_lots (transaction_id, account_id, source, granted, remaining, created_at)
select id, account_id, source, amount, least(amount, greatest(0, running - spent)), created_at
from (
  select t.id, e.account_id, e.amount, t.created_at,
    case when t.idempotency_key like 'grant:start:%' then 'start' else 'adjustment' end as source,
    sum(e.amount) over (partition by e.account_id order by t.id) as running,
    sum(e.amount) over (partition by e.account_id) - a.balance as spent
  from credit_transactions t
  join credit_entries e on e.transaction_id = t.id
  join credit_accounts a on a.id = e.account_id
  where t.kind = 'grant' and a.user_id is not null and e.amount > 0
) grants;

update credit_transactions set reason = 'Starting credits' where idempotency_key like 'grant:start:%';

-- What the nightly audit found; all zero in a sound ledger.
create table credit_audits (
  at timestamptz primary key,
  drift integer not null check (drift >= 0),
  findings jsonb not null
);
