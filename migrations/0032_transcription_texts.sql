-- The text of a run stands outside its row, in pieces, until the run ends
-- (docs/decisions/0025-large-bodies.md).

create table transcription_texts (
  transcription_id uuid not null references transcriptions (id) on delete cascade,
  -- counts from 0
  place integer not null check (place >= 0),
  -- of all pieces together: UTF-8, where it is long compressed by zstd, which begins with 28b52ffd
  bytes bytea not null check (octet_length(bytes) > 0),
  primary key (transcription_id, place)
);
-- It is compressed already.
alter table transcription_texts alter column bytes set storage external;

insert into transcription_texts (transcription_id, place, bytes)
select id, 0, convert_to(source ->> 'text', 'UTF8') from transcriptions
where finished_at is null and source ->> 'text' <> '';

-- How the words are found: heard, or the creator's own.
alter table transcriptions add column source_kind text check (source_kind in ('speech', 'script', 'subtitles'));
update transcriptions set source_kind = source ->> 'kind';
alter table transcriptions alter column source_kind set not null, drop column source;
