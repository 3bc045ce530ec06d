-- Addresses whose mails came back, or whose owners complained (docs/decisions/0092-bounces-and-complaints.md).
create table mail_suppressions (
  id uuid primary key,
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  kind text not null check (kind in ('bounce', 'complaint')),
  -- a sentence
  reason text not null check (length(reason) between 3 and 300),
  -- bounces and complaints so far
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  search_keys text[] generated always as (search_pieces(search_text(address, reason), 1)) stored
);
-- findSuppression: for each mail that is sent; one row an address
create unique index mail_suppressions_address on mail_suppressions (address);
-- listSuppressions, dropOldSuppressions: the newest first, and by a part of the text; written rarely
create index mail_suppressions_newest on mail_suppressions (last_at desc, id desc);
create index mail_suppressions_by_piece on mail_suppressions using gin (search_keys) with (fastupdate = off);

-- 'withheld': not sent, because mails to its address are stopped
alter table outbox
  drop constraint outbox_state_check,
  drop constraint outbox_check,
  drop constraint outbox_check1,
  add constraint outbox_state_check check (state in ('waiting', 'queued', 'sent', 'failed', 'withheld')),
  add constraint outbox_mail_check check ((mail is null) = (state in ('sent', 'withheld'))),
  add constraint outbox_settled_check check ((settled_at is not null) = (state in ('sent', 'failed', 'withheld'))),
  -- when a bounce or a complaint about it arrived: another one changes nothing
  add column reported_at timestamptz;
