-- Every mail the product has to send. It is written in the transaction that is the reason for it, so that it is sent
-- exactly when that commits, and sent by a job.
create table outbox (
  id uuid primary key,
  -- the same key is sent once; null where each is a mail of its own
  key text unique,
  recipient text not null,
  subject text not null,
  -- what it says; forgotten once sent, since links in it open accounts
  mail jsonb,
  -- 'waiting' has no job: there was no mail server to send it through
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'failed')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((mail is null) = (state = 'sent')),
  check ((settled_at is not null) = (state in ('sent', 'failed')))
);

-- /dev/outbox: the newest; upkeep: what is old enough to forget
create index outbox_by_age on outbox (created_at desc);
