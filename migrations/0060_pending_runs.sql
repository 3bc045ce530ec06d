-- A run may be asked for while its video is uploaded or checked: it is pending until the length, and so its price, is
-- measured. Until then it has neither job nor credits.
alter table transcriptions
  alter column job_id drop not null,
  -- who asked for it and the look of its captions, for the job
  add column pending jsonb,
  drop constraint transcriptions_state_check,
  add constraint transcriptions_state_check
    check (state in ('pending', 'queued', 'running', 'done', 'failed', 'cancelled')),
  add constraint transcriptions_pending_check check ((pending is not null) = (state = 'pending')),
  add constraint transcriptions_job_check check (job_id is not null or state in ('pending', 'failed', 'cancelled'));
