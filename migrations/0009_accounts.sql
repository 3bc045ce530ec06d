-- Password resets, confirmed addresses, sessions that are listed, and accounts that are deleted.

-- The row of a deleted account stays, emptied, because money rows point at it (see credit_accounts).
alter table users add column deleted_at timestamptz;

-- confirmed_at: when the person last proved who they are, by logging in or by the password asked again.
alter table sessions
  add column confirmed_at timestamptz not null default now(),
  add column last_seen_at timestamptz not null default now();

-- What a link in a mail carries. Only the hash of the secret is kept, and a row is gone once it was used.
create table account_tokens (
  -- SHA-256 of the secret, lower-case hexadecimal
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email')),
  user_id uuid not null references users (id) on delete cascade,
  -- The address it was sent to; for change_email the one to change to.
  email text not null check (email = lower(email)),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index account_tokens_by_user on account_tokens (user_id, purpose);
create index account_tokens_by_expiry on account_tokens (expires_at);

alter table users add constraint users_tombstone
  check (deleted_at is null or (email = 'deleted-' || id || '@deleted.invalid' and display_name = '' and photo is null));

-- Somebody may be logging in while their account is deleted: the lock makes one wait for the other, and whoever
-- comes second finds the account gone.
create function refuse_deleted_user() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'user % is deleted', new.user_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger sessions_of_the_living before insert on sessions
  for each row execute function refuse_deleted_user();
create trigger identities_of_the_living before insert on identities
  for each row execute function refuse_deleted_user();
create trigger account_tokens_of_the_living before insert on account_tokens
  for each row execute function refuse_deleted_user();
