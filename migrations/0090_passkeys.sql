-- Passkeys of accounts, in the columns of Better Auth's passkey plugin (docs/decisions/0084).

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null check (counter >= 0),
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- The passkey that opened or confirmed the session.
alter table sessions add column passkey_id uuid references passkeys (id) on delete set null;
create index sessions_by_passkey on sessions (passkey_id) where passkey_id is not null;
