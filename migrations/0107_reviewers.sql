-- Reviewers comment, viewers only watch (docs/decisions/0097-reviewers-and-viewers.md). Viewers of earlier releases could
-- comment, so they become reviewers.
alter table collaborators
  drop constraint collaborators_role_check,
  add constraint collaborators_role_check check (role in ('editor', 'suggester', 'reviewer', 'viewer'));
alter table collaboration_invitations
  drop constraint collaboration_invitations_role_check,
  add constraint collaboration_invitations_role_check check (role in ('editor', 'suggester', 'reviewer', 'viewer'));
alter table collaboration_domain_links
  drop constraint collaboration_domain_links_role_check,
  add constraint collaboration_domain_links_role_check check (role in ('editor', 'suggester', 'reviewer', 'viewer'));
update collaborators set role = 'reviewer' where role = 'viewer';
update collaboration_invitations set role = 'reviewer' where role = 'viewer';
update collaboration_domain_links set role = 'reviewer' where role = 'viewer';

-- People with an account decide about captions too, not only guests of a review link.
alter table review_decisions
  -- null for a guest
  add column author_id text,
  -- null for an account
  alter column guest_name drop not null,
  alter column guest_hash drop not null,
  add constraint review_decisions_author_check
    check (num_nulls(author_id, guest_hash) = 1 and (guest_name is null) = (guest_hash is null)),
  -- a person has one decision, the latest
  add constraint review_decisions_project_id_author_id_key unique (project_id, author_id);
-- data export and deletion of an account
create index review_decisions_by_author on review_decisions (author_id) where author_id is not null;
