-- The template that an export was ordered with (format wordpop-template/1), kept until the export ends: one that waits
-- through a deploy draws what was ordered. Null for exports queued by an older release, which draw the version that
-- their captions name.
alter table renders add column template jsonb;
