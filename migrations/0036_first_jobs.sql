-- An owner's first job goes ahead of the rotation between kinds of work, three times in a row at most: how often each
-- kind did since the last start in rotation (jobs-turns.ts).
alter table job_kinds add column ahead integer not null default 0;
