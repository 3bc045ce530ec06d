-- Comments on captions, and links for a review without an account (docs/decisions/0042-comments-and-review-links.md).

create table review_links (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- SHA-256 of the token in the link, lower-case hexadecimal
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- null for a link without a password
  password_hash text,
  created_at timestamptz not null,
  -- null for a link that does not expire
  expires_at timestamptz,
  revoked_at timestamptz
);
-- the list of a project's links
create index review_links_by_project on review_links (project_id, created_at);

create table review_threads (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- the commented words, by their ids in the caption document; they may have been deleted since
  first_word_id text not null,
  last_word_id text not null,
  -- the word beside the last one of them that was deleted; null until then
  near_word_id text,
  -- the words as they were
  quote text not null check (length(quote) between 1 and 300),
  created_at timestamptz not null,
  resolved_at timestamptz
);
-- pages of threads, newest first, and the words that an edit removes
create index review_threads_by_project on review_threads (project_id, created_at, id);

create table review_comments (
  id uuid primary key,
  thread_id uuid not null references review_threads (id) on delete cascade,
  -- null for a guest and for a deleted account
  author_id text,
  -- the name that a guest gave; null for an account
  guest_name text check (length(guest_name) between 1 and 60),
  -- SHA-256 of a key in the guest's browser, which may edit and delete the comment
  guest_hash text,
  -- empty for a deleted comment with answers
  body text not null check (length(body) <= 5000),
  mentions text[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  check ((deleted_at is null) = (body <> ''))
);
create index review_comments_by_thread on review_comments (thread_id, created_at, id);
-- data export and deletion of an account
create index review_comments_by_author on review_comments (author_id) where author_id is not null;

create table review_decisions (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  guest_name text not null check (length(guest_name) between 1 and 60),
  guest_hash text not null,
  decision text not null check (decision in ('approved', 'changes')),
  -- the revision of the captions that the guest saw
  revision integer not null,
  created_at timestamptz not null,
  -- a guest has one decision, the latest
  unique (project_id, guest_hash)
);
