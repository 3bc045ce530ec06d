-- The last heartbeat of the attempt that runs now: what is known of its working time if its worker is killed.
-- No index has it, so that a heartbeat writes one row and no index.
alter table jobs add column attempt_alive_at timestamptz;
