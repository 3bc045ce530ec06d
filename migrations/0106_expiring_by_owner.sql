-- listExpiringOwners: owners of videos that expire, in batches
create index projects_expiring_by_owner on projects (owner_id) where expires_at is not null;
