-- The people: the users record of spec §3 (its credits are the ledger's, see 0003), and what Better Auth keeps
-- about them. The referral fields of §3 come with the affiliate programme.

create table users (
  id uuid primary key,
  display_name text not null default '',
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  photo text,
  plan text not null default 'free' check (plan in ('free', 'basic', 'pro', 'premium', 'enterprise')),
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  download_count integer not null default 0 check (download_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- A way to prove who one is: a password (provider_id 'credential') or an identity provider's account.
create table identities (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index identities_by_user on identities (user_id);

-- One-time secrets sent to an address.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- How often one address asked for one path in its current window.
create table auth_rate_limits (
  key text primary key,
  count integer not null,
  window_started_at timestamptz not null
);
create index auth_rate_limits_by_start on auth_rate_limits (window_started_at);
