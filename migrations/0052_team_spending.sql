-- What an owner lets each collaborator spend, and what people did last.

-- Credits of the owner that the person may spend in a calendar month (UTC); null for no limit.
alter table collaborators add column monthly_credits integer check (monthly_credits >= 0);

-- Who asked for the captions.
alter table transcriptions add column started_by text;
update transcriptions t set started_by = h.actor_id::text
from credit_holds h where h.reference = t.id::text and h.actor_id is not null;

-- the team's page: the last edits of a person
create index caption_batches_by_author on caption_batches (author_id, created_at desc) where author_id is not null;
