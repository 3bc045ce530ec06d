-- The credit ledger: double entry. What a user holds is the sum of the entries on their account; `balance` and
-- `held` repeat it so that one guarded UPDATE can decide and lock at once.

create table credit_accounts (
  id bigint generated always as identity primary key,
  -- No cascade: money rows outlive the person.
  user_id uuid unique references users (id),
  -- The other side of every transaction. Entries only: its balance is not kept, so that it is never a hot row.
  system text unique check (system in ('grants', 'usage')),
  balance integer not null default 0,
  held integer not null default 0,
  check ((user_id is null) <> (system is null)),
  constraint credit_accounts_solvent check (balance >= 0 and held >= 0 and held <= balance)
);
insert into credit_accounts (system) values ('grants'), ('usage');

create table credit_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('grant', 'usage')),
  idempotency_key text not null unique,
  -- What it was for: the id of a job, an invoice …
  reference text,
  created_at timestamptz not null default now()
);

create table credit_entries (
  transaction_id bigint not null references credit_transactions (id),
  account_id bigint not null references credit_accounts (id),
  amount integer not null check (amount <> 0),
  -- The user's balance once this entry counted; null on a system account.
  balance_after integer,
  primary key (transaction_id, account_id)
);
create index credit_entries_by_account on credit_entries (account_id, transaction_id);

create table credit_holds (
  idempotency_key text primary key,
  account_id bigint not null references credit_accounts (id),
  amount integer not null check (amount > 0),
  captured integer check (captured between 1 and amount),
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  reference text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'captured') = (captured is not null)),
  check ((state = 'held') = (settled_at is null))
);
create index credit_holds_by_account on credit_holds (account_id) where state = 'held';
create index credit_holds_by_expiry on credit_holds (expires_at) where state = 'held';

-- Checked when the transaction commits: its entries sum to zero, or nothing of it is kept.
create function credit_entries_must_balance() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from credit_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'credit transaction % does not sum to zero', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger credit_entries_balance after insert on credit_entries
  deferrable initially deferred for each row execute function credit_entries_must_balance();

-- An entry is never changed; a mistake is put right by another transaction.
create function credit_entries_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'credit entries are never changed';
end $$;
create trigger credit_entries_final before update or delete on credit_entries
  for each row execute function credit_entries_are_final();
