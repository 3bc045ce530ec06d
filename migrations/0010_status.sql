-- Which worker processes are alive: each writes its row every few seconds and removes it when it ends.
create table heartbeats (
  instance uuid primary key,
  beat_at timestamptz not null
);

-- The minutes somebody looks at everything, or did: of many web processes, the one that writes the row does it.
create table status_minutes (
  minute timestamptz primary key
);

-- What was found in a minute; kept for two days.
create table status_checks (
  minute timestamptz not null,
  part text not null check (part in ('web', 'database', 'worker', 'storage', 'queue')),
  state text not null check (state in ('operational', 'degraded', 'down')),
  -- null when no answer came
  latency_ms integer check (latency_ms >= 0),
  -- one plain sentence for everybody, when something is wrong
  note text,
  primary key (minute, part)
);

-- The minutes of each day (UTC) in each state; kept for as long as /status shows them.
create table status_days (
  day date not null,
  part text not null,
  operational integer not null default 0 check (operational >= 0),
  degraded integer not null default 0 check (degraded >= 0),
  down integer not null default 0 check (down >= 0),
  primary key (day, part)
);
