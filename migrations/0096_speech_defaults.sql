-- The engine that operators chose for a language, instead of the best one (docs/decisions/0087-speech-for-operators.md).
create table speech_defaults (
  -- an ISO 639 code, or auto
  language text primary key check (length(language) between 2 and 20),
  engine text not null check (length(engine) between 1 and 100),
  set_at timestamptz not null
);
