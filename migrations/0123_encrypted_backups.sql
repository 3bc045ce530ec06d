-- The operators' overview says whether the last backup is encrypted.
-- null for a backup made before this was recorded
alter table site_backups add column is_encrypted boolean;
