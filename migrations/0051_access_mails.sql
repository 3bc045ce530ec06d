-- What collaborators were mailed about their access, and who lost it.

-- Whether their last mail said that the team has no seat for them. Access itself is computed from the seats.
alter table collaborators add column mailed_suspended boolean not null default false;
update collaborators c set mailed_suspended = true
from users o join collaborator_seats s on s.plan = o.plan
where o.id = c.owner_id and s.seats <= (
  select count(*) from collaborators e
  where e.owner_id = c.owner_id and (e.joined_at, e.user_id) < (c.joined_at, c.user_id));

-- Former collaborators, so that a page that was theirs says why it no longer opens.
create table collaboration_endings (
  owner_id uuid not null references users (id),
  user_id uuid not null references users (id),
  cause text not null check (cause in ('removed', 'left')),
  ended_at timestamptz not null,
  primary key (owner_id, user_id)
);
-- deletion of an account
create index collaboration_endings_by_user on collaboration_endings (user_id);
-- maintenance
create index collaboration_endings_by_end on collaboration_endings (ended_at);
