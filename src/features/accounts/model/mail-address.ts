/** The longest name of a domain (RFC 1035 §2.3.4). */
const DOMAIN_MAX = 253
/** Signs with a meaning in web addresses, which no domain has. */
const NO_DOMAIN = /[\s/\\:?#%[\]@]/

/** The address in one form for each mailbox: lower case, no plus tag, and no dots at Gmail. */
export function canonicalAddress(email: string): string {
  const address = email.trim().toLowerCase()
  const domain = domainOf(address)
  const [plain = ''] = address.slice(0, -domain.length - 1).split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/** The mail domain of an address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** A domain and those above it: `a.b.c` for `a.b.c`, then `b.c` and `c`. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, n) => labels.slice(n).join('.'))
}

/** Mail providers whose addresses anybody can get. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  'aol.com',
  'gmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  't-online.de',
  'web.de',
  'yahoo.com',
  'yandex.ru',
  'zoho.com',
])

/** Whether anybody can get an address at this domain, given in lower case. */
export function isPublicProvider(domain: string): boolean {
  return PUBLIC_PROVIDERS.has(domain)
}

/** A domain as mail servers know it, in ASCII (`xn--bcher-kva.example`); null if the text is none. */
export function asciiDomain(text: string): string | null {
  if (text === '' || NO_DOMAIN.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  const domain = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const labels = domain.split('.')
  const isName = labels.every((label) => label.length <= 63 && isLabel(label)) && domain.length <= DOMAIN_MAX
  // Only an IP address ends with a number.
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : null
}

function isLabel(label: string): boolean {
  return /^[a-z\d-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')
}
