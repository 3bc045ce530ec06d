-- Why a mail could not be sent, for the operators' page of mails.
alter table outbox add column problem text;

-- listFailedMails
create index outbox_failed on outbox (settled_at desc, id desc) where state = 'failed';
-- newestTestMail
create index outbox_tests on outbox (created_at desc) where key like 'mail-test:%';

-- When operators get an alert, and where it goes; at most one row.
create table alert_rules (
  only_one boolean primary key default true check (only_one),
  rules jsonb not null
);

-- The problems of which operators know, until they end.
create table alerts (
  kind text primary key,
  detail text not null,
  since timestamptz not null,
  notified_at timestamptz not null
);
