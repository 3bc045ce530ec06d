-- Entries about views of personal data are removed after a time; every other entry stays for good (docs/decisions/0077).
create or replace function operator_actions_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.read_hour is not null then
      return old;
    end if;
  end if;
  raise exception 'what an operator did is never changed';
end $$;
-- deleteOldViews
create index operator_actions_old_views on operator_actions (read_hour) where read_hour is not null;
