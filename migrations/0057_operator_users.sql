-- Operators list users by a part of their name or address, by filters and in several orders (docs/decisions/0058).

alter table users
  -- When the user was last active, to the hour; it outlives their sessions.
  add column last_seen_at timestamptz not null default now(),
  -- Set while an operator has suspended the account.
  add column suspended_at timestamptz;
update users u set last_seen_at = greatest(u.created_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id));

-- Lower case, without accents and compatibility forms.
create function search_text(display_name text, email text) returns text
language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(display_name || ' ' || email, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;

-- Every piece of a text with up to three characters, from `shortest` on or from the whole of a shorter text.
create function search_pieces(folded text, shortest integer) returns text[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(folded, place, size)), '{}')
  from generate_series(least(shortest, length(folded)), 3) as size,
    generate_series(1, length(folded) - size + 1) as place
$$;

alter table users add column search_keys text[]
  generated always as (search_pieces(search_text(display_name, email), 1)) stored;

-- listUsers: by a part of a name or address; by each order and filter. Deleted accounts are never listed.
create index users_by_piece on users using gin (search_keys) where deleted_at is null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_seen on users (last_seen_at desc, id desc) where deleted_at is null;
create index users_by_plan on users (plan, created_at desc, id desc) where deleted_at is null;
create index users_unconfirmed on users (created_at desc, id desc) where not email_verified and deleted_at is null;
create index users_suspended on users (created_at desc, id desc) where suspended_at is not null;

-- The stored videos of each user, kept by a trigger: summing them for every row of a list would read all videos.
create table project_usage (
  owner_id uuid primary key,
  videos integer not null check (videos >= 0),
  bytes bigint not null check (bytes >= 0)
);
create index project_usage_by_bytes on project_usage (bytes desc, owner_id desc);

-- As `listStoredVideos`: uploaded whole, and not in the trash.
create function is_stored_video(p projects) returns boolean language sql immutable as $$
  select p.removed_at is null and p.stage not in ('uploading', 'refused') and p.copied_from is null
    -- The product's own projects belong to no account.
    and p.owner_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$$;

create function count_project_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if is_stored_video(old) = is_stored_video(new) and old.size_bytes = new.size_bytes and old.owner_id = new.owner_id then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    if is_stored_video(old) then
      update project_usage set videos = videos - 1, bytes = bytes - old.size_bytes where owner_id = old.owner_id::uuid;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if is_stored_video(new) then
      insert into project_usage as usage (owner_id, videos, bytes) values (new.owner_id::uuid, 1, new.size_bytes)
      on conflict (owner_id) do update set videos = usage.videos + 1, bytes = usage.bytes + excluded.bytes;
    end if;
  end if;
  return null;
end $$;
create trigger projects_usage after insert or delete or update of owner_id, size_bytes, stage, removed_at, copied_from
  on projects for each row execute function count_project_usage();

insert into project_usage (owner_id, videos, bytes)
select p.owner_id::uuid, count(*), sum(p.size_bytes) from projects p where is_stored_video(p) group by 1;

-- Somebody may be logging in while their account is suspended: the lock makes one wait for the other.
create function refuse_suspended_user() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  select suspended_at into since from users where id = new.user_id for key share;
  if since is not null then
    raise exception 'user % is suspended', new.user_id using errcode = 'WP001';
  end if;
  return new;
end $$;
create trigger sessions_of_the_admitted before insert on sessions
  for each row execute function refuse_suspended_user();

-- Owners whose queued jobs wait until they are resumed.
create table paused_job_owners (
  owner_id text primary key,
  paused_at timestamptz not null default now()
);
