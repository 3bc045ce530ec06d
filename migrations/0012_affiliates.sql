-- The affiliate programme's people (spec §3, affiliates): a row here makes a user an affiliate.
create table affiliates (
  user_id uuid primary key references users (id),
  -- Crockford base 32, always in upper case
  referral_code text not null unique check (referral_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  -- the links of a banned affiliate, and of one whose account was deleted ('closed'), lead nowhere
  state text not null default 'active' check (state in ('active', 'banned', 'closed')),
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Every name an affiliate has or had. A former name goes on leading to them; no row is ever removed, so that no name
-- is given to somebody else.
create table affiliate_usernames (
  username text primary key check (username ~ '^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$'),
  affiliate_id uuid not null references affiliates (user_id),
  -- false for a former name
  is_current boolean not null default true,
  created_at timestamptz not null default now()
);

-- one name at a time; also: an affiliate's names
create unique index affiliate_usernames_current on affiliate_usernames (affiliate_id) where is_current;

-- One visit through an affiliate's link. It says nothing about the visitor.
create table affiliate_clicks (
  id bigint generated always as identity primary key,
  affiliate_id uuid not null references affiliates (user_id),
  clicked_at timestamptz not null
);

-- statistics: an affiliate's clicks by time
create index affiliate_clicks_by_affiliate on affiliate_clicks (affiliate_id, clicked_at);
