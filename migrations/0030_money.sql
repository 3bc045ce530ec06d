-- Refunds that change, account credit, and the order of credit entries (docs/decisions/0018-refunds-and-credit.md).

-- The order in which an account's entries happened: assigned under the account's lock, unlike the id of the
-- transaction, which is taken before the lock.
alter table credit_entries add column seq bigint;
alter table credit_entries disable trigger credit_entries_final;

-- Existing entries. Each balance was written under the lock, so every entry leads from one balance to the next, and
-- together they are one walk that starts at 0: Hierholzer's algorithm finds it, the lowest transaction first.
create function pg_temp.order_entries(account bigint) returns void language plpgsql as $$
declare
  balances integer[] := array[0];
  taken bigint[] := array[]::bigint[];
  place bigint := (select count(*) from credit_entries where account_id = account);
  step record;
begin
  create temp table left_entries as
    select transaction_id, balance_after - amount as was, balance_after as now
    from credit_entries where account_id = account;
  create index on left_entries (was, transaction_id);
  loop
    select * into step from left_entries where was = balances[cardinality(balances)] order by transaction_id limit 1;
    if found then
      delete from left_entries where transaction_id = step.transaction_id;
      balances := balances || step.now;
      taken := taken || step.transaction_id;
    else
      exit when cardinality(taken) = 0;
      update credit_entries set seq = place
      where account_id = account and transaction_id = taken[cardinality(taken)];
      place := place - 1;
      taken := taken[1:cardinality(taken) - 1];
      balances := balances[1:cardinality(balances) - 1];
    end if;
  end loop;
  -- Entries that no walk reaches were not written by the ledger; they come first, by their transactions.
  update credit_entries e set seq = numbered.place
  from (select transaction_id, row_number() over (order by transaction_id) as place from left_entries) numbered
  where e.account_id = account and e.transaction_id = numbered.transaction_id;
  drop table left_entries;
end $$;

update credit_entries e set seq = numbered.place
from (select transaction_id, account_id, row_number() over (partition by account_id order by transaction_id) as place
  from credit_entries) numbered
where numbered.transaction_id = e.transaction_id and numbered.account_id = e.account_id;

do $$
declare
  found_account record;
begin
  for found_account in
    select distinct account_id from (
      select account_id, amount, balance_after,
        lag(balance_after, 1, 0) over (partition by account_id order by seq) as before
      from credit_entries where balance_after is not null) chained
    where balance_after <> before + amount
  loop
    perform pg_temp.order_entries(found_account.account_id);
  end loop;
end $$;
drop function pg_temp.order_entries(bigint);

alter table credit_entries enable trigger credit_entries_final;
alter table credit_entries alter column seq set not null;
alter table credit_entries alter column seq add generated always as identity;
select setval(pg_get_serial_sequence('credit_entries', 'seq'), (select coalesce(max(seq), 0) + 1 from credit_entries), false);
-- readHistory: an account's entries as they happened
create unique index credit_entries_in_order on credit_entries (account_id, seq);
drop index credit_entries_by_account;

-- What of an invoice was paid with account credit, and what a change of plan left over and became account credit; in
-- minor units; used below zero is what was owed of it and collected. `revision` counts how often its refunds or its dispute changed.
alter table billing_invoices add column credit_used integer not null default 0;
alter table billing_invoices add column credit_added integer not null default 0 check (credit_added >= 0);
alter table billing_invoices add column revision integer not null default 0 check (revision >= 0);

-- Account credit at the provider, in minor units (below zero it is owed), and when the plan ends by time alone; null while nothing is planned.
alter table billing_customers add column credit integer not null default 0;
alter table billing_customers add column plan_until timestamptz;
-- A plan that outlived its refund: the provider is asked about it at once.
update billing_customers c set plan_until = now() where exists (
  select 1 from billing_invoices i
  join billing_subscriptions s on s.provider = i.provider and s.id = i.subscription_id and s.state <> 'ended'
  where i.provider = c.provider and i.customer_id = c.id
    and (i.dispute = 'lost' or (i.amount_paid > 0 and i.refunded >= i.amount_paid)));

-- 'taken-back': nothing is owed; the subscription ends because all of its last payment was taken back.
alter table billing_refunds drop constraint billing_refunds_reason_check;
alter table billing_refunds add constraint billing_refunds_reason_check
  check (reason in ('withdrawal', 'account-deleted', 'operator', 'taken-back'));
-- Account credit that the same decision takes (negative) or gives, in minor units.
alter table billing_refunds add column credit integer not null default 0;

-- Which word on an invoice's refunds and on its dispute is the latest one, as billing counts them.
alter table commission_invoices add column refund_revision integer not null default 0;
alter table commission_invoices add column dispute_revision integer not null default 0;

-- A refund that failed gives back what it took: reversals and clawbacks may be of either sign.
alter table commission_reversals drop constraint commission_reversals_amount_check;
alter table commission_reversals add constraint commission_reversals_amount_check check (amount <> 0);
alter table commissions drop constraint commissions_check;
alter table commissions add constraint commissions_check
  check ((kind = 'sale' and amount >= 0 and reversed between 0 and amount and of_sale is null)
    or (kind = 'clawback' and amount <> 0 and reversed = 0 and of_sale is not null));

-- Only a sale counts as sold: a clawback that is given back is none.
create or replace function sum_commissions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, sum(case when kind = 'sale' then amount else 0 end),
      sum(amount - reversed)
    from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  elsif tg_op = 'UPDATE' then
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, sum(sales), sum(net) from (
      select affiliate_id, currency, month, state, case when kind = 'sale' then amount else 0 end as sales,
        amount - reversed as net from new_rows
      union all
      select affiliate_id, currency, month, state, case when kind = 'sale' then -amount else 0 end,
        reversed - amount from old_rows
    ) changes group by 1, 2, 3, 4 having sum(sales) <> 0 or sum(net) <> 0 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  else
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, -sum(case when kind = 'sale' then amount else 0 end),
      -sum(amount - reversed)
    from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  end if;
  return null;
end $$;
