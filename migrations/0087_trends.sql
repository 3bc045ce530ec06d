-- What happened on a day (UTC), for the operators' overview; counted again until the day is over.
create table trend_days (
  day date not null,
  figure text not null,
  value double precision not null,
  counted_at timestamptz not null,
  primary key (day, figure)
);

-- countSignUps
create index users_by_sign_up on users (created_at);
-- countUploads
create index projects_by_age on projects (created_at);
-- captionedMs
create index transcriptions_done on transcriptions (finished_at) where state = 'done';
-- countExports
create index renders_done on renders (finished_at) where state = 'done';
-- measureJobs
create index jobs_ended on jobs (finished_at) where finished_at is not null;
-- countSentMails
create index outbox_sent on outbox (settled_at) where state = 'sent';
-- paidCents
create index billing_invoices_by_day on billing_invoices (paid_at);
