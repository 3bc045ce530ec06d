-- How much of the creator's own words was found in the sound, when it is too little to charge for: their text stays
-- until the next run, so that the creator can use it anyway.
alter table transcriptions
  add column fit jsonb,
  add column any_fit boolean not null default false;
