-- Which card paid: the SHA-256 of the provider's fingerprint of it, null where the provider gives none. It is only
-- compared with others, to notice an affiliate who pays for their own customers.
alter table billing_invoices add column card text check (card ~ '^[0-9a-f]{64}$');
-- payersWith
create index billing_invoices_by_card on billing_invoices (card) where card is not null;
