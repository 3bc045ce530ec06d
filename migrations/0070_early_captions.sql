-- Captions may be made of the sound that arrived before the video: their picture is then as the browser announced it.
alter table early_sounds add column picture jsonb;

-- Such captions exist before their run has ended.
alter table transcriptions add column has_early_captions boolean not null default false;
