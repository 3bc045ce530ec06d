-- Title and closing card of the brand kit (docs/decisions/0061-following-the-kit.md).
alter table brand_kits
  -- look, length and text of titles; null to leave them to each video
  add column title jsonb,
  -- the closing card; null for none
  add column closing jsonb;
