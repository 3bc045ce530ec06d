-- Joins from columns that hold the id of an account as text, as those of comments, decisions and versions do.
create index users_by_text_id on users ((id::text));
