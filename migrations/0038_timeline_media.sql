-- The waveform is read by ranges (peaks.bin), and changes of shot are found while a video is prepared (shots.json).

-- The release of a video's derivatives: 1 has peaks.json, 2 has peaks.bin and shots.json, or a job was queued to make
-- them.
alter table projects add column derivatives smallint not null default 1 check (derivatives in (1, 2));
alter table projects alter column derivatives set default 2;

-- peaks.json is listed by its name alone until that job removes it; null: an earlier release recorded no size.
update projects
set assets = array_remove(assets, 'peaks'), asset_bytes = '{"peaks.json": null}'::jsonb || asset_bytes
where 'peaks' = any (assets);

-- queueUpgrades: the newest first
create index projects_to_upgrade on projects (created_at) where derivatives < 2;
