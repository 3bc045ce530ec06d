/**
 * Minor units of a currency as Stripe and ISO 4217 count them, where it is not two decimals. Not from `Intl`, which
 * knows how many decimals people write: it gives none for HUF, IDR and AFN, where amounts come in hundredths. Stripe
 * counts ISK and UGX in hundredths too, and MGA in whole units (docs.stripe.com/currencies).
 */
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ...['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf'].map(
    (currency) => [currency, 0] as const,
  ),
  ...['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'].map((currency) => [currency, 3] as const),
])

/** How many decimals the minor units of a currency are: 2 for `usd`, 0 for `jpy`, 3 for `kwd`. */
export function currencyExponent(currency: string): number {
  return EXPONENTS.get(currency.toLowerCase()) ?? 2
}

/** '$12.00', '¥8,000', '-$2.50'. @param minorUnits whole minor units of `currency` */
export function formatMoney(minorUnits: number, currency: string): string {
  return formatterOf(currency.toUpperCase()).format(minorUnits / 10 ** currencyExponent(currency))
}

/** '12.00', '8000', '1.234', '-2.50': for files and fields; no rounding. @param minorUnits whole minor units */
export function decimalAmount(minorUnits: number, currency: string): string {
  const digits = currencyExponent(currency)
  const text = String(Math.abs(minorUnits)).padStart(digits + 1, '0')
  const sign = minorUnits < 0 ? '-' : ''
  if (digits === 0) return `${sign}${text}`
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Reads an amount that somebody typed, with a point or a comma.
 * @returns minor units; undefined when it is no amount, or has more decimals than the currency
 */
export function parseAmount(entered: string, currency: string): number | undefined {
  const digits = currencyExponent(currency)
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/u.exec(entered) ?? []
  if (whole === undefined || part.length > digits) return undefined
  return Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0') || '0')
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Formatters are created on first use: creating one costs as much as rendering a page. */
function formatterOf(currency: string): Intl.NumberFormat {
  const digits = currencyExponent(currency)
  const known = formatters.get(currency)
  const formatter =
    known ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  if (known === undefined) formatters.set(currency, formatter)
  return formatter
}
