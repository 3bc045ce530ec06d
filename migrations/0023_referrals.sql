-- The affiliate programme: who applies, and payouts that are corrected before they are approved.

-- What somebody told when they applied. Whoever is let in has a row in `affiliates`; nobody else is an affiliate.
create table affiliate_applications (
  user_id uuid primary key references users (id),
  username text not null check (username ~ '^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$'),
  -- Where they will share their link, in their words.
  channel text not null check (length(channel) between 1 and 200),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- The day of the terms they accepted, and when they did.
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  state text not null check (state in ('applied', 'approved', 'rejected')),
  -- Who decided: an operator, or 'automatic'.
  decided_by text,
  decided_at timestamptz,
  -- Why they were not let in, for them to read.
  reason text,
  created_at timestamptz not null,
  check ((state = 'applied') = (decided_at is null)),
  check ((state = 'rejected') = (reason is not null))
);
-- A name that somebody asked for waits for them; also: those who wait.
create unique index affiliate_applications_names on affiliate_applications (username) where state = 'applied';

-- A refund or a dispute of something in a payout that was prepared and not yet approved: what its line was, and is now
-- (0: it left the payout).
create table payout_corrections (
  id bigint generated always as identity primary key,
  payout_id uuid not null references payouts (id),
  commission_id uuid not null references commissions (id),
  was integer not null,
  now integer not null,
  reason text not null,
  corrected_at timestamptz not null
);
create index payout_corrections_of on payout_corrections (payout_id);

-- What an affiliate's commissions of a month come to in each state. The rows of truth are the commissions: this is
-- their sum, kept by the database itself in the transaction of every entry, because a dashboard of hundreds of
-- thousands of entries cannot add them up each time.
create table commission_sums (
  affiliate_id uuid not null,
  currency text not null,
  month integer not null,
  state text not null,
  -- Sold in the month, before anything was taken back.
  sales bigint not null,
  -- What is left, clawbacks included.
  net bigint not null,
  primary key (affiliate_id, currency, month, state)
) with (fillfactor = 50);

insert into commission_sums
select affiliate_id, currency, month, state, sum(greatest(amount, 0)), sum(amount - reversed)
from commissions group by 1, 2, 3, 4;

-- One statement, in one order of the sums: two that change the same ones wait for each other and never in a circle.
create function sum_commissions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, sum(greatest(amount, 0)), sum(amount - reversed)
    from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  elsif tg_op = 'UPDATE' then
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, sum(sales), sum(net) from (
      select affiliate_id, currency, month, state, greatest(amount, 0) as sales, amount - reversed as net from new_rows
      union all
      select affiliate_id, currency, month, state, -greatest(amount, 0), reversed - amount from old_rows
    ) changes group by 1, 2, 3, 4 having sum(sales) <> 0 or sum(net) <> 0 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  else
    insert into commission_sums as kept
    select affiliate_id, currency, month, state, -sum(greatest(amount, 0)), -sum(amount - reversed)
    from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (affiliate_id, currency, month, state)
    do update set sales = kept.sales + excluded.sales, net = kept.net + excluded.net;
  end if;
  return null;
end $$;
create trigger commissions_summed_insert after insert on commissions
  referencing new table as new_rows for each statement execute function sum_commissions();
create trigger commissions_summed_update after update on commissions
  referencing old table as old_rows new table as new_rows for each statement execute function sum_commissions();
create trigger commissions_summed_delete after delete on commissions
  referencing old table as old_rows for each statement execute function sum_commissions();

-- The sums above took this one's place.
drop index commissions_statistics;
-- lastCommissionOf, everyCommission: an affiliate's commissions by time
create index commissions_by_affiliate on commissions (affiliate_id, purchased_at desc, id);
drop index commissions_by_time;
