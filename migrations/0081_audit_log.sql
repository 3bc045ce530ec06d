-- The action log as sentences: whom an action concerns, reads of personal data, and pages by time (docs/decisions/0077).
alter table operator_actions
  -- the account whose person it concerns; no reference, since the log outlives accounts
  add column person_id uuid,
  -- only of a read: the hour for which this is the one entry
  add column read_hour timestamptz;

-- Fills the new column of earlier entries; nothing that was recorded changes.
alter table operator_actions disable trigger operator_actions_final;
update operator_actions set person_id = subject_id::uuid
  where subject_kind in ('user', 'affiliate', 'application')
    and subject_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
update operator_actions a set person_id = i.user_id from billing_invoices i
  where a.subject_kind = 'payment' and i.id = a.subject_id;
update operator_actions a set person_id = c.affiliate_id from commissions c
  where a.subject_kind = 'commission' and c.id::text = a.subject_id;
update operator_actions a set person_id = p.affiliate_id from payouts p
  where a.subject_kind = 'payout' and p.id::text = a.subject_id;
update operator_actions a set person_id = c.owner_id from abuse_cases c
  where a.subject_kind = 'report' and c.id::text = a.subject_id;
alter table operator_actions enable trigger operator_actions_final;

-- recordRead: one entry an hour
create unique index operator_actions_reads on operator_actions (operator_id, action, subject_id, read_hour)
  where read_hour is not null;
-- findPersons: an address of an account, also of an erased one
create index operator_actions_by_address on operator_actions (about, person_id) where subject_kind = 'user';

-- listActions: by time, of one subject, person, operator or action
drop index operator_actions_about;
drop index operator_actions_by_operator;
drop index operator_actions_by_action;
create index operator_actions_by_subject on operator_actions (subject_id, at desc, id desc);
create index operator_actions_by_person on operator_actions (person_id, at desc, id desc);
create index operator_actions_by_operator on operator_actions (operator_email, at desc, id desc);
create index operator_actions_by_action on operator_actions (action, at desc, id desc);
