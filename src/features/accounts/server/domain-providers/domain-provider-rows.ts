import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { DOMAIN_PROVIDERS_MAX, type DomainProviderSettings, domainOf } from '../../model/index.ts'

/** A stored provider; its secret is encrypted. */
export type StoredDomainProvider = Readonly<z.infer<typeof Row>>
const Row = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  isRequired: z.boolean(),
  trustsAddresses: z.boolean(),
  changedAt: z.date(),
  domains: z.array(z.string()),
})
const SELECT = `select p.id, p.name, p.issuer, p.client_id, p.client_secret, p.is_required, p.trusts_addresses,
    p.changed_at,
    array(select d.domain from domain_provider_domains d where d.provider_id = p.id order by d.domain) as domains
  from domain_providers p`

/** The provider of a domain, for those who sign in. */
export type ProviderOfDomain = Readonly<z.infer<typeof OfDomainRow>>
const OfDomainRow = Row.pick({ id: true, name: true, isRequired: true })

/** All providers, from A. */
export async function listDomainProviders(q: Queryable): Promise<StoredDomainProvider[]> {
  return queryRows(q, Row, `${SELECT} order by lower(p.name), p.id limit ${DOMAIN_PROVIDERS_MAX}`)
}

/** One provider. @param o.lock until the transaction ends */
export async function findDomainProvider(
  q: Queryable,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredDomainProvider | undefined> {
  return findRow(q, Row, `${SELECT} where p.id = $1${lock ? ' for update of p' : ''}`, [id])
}

/** The provider set for the domain of an address. */
export async function findProviderOfAddress(q: Queryable, email: string): Promise<ProviderOfDomain | undefined> {
  return findRow(
    q,
    OfDomainRow,
    `select p.id, p.name, p.is_required from domain_provider_domains d
     join domain_providers p on p.id = d.provider_id where d.domain = $1`,
    [domainOf(email)],
  )
}

/** Stores a provider with its domains. @returns false if its id is taken */
export async function insertDomainProvider(
  tx: Tx,
  o: DomainProviderSettings & { id: string; clientSecret: string; at: Date },
): Promise<boolean> {
  const stored = await execute(
    tx,
    `insert into domain_providers
       (id, name, issuer, client_id, client_secret, is_required, trusts_addresses, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [o.id, o.name, o.issuer, o.clientId, o.clientSecret, o.isRequired, o.trustsAddresses, o.at],
  )
  if (stored === 1) await insertDomains(tx, o)
  return stored === 1
}

/** Replaces a provider and its domains. */
export async function updateDomainProvider(
  tx: Tx,
  o: DomainProviderSettings & { id: string; clientSecret: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    `update domain_providers set name = $2, issuer = $3, client_id = $4, client_secret = $5, is_required = $6,
       trusts_addresses = $7, changed_at = $8 where id = $1`,
    [o.id, o.name, o.issuer, o.clientId, o.clientSecret, o.isRequired, o.trustsAddresses, o.at],
  )
  await execute(tx, 'delete from domain_provider_domains where provider_id = $1', [o.id])
  await insertDomains(tx, o)
}

/** Removes a provider with its domains. */
export async function deleteDomainProvider(tx: Tx, id: string): Promise<void> {
  await execute(tx, 'delete from domain_providers where id = $1', [id])
}

/** Forgets who signed in with a provider: the same subject of another issuer is somebody else. */
export async function deleteIdentitiesOf(tx: Tx, id: string): Promise<void> {
  await execute(tx, 'delete from identities where provider_id = $1', [id])
}

/** The unique key refuses a domain that another provider has. */
async function insertDomains(tx: Tx, { id, domains }: { id: string; domains: readonly string[] }): Promise<void> {
  await execute(
    tx,
    'insert into domain_provider_domains (domain, provider_id) select domain, $1 from unnest($2::text[]) domain',
    [id, domains],
  )
}
