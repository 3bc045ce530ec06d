-- The second factor of accounts, in the columns of Better Auth's two-factor plugin (docs/decisions/0008).

alter table users add column two_factor_enabled boolean not null default false;

create table second_factors (
  id uuid primary key,
  user_id uuid not null unique references users (id) on delete cascade,
  -- Both encrypted with the secret of the sessions.
  secret text not null,
  backup_codes text not null,
  -- False until the first code was right.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  codes_left integer not null default 10 check (codes_left >= 0),
  created_at timestamptz not null default now()
);

-- forgetDevices: trusted devices and waiting log-ins of a user
create index verifications_by_value on verifications using hash (value);
