-- Operators manage speech models, and read how fast each engine works here.

alter table operator_actions drop constraint operator_actions_subject_kind_check;
alter table operator_actions add constraint operator_actions_subject_kind_check
  check (subject_kind in ('affiliate', 'application', 'commission', 'payout', 'user', 'payment', 'job', 'model'));

-- Sound that each engine recognised, and how long that took. Both are halved now and then, so that recent runs count more.
create table engine_speeds (
  engine text primary key,
  sound_ms bigint not null check (sound_ms > 0),
  work_ms bigint not null check (work_ms > 0),
  measured_at timestamptz not null
);
