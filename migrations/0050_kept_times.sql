-- Captions that keep the times of their file: nothing is recognised or aligned, and nothing is charged.
alter table transcriptions add column keeps_times boolean not null default false;
