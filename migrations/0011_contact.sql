-- What people wrote on /contact. A mail tells the operator; this row is there even if that mail never arrives.
create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  -- where to answer, as the writer gave it: nobody proved that it is theirs
  email text not null check (length(email) <= 254),
  topic text not null check (topic in ('help', 'billing', 'affiliates', 'legal', 'other')),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now()
);

-- the operator reads the newest first
create index contact_messages_by_age on contact_messages (created_at desc);
