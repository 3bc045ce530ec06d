import { z } from 'zod'
import { asciiDomain, isPublicProvider } from './mail-address.ts'

/** The most domains of one provider. */
const PROVIDER_DOMAINS_MAX = 20
/** The most providers of a site. */
export const DOMAIN_PROVIDERS_MAX = 100

/** A domain of addresses, as it is stored: in ASCII, without those below it, and not one of a public mail provider. */
const AddressDomain = z
  .string()
  .trim()
  .max(300)
  .transform((text, context) => {
    const domain = asciiDomain(text.toLowerCase().replace(/^@/, ''))
    if (domain !== null && domain.includes('.') && !isPublicProvider(domain)) return domain
    const message = domain !== null && isPublicProvider(domain) ? `Anybody can get an address at ${domain}.` : undefined
    context.addIssue({ code: 'custom', message: message ?? 'Enter domains such as acme.example, separated by commas.' })
    return z.NEVER
  })

/** Where the discovery document is: the issuer exactly as in the provider's ID tokens. */
export const Issuer = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isPlain = url?.search === '' && url.hash === '' && url.username === '' && url.password === ''
    return isPlain && (url.protocol === 'https:' || url.protocol === 'http:')
  }, 'Enter the issuer, such as https://login.acme.example.')

/** What operators set about the provider of an organisation; the secret is apart. */
export const DomainProviderSettings = z.object({
  /** Label on the button: `Acme`. */
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters for the name.'),
  issuer: Issuer,
  clientId: z.string().trim().min(1, 'Enter the client id.').max(500),
  /** The domains whose addresses it vouches for. */
  domains: z
    .array(AddressDomain)
    .min(1, 'Enter at least one domain.')
    .max(PROVIDER_DOMAINS_MAX, `Enter at most ${PROVIDER_DOMAINS_MAX} domains.`)
    .transform((domains) => [...new Set(domains)]),
  /** Whether addresses of these domains sign in no other way. */
  isRequired: z.boolean(),
  /** Whether its addresses count although it never says that they are verified; if it says they are not, they do not. */
  trustsAddresses: z.boolean().default(false),
})
export type DomainProviderSettings = z.output<typeof DomainProviderSettings>

/** The provider of an organisation as operators see it. */
export const DomainProvider = DomainProviderSettings.extend({
  /** The last part of its redirect address. */
  id: z.string(),
  changedAt: z.iso.datetime(),
})
export type DomainProvider = z.output<typeof DomainProvider>

/** The secret of the client, as entered; it is stored encrypted and never shown. */
export const ClientSecret = z.string().trim().min(1, 'Enter the client secret.').max(1_000)
