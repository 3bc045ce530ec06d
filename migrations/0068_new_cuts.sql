-- The earlier cut of the same video, whose captions the run carries over to the new one
-- (docs/decisions/0070-new-cuts.md). Null for a video of its own, and once the earlier one is deleted.
alter table transcriptions add column cut_of uuid references projects (id) on delete set null;
create index transcriptions_by_earlier_cut on transcriptions (cut_of) where cut_of is not null;
