-- listJobs: those of one kind that are done or failed, the latest first
create index jobs_by_kind on jobs (name, state, finished_at desc, id desc) where finished_at is not null;

-- listPayments: the newest of everybody; paidCents: those of a day
create index billing_invoices_newest on billing_invoices (paid_at desc, id desc);
drop index billing_invoices_by_day;
create index billing_invoices_refunded on billing_invoices (paid_at desc, id desc) where refunded > 0;
create index billing_invoices_disputed on billing_invoices (paid_at desc, id desc) where dispute <> 'none';

-- listBatches: sums of the index alone
create index payouts_by_batch on payouts (period desc, currency, state) include (amount);
-- countUnsentMails
create index outbox_unsent on outbox (state) where state in ('waiting', 'queued', 'failed');

-- The erasure of an account: its invitations, looks, and mentions in comments
create index collaboration_invitations_by_owner on collaboration_invitations (owner_id);
create index collaboration_invitations_accepted on collaboration_invitations (accepted_by) where accepted_by is not null;
create index own_looks_by_owner on own_looks (owner_id);
create index review_comments_by_mention on review_comments using gin (mentions);
