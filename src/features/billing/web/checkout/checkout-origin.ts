import { returnPath } from '#features/accounts/model/index.ts'

/** Named in the cookie policy. */
const KEY = 'checkout-origin'

/** The page that linked to `/billing/checkout?…&from=…`; null for the pricing page. */
export function originOf(search: string): string | null {
  const from = new URLSearchParams(search).get('from')
  return from === null ? null : returnPath(from)
}

/** Stores the page to return to for the tab's newest checkout; the tab may visit the payment provider meanwhile. */
export function rememberOrigin(checkoutId: string, origin: string | null): void {
  try {
    if (origin === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, `${checkoutId} ${origin}`)
  } catch (error) {
    ignoreBlockedStorage(error)
  }
}

/** The page to return to after this checkout; null if it has none, or storage is blocked. */
export function rememberedOrigin(checkoutId: string): string | null {
  try {
    const [forCheckout, origin] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    return forCheckout === checkoutId && origin !== undefined ? returnPath(origin) : null
  } catch (error) {
    return ignoreBlockedStorage(error)
  }
}

/** Without storage a checkout ends on its own page, which links onward. */
function ignoreBlockedStorage(error: unknown): null {
  if (error instanceof DOMException) return null
  throw error
}
