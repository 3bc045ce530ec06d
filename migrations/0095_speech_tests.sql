-- The last test of speech recognition by each operator: one file, one engine (docs/decisions/0087-speech-for-operators.md).
create table speech_tests (
  -- one at a time
  operator_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  engine text not null check (length(engine) <= 100),
  engine_label text not null,
  language text not null check (length(language) <= 20),
  file_name text not null check (length(file_name) <= 200),
  -- null until the job has ended well
  result jsonb,
  created_at timestamptz not null
);
-- deleteOldTests
create index speech_tests_by_age on speech_tests (created_at);
