-- Who came through whose link (spec §3, referrals). One row holds all that the specification keeps in four places:
-- the fields of the user, referral_info/details, the referrals record and the counters are read from it.

-- A visit is named at the sign-up, so that our clock and not the visitor's says how long ago it was.
alter table affiliate_clicks add column token uuid not null unique default gen_random_uuid();

create table referrals (
  id uuid primary key,
  -- One referral for each person, for ever: a later link moves nobody.
  user_id uuid not null unique references users (id),
  -- As it was at the sign-up; no reference, so that a referral outlives its affiliate.
  affiliate_id uuid not null,
  referral_code text not null,
  referral_username text not null,
  status text not null default 'pending' check (status in ('pending', 'converted')),
  user_type text not null default 'free' check (user_type in ('free', 'paid')),
  clicked_at timestamptz,
  created_at timestamptz not null,
  -- From when on it counts in the statistics: the address was confirmed, or something was bought.
  counted_at timestamptz,
  conversion_date timestamptz,
  -- Why commissions begin on hold: 'same_network'
  hold_reason text,
  -- A first commission was a fraud: later ones are rejected at once.
  is_fraud boolean not null default false,
  updated_at timestamptz not null,
  -- Months as year * 12 + month, January being 0, in UTC: statistics group by them without a calendar.
  created_month integer generated always as (
    extract(year from created_at at time zone 'UTC')::integer * 12 + extract(month from created_at at time zone 'UTC')::integer - 1
  ) stored,
  conversion_month integer generated always as (
    extract(year from conversion_date at time zone 'UTC')::integer * 12 + extract(month from conversion_date at time zone 'UTC')::integer - 1
  ) stored,
  check ((status = 'converted') = (conversion_date is not null))
);

-- referralPage, recentReferrals: an affiliate's referrals, newest first
create index referrals_by_affiliate on referrals (affiliate_id, created_at desc, id desc) where counted_at is not null;
-- referralMonths: read from the index alone
create index referrals_statistics on referrals (affiliate_id, created_month, user_type, conversion_month)
  where counted_at is not null;

-- When an affiliate was told of their first referral.
alter table affiliates add column first_referral_told_at timestamptz;

-- An attempt that was not attributed, for whoever asks why.
create table referral_refusals (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  affiliate_id uuid not null,
  reason text not null check (reason in ('self_referral')),
  created_at timestamptz not null
);

-- Whichever way an address is confirmed, the referral counts from then on.
create function count_referral() returns trigger language plpgsql as $$
begin
  update referrals set counted_at = new.updated_at, updated_at = new.updated_at
  where user_id = new.id and counted_at is null;
  return null;
end $$;
create trigger users_confirmed after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified) execute function count_referral();
