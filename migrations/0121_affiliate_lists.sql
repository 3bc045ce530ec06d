-- Operators find affiliates by a part of their username, as users by a part of their name or address (0057).
-- Former usernames have no pieces: operators search current ones.
alter table affiliate_usernames add column search_keys text[]
  generated always as (case when is_current then search_pieces(search_text(username, ''), 1) end) stored;
-- listAffiliates: by a part of the username; written rarely
create index affiliate_usernames_by_piece on affiliate_usernames using gin (search_keys) with (fastupdate = off);
-- listAffiliates: the newest of all, and of those in one state
create index affiliates_newest on affiliates (created_at desc, user_id desc);
create index affiliates_by_state on affiliates (state, created_at desc, user_id desc);
-- listCommissions: the newest in one state, and those that count in one month
create index commissions_by_state on commissions (state, purchased_at desc, id desc);
create index commissions_by_month on commissions (month, purchased_at desc, id desc);
