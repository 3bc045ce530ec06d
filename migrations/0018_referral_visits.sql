-- Whether the page that a link led to has asked for the visit's name.
alter table affiliate_clicks add column is_named boolean not null default false;
-- The month whose summary an affiliate got last: '2026-10'.
alter table affiliates add column summary_of text;
-- recordVisit: the click that has just led somebody here
create index affiliate_clicks_unnamed on affiliate_clicks (affiliate_id, clicked_at) where not is_named;
-- lastCommissionOf
create index commissions_by_time on commissions (affiliate_id, purchased_at desc) where kind = 'sale';
