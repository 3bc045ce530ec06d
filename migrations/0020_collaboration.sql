-- People who work on somebody else's videos (product §8), and who spent which credits.

-- How many collaborators each plan has room for, null for as many as agreed on. The product writes what its operator
-- set here when it starts, so that one statement can say what somebody may do.
create table collaborator_seats (
  plan text primary key check (plan in ('free', 'basic', 'pro', 'premium', 'enterprise')),
  seats integer check (seats >= 0)
);
insert into collaborator_seats (plan, seats)
values ('free', 0), ('basic', 0), ('pro', 3), ('premium', 10), ('enterprise', null);

-- Whoever came first keeps their seat: those beyond the seats of the owner's plan are suspended, the latest first.
create table collaborators (
  owner_id uuid not null references users (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('editor', 'viewer')),
  joined_at timestamptz not null,
  primary key (owner_id, user_id),
  constraint collaborators_not_oneself check (owner_id <> user_id)
);
-- sharedWith: whose projects somebody may see
create index collaborators_by_user on collaborators (user_id);
create trigger collaborators_of_the_living before insert on collaborators
  for each row execute function refuse_deleted_user();

create table collaboration_invitations (
  id uuid primary key,
  owner_id uuid not null references users (id),
  email text not null check (email = lower(email)),
  role text not null check (role in ('editor', 'viewer')),
  state text not null default 'pending' check (state in ('pending', 'accepted', 'revoked')),
  accepted_by uuid references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null)),
  check (accepted_by is null or state = 'accepted')
);
-- invite: one open invitation of an owner to an address, also when two requests come at once; and: an owner's list
create unique index collaboration_invitations_open on collaboration_invitations (owner_id, email) where state = 'pending';
-- upkeep and deletion of an account
create index collaboration_invitations_by_email on collaboration_invitations (email);
create index collaboration_invitations_by_end on collaboration_invitations (coalesce(ended_at, expires_at));

-- The links that were mailed for an invitation; each mail has one of its own, and all of them lead to it.
create table collaboration_links (
  -- SHA-256 of what stands in the link, lower-case hexadecimal
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  invitation_id uuid not null references collaboration_invitations (id) on delete cascade,
  created_at timestamptz not null
);
create index collaboration_links_by_invitation on collaboration_links (invitation_id);

-- Who spent the credits; null for the account's own user.
alter table credit_holds add column actor_id uuid references users (id);
alter table credit_transactions add column actor_id uuid references users (id);
