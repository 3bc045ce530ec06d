-- A link with which everybody who has a confirmed address at a mail domain joins an owner's team; one an owner.
create table collaboration_domain_links (
  owner_id uuid primary key references users (id),
  domain text not null check (domain = lower(domain)),
  role text not null check (role in ('editor', 'suggester', 'viewer')),
  -- SHA-256 of the token in the link, lower-case hexadecimal
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);
