-- Domains and addresses with which nobody can open an account (docs/decisions/0078-blocked-addresses.md).
create table blocked_addresses (
  id uuid primary key,
  -- a domain in ASCII, with everything below it, or an address in its canonical form
  target text not null check (target = lower(target) and length(target) between 1 and 254),
  reason text not null check (length(reason) between 3 and 500),
  -- the operator's address at that time
  blocked_by text not null,
  blocked_at timestamptz not null,
  search_keys text[] generated always as (search_pieces(search_text(target, reason), 1)) stored
);
-- findBlockOf: an address and its domains; also refuses the second of two equal blocks
create unique index blocked_addresses_target on blocked_addresses (target);
-- listBlocks: the newest first, and by a part of the text; written rarely, so that no list of pending entries is worth it
create index blocked_addresses_newest on blocked_addresses (blocked_at desc, id desc);
create index blocked_addresses_by_piece on blocked_addresses using gin (search_keys) with (fastupdate = off);
