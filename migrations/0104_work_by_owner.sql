-- How long the jobs of a user ran, on the operator's page about them.
create index jobs_worked on jobs (owner_id) include (started_at, finished_at) where finished_at is not null;
