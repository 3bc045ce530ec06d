-- OpenID Connect providers with which organisations let the addresses of their domains sign in
-- (docs/decisions/0093-sign-in-by-domain.md).
create table domain_providers (
  -- the last part of its redirect address: its first domain when it was added
  id text primary key check (id = lower(id) and id like '%.%' and length(id) <= 253),
  name text not null check (length(name) between 1 and 60),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  -- encrypted with the secret of the sessions
  client_secret text not null check (length(client_secret) between 1 and 5000),
  -- whether addresses of its domains sign in no other way
  is_required boolean not null,
  changed_at timestamptz not null
);

create table domain_provider_domains (
  -- in ASCII; without the domains below it
  domain text primary key check (domain = lower(domain) and length(domain) between 1 and 253),
  provider_id text not null references domain_providers (id) on delete cascade
);
create index domain_provider_domains_by_provider on domain_provider_domains (provider_id);
