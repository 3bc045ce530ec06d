-- What is to be paid back by ourselves, kept before the provider is asked, so that no crash forgets it.

create table billing_refunds (
  -- Also the provider's idempotency key.
  key text primary key,
  provider text not null,
  invoice_id text not null,
  reason text not null check (reason in ('withdrawal', 'account-deleted')),
  -- The invoice that began the contract withdrawn from; null for other reasons.
  withdrawn_from text,
  -- Minor units; nothing where everything was used.
  cents integer not null check (cents >= 0),
  created_at timestamptz not null,
  -- When the provider had taken it.
  done_at timestamptz,
  foreign key (provider, invoice_id) references billing_invoices (provider, id),
  check ((reason = 'withdrawal') = (withdrawn_from is not null))
);
create index billing_refunds_due on billing_refunds (created_at) where done_at is null;
create index billing_refunds_by_contract on billing_refunds (provider, withdrawn_from) where withdrawn_from is not null;
