-- The brand kit of an account (docs/decisions/0052-brand-kit.md).
create table brand_kits (
  owner_id uuid primary key,
  -- `#rrggbb`, in the order they are offered
  colors jsonb not null,
  -- the template of new videos; null for the site's
  template_id text,
  updated_at timestamptz not null
);
