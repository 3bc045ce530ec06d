/**
 * The rules of credits in plain arithmetic, without a database: the states an account may have after movements in any
 * order. Amounts in whole credits, times in milliseconds since 1970.
 */
export type Lot = {
  readonly id: string
  /** `Infinity` for credits that never expire. */
  readonly endsMs: number
  readonly granted: number
  readonly remaining: number
  readonly expired: number
  readonly revoked: number
}
/** An account: its lots in order of arrival, its debt, and its holds by key. */
export type Account = {
  readonly lots: readonly Lot[]
  readonly debt: number
  readonly holds: Readonly<Record<string, { readonly amount: number; readonly endsMs: number }>>
  /** The keys of past charges. */
  readonly spent: readonly string[]
}

type Answer = 'applied' | 'replayed' | 'refused'
/** One movement, and the product's answer to it. */
export type Movement =
  | { readonly is: 'grant'; readonly id: string; readonly amount: number; readonly endsMs: number }
  | { readonly is: 'revoke'; readonly id: string; readonly amount: number }
  | { readonly is: 'spend'; readonly key: string; readonly amount: number; readonly answer: Answer }
  | {
      readonly is: 'hold'
      readonly key: string
      readonly amount: number
      readonly endsMs: number
      readonly answer: Answer
    }
  | { readonly is: 'settle'; readonly key: string; readonly spend: number; readonly answer: Answer }
  | { readonly is: 'sweep'; readonly released: number }

/** An account with the 30 initial credits. */
export const NEW_ACCOUNT: Account = {
  lots: [{ id: 'start', endsMs: Infinity, granted: 30, remaining: 30, expired: 0, revoked: 0 }],
  debt: 0,
  holds: {},
  spent: [],
}

/**
 * Every state that one of `accounts` may have after these chains of movements ran at once: each chain in its own order,
 * the chains interleaved in any way. An order that contradicts an answer is excluded.
 */
export function possible(
  accounts: readonly Account[],
  chains: readonly (readonly Movement[])[],
  nowMs: number,
): Account[] {
  const length = chains.reduce((sum, chain) => sum + chain.length, 0)
  let reached = new Map(accounts.map((account, n) => [`${n}`, { account, at: chains.map(() => 0) }]))
  for (let done = 0; done < length; done += 1) {
    const next: typeof reached = new Map()
    for (const { account, at } of reached.values()) {
      chains.forEach((chain, n) => {
        const movement = chain[at[n] ?? 0]
        const after = movement && move(ended(account, nowMs), movement, nowMs)
        if (after === undefined) return
        const moved = { account: after, at: at.map((count, other) => (other === n ? count + 1 : count)) }
        next.set(JSON.stringify(moved), moved)
      })
    }
    reached = next
  }
  const last = [...reached.values()].map(({ account }) => ended(account, nowMs))
  return [...new Map(last.map((account) => [JSON.stringify(account), account])).values()]
}

/** The spendable balance; only a refund makes it negative. */
export function spendableOf(account: Account): number {
  return account.lots.reduce((sum, { remaining }) => sum + remaining, 0) - account.debt - heldOf(account)
}

/** Expires credits that are due; those that a hold may need stay until it is settled. */
export function ended(account: Account, nowMs: number): Account {
  let held = heldOf(account)
  const lots = [...account.lots]
  for (const n of sortByExpiry(lots)) {
    const lot = lots[n]
    if (lot === undefined || lot.endsMs > nowMs) continue
    const kept = Math.min(held, lot.remaining)
    held -= kept
    lots[n] = { ...lot, remaining: kept, expired: lot.expired + lot.remaining - kept }
  }
  return { ...account, lots }
}

/** @returns undefined if the product's answer was impossible */
function move(account: Account, o: Movement, nowMs: number): Account | undefined {
  switch (o.is) {
    case 'grant':
      return grant(account, o)
    case 'revoke':
      return revoke(account, o)
    case 'spend':
      if (account.spent.includes(o.key)) return o.answer === 'replayed' ? account : undefined
      if (spendableOf(account) < o.amount) return o.answer === 'refused' ? account : undefined
      return o.answer === 'applied'
        ? take({ ...account, spent: [...account.spent, o.key].toSorted() }, o.amount)
        : undefined
    case 'hold':
      if (spendableOf(account) < o.amount) return o.answer === 'refused' ? account : undefined
      if (o.answer !== 'applied') return undefined
      return { ...account, holds: sorted({ ...account.holds, [o.key]: { amount: o.amount, endsMs: o.endsMs } }) }
    case 'settle': {
      if (!(o.key in account.holds)) return o.answer === 'replayed' ? account : undefined
      return o.answer === 'applied' ? take(without(account, [o.key]), o.spend) : undefined
    }
    case 'sweep': {
      const over = Object.entries(account.holds).flatMap(([key, { endsMs }]) => (endsMs <= nowMs ? [key] : []))
      return over.length === o.released ? without(account, over) : undefined
    }
    default:
      return o satisfies never
  }
}

/** A grant pays the debt first. */
function grant(account: Account, o: { id: string; amount: number; endsMs: number }): Account {
  const paid = Math.min(account.debt, o.amount)
  const lot = { id: o.id, endsMs: o.endsMs, granted: o.amount, remaining: o.amount - paid, expired: 0, revoked: 0 }
  return { ...account, debt: account.debt - paid, lots: [...account.lots, lot] }
}

/** Takes from the lot itself, then from the others; expired credits cannot be revoked, and the rest becomes debt. */
function revoke(account: Account, o: { id: string; amount: number }): Account | undefined {
  const lot = account.lots.find(({ id }) => id === o.id)
  if (lot === undefined) return undefined
  const part = Math.min(o.amount, lot.granted - lot.expired - lot.revoked)
  const own = Math.min(lot.remaining, part)
  const changed = { ...lot, remaining: lot.remaining - own, revoked: lot.revoked + part }
  return take({ ...account, lots: account.lots.map((one) => (one === lot ? changed : one)) }, part - own)
}

/** Credits that expire soonest are spent first. */
function take(account: Account, amount: number): Account {
  let lacking = amount
  const lots = [...account.lots]
  for (const n of sortByExpiry(lots)) {
    const lot = lots[n]
    if (lot === undefined) continue
    const part = Math.min(lot.remaining, lacking)
    lacking -= part
    lots[n] = { ...lot, remaining: lot.remaining - part }
  }
  return { ...account, lots, debt: account.debt + lacking }
}

function sortByExpiry(lots: readonly Lot[]): number[] {
  return lots
    .map(({ endsMs }, n) => ({ endsMs, n }))
    .toSorted((a, b) => (a.endsMs === b.endsMs ? a.n - b.n : a.endsMs - b.endsMs))
    .map(({ n }) => n)
}

function heldOf({ holds }: Account): number {
  return Object.values(holds).reduce((sum, { amount }) => sum + amount, 0)
}

function without(account: Account, keys: readonly string[]): Account {
  const left = Object.entries(account.holds).filter(([key]) => !keys.includes(key))
  return { ...account, holds: Object.fromEntries(left) }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b)))
}
