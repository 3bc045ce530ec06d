-- Providers that never send email_verified, such as Microsoft Entra ID: an operator trusts their addresses knowingly
-- (docs/decisions/0093-sign-in-by-domain.md).
alter table domain_providers add column trusts_addresses boolean not null default false;
