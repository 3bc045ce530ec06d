-- People who may only suggest edits.
alter table collaborators
  drop constraint collaborators_role_check,
  add constraint collaborators_role_check check (role in ('editor', 'suggester', 'viewer'));
alter table collaboration_invitations
  drop constraint collaboration_invitations_role_check,
  add constraint collaboration_invitations_role_check check (role in ('editor', 'suggester', 'viewer'));
