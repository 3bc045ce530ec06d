-- Each payout's statement has a number of its own, its issuer and a note about tax, as they were when it was prepared.
-- Earlier statements get a number; their issuer and note are unknown.
alter table payouts
  add column statement_number bigint generated always as identity,
  add column issuer text,
  add column tax_note text;
create unique index payouts_statement_number on payouts (statement_number);
