import { DAY, dayOfAnchor, monthsAfter } from './calendar-oracle.ts'

/**
 * The expected outcome of a person's payments, in plain arithmetic over the provider's events, with its own calendar.
 * It uses none of the product's code. Amounts in cents or whole credits, times in seconds since 1970.
 */
export type Plan = 'basic' | 'pro' | 'premium'
export type Interval = 'month' | 'year'
export type Dispute = 'none' | 'open' | 'won' | 'lost'

const CENTS = {
  basic: { month: 1_200, year: 11_520 },
  pro: { month: 2_900, year: 27_840 },
  premium: { month: 6_900, year: 66_240 },
}
const CREDITS = { basic: 200, pro: 600, premium: 2_000 }
const PACKS = { pack100: { cents: 800, credits: 100 }, pack500: { cents: 3_500, credits: 500 } }
const RANK = { basic: 1, pro: 2, premium: 3 }

type Bought = { plan: Plan; interval: Interval } | { pack: keyof typeof PACKS }
type Month = { granted: number; remaining: number; expired: number; revoked: number; ends: number; nth: number }
export type Invoice = {
  readonly subscription: number | undefined
  readonly bought: Bought
  readonly isChange: boolean
  readonly start: number
  readonly end: number
  readonly paid: number
  readonly used: number
  readonly added: number
  refunded: number
  dispute: Dispute
  isGone: boolean
  months: Map<number, Month>
  /** The state of its commission, and how much of it was paid out. */
  commission: 'none' | 'pending' | 'hold' | 'approved' | 'paid' | 'refunded'
  paidOut: number
}
type Subscription = {
  plan: Plan
  interval: Interval
  anchor: number
  start: number
  end: number
  state: 'active' | 'ended' | 'ended early'
  cancels: boolean
  next: { plan: Plan; interval: Interval } | undefined
}

/** A referred user, from a given time on. */
export class MoneyOracle {
  readonly subscriptions: Subscription[] = []
  readonly invoices: Invoice[] = []
  readonly payouts: { month: string; cents: number }[] = []
  credit = 0
  debt = 0
  #now: number
  #lots = 0
  #start: Month = { granted: 30, remaining: 30, expired: 0, revoked: 0, ends: Infinity, nth: 0 }

  constructor(now: number) {
    this.#now = now
  }

  /** The next time at which time alone has an effect. */
  nextMoment(): number {
    const living = this.living()
    const ends = living === undefined ? [] : [living.end]
    const months = this.invoices.map((invoice) => this.#nextMonthOf(invoice))
    const plans = this.invoices.map(({ end }) => end).filter((end) => end > this.#now)
    return Math.min(...ends, ...months, ...plans)
  }

  /** Advances to a time no later than `nextMoment`. */
  passTo(now: number): void {
    this.#now = now
    for (const one of this.subscriptions) if (one.state === 'active' && one.end <= now) this.#renew(one)
    this.#settle()
  }

  living(): Subscription | undefined {
    return this.subscriptions.find(({ state }) => state === 'active')
  }

  buyPlan(plan: Plan, interval: Interval): void {
    const [anchor, end] = [this.#now, monthsAfter(this.#now, interval === 'year' ? 12 : 1)]
    this.subscriptions.push({
      plan,
      interval,
      anchor,
      start: anchor,
      end,
      state: 'active',
      cancels: false,
      next: undefined,
    })
    this.#charge(
      CENTS[plan][interval],
      { plan, interval },
      { isChange: false, subscription: this.subscriptions.length - 1, end },
    )
    this.#settle()
  }

  buyPack(pack: keyof typeof PACKS): void {
    this.#charge(PACKS[pack].cents, { pack }, { isChange: false, end: monthsAfter(this.#now, 12) })
    this.#settle()
  }

  /** When a change of the current plan takes effect: at once, at the end of the period, or never. */
  kindOf(plan: Plan, interval: Interval): 'now' | 'later' | 'none' {
    const living = this.living()
    if (living === undefined || (living.plan === plan && living.interval === interval)) return 'none'
    if (plan !== living.plan) return RANK[plan] > RANK[living.plan] ? 'now' : 'later'
    return interval === 'year' ? 'now' : 'later'
  }

  change(plan: Plan, interval: Interval): void {
    const living = this.living()
    const kind = this.kindOf(plan, interval)
    if (living === undefined || kind === 'none') return
    living.cancels = false
    if (kind === 'later') {
      living.next = { plan, interval }
      return
    }
    const left = halfUp(
      BigInt(CENTS[living.plan][living.interval]) * BigInt(living.end - this.#now),
      BigInt(living.end - living.start),
    )
    const end = monthsAfter(this.#now, interval === 'year' ? 12 : 1)
    Object.assign(living, { plan, interval, anchor: this.#now, start: this.#now, end, next: undefined })
    const subscription = this.subscriptions.indexOf(living)
    this.#charge(CENTS[plan][interval] - left, { plan, interval }, { isChange: true, subscription, end })
    this.#settle()
  }

  cancel(cancels: boolean): void {
    const living = this.living()
    if (living !== undefined) Object.assign(living, { cancels, next: undefined })
  }

  refund(invoice: Invoice, cents: number): void {
    invoice.refunded = Math.min(invoice.paid, invoice.refunded + cents)
    this.#settle()
  }

  failRefunds(invoice: Invoice): void {
    invoice.refunded = 0
    this.#settle()
  }

  dispute(invoice: Invoice, dispute: Dispute): void {
    invoice.dispute = dispute
    this.#settle()
  }

  /** @returns whether the balance was sufficient */
  spend(amount: number): boolean {
    if (this.balance() < amount) return false
    this.#take(amount)
    return true
  }

  /** Approves commissions older than 30 days and pays out, once a month, from 50 dollars on. */
  payOut(): void {
    for (const invoice of this.invoices) {
      const isDue = invoice.start + 30 * DAY <= this.#now
      if (invoice.commission === 'pending' && isDue) invoice.commission = 'approved'
    }
    const due = this.invoices.filter(({ commission }) => commission === 'approved' || commission === 'paid')
    const cents = due.reduce((sum, invoice) => sum + commissionLeft(invoice) - invoice.paidOut, 0)
    const month = new Date(this.#now * 1000).toISOString().slice(0, 7)
    if (cents < 5_000 || this.payouts.some((one) => one.month === month)) return
    this.payouts.push({ month, cents })
    for (const invoice of due) {
      invoice.commission = 'paid'
      invoice.paidOut = commissionLeft(invoice)
    }
  }

  balance(): number {
    return this.#months().reduce((sum, { remaining }) => sum + remaining, 0) - this.debt
  }

  /** The plan of the newest payment that stands; an older payment counts only in its own period. */
  plan(): Plan | 'free' {
    const counting = this.invoices.filter((invoice) => {
      if (invoice.subscription === undefined || invoice.isGone) return false
      const { state } = this.#of(invoice.subscription)
      if (state === 'ended') return false
      const isLast = state === 'active' && invoice === this.#paidUnder(invoice.subscription).at(-1)
      return this.#now < invoice.end + (isLast ? 30 * DAY : 0)
    })
    const newest = counting.toSorted((a, b) => a.start - b.start).at(-1)?.bought
    return newest !== undefined && 'plan' in newest ? newest.plan : 'free'
  }

  #renew(one: Subscription): void {
    if (one.cancels) {
      one.state = 'ended'
      return
    }
    const { plan, interval } = one.next ?? one
    const start = one.end
    const end = dayOfAnchor(one.anchor, start, interval === 'year' ? 12 : 1)
    Object.assign(one, { plan, interval, next: undefined, start, end })
    this.#charge(
      CENTS[plan][interval],
      { plan, interval },
      { isChange: false, subscription: this.subscriptions.indexOf(one), end },
    )
  }

  #charge(cents: number, bought: Bought, o: { isChange: boolean; subscription?: number; end: number }): void {
    const paid = Math.max(0, cents - this.credit)
    this.credit += paid - cents
    this.invoices.push({
      bought,
      isChange: o.isChange,
      subscription: o.subscription,
      start: this.#now,
      end: o.end,
      paid,
      used: cents < 0 ? 0 : cents - paid,
      added: cents < 0 ? paid - cents : 0,
      refunded: 0,
      dispute: 'none',
      isGone: false,
      months: new Map(),
      paidOut: 0,
      commission: paid > 0 && cents > 0 ? 'pending' : 'none',
    })
  }

  /** Recomputes everything from the current payments. */
  #settle(): void {
    this.#expire()
    for (const invoice of this.invoices) this.#settleInvoice(invoice)
    this.subscriptions.forEach((one, n) => {
      if (one.state === 'active' && this.#paidUnder(n).at(-1)?.isGone === true) one.state = 'ended early'
    })
    for (const invoice of this.invoices) {
      for (let next = this.#nextMonthOf(invoice); next <= this.#now; next = this.#nextMonthOf(invoice))
        this.#grant(invoice)
    }
    this.#expire()
  }

  #settleInvoice(invoice: Invoice): void {
    const isGone = this.#isTakenBack(invoice)
    if (isGone !== invoice.isGone) this.credit += (isGone ? 1 : -1) * (invoice.used - invoice.added)
    invoice.isGone = isGone
    const kept = creditsPaidFor(invoice)
    for (const month of invoice.months.values()) {
      const tooMany = month.granted - month.revoked - kept
      if (tooMany > 0) this.#revoke(month, tooMany)
      if (tooMany < 0) this.#restore(month, -tooMany)
    }
    this.#settleCommission(invoice)
  }

  #settleCommission(invoice: Invoice): void {
    const { commission, dispute } = invoice
    if (commission === 'none' || commission === 'paid') return
    const isWhole = dispute === 'lost' || invoice.refunded === invoice.paid
    if (isWhole) invoice.commission = 'refunded'
    else if (dispute === 'open') invoice.commission = 'hold'
    else if (commission === 'hold' || commission === 'refunded') invoice.commission = 'pending'
  }

  /** True if the dispute is lost or all is refunded; a free change goes with the payment before it. */
  #isTakenBack(invoice: Invoice): boolean {
    if (invoice.dispute === 'lost' || (invoice.paid > 0 && invoice.refunded === invoice.paid)) return true
    if (!invoice.isChange || invoice.paid > 0 || invoice.used !== 0 || invoice.subscription === undefined) return false
    const under = this.#paidUnder(invoice.subscription)
    const before = under[under.indexOf(invoice) - 1]
    return before !== undefined && this.#isTakenBack(before)
  }

  /** When an invoice grants its next month. Of a subscription, only the newest invoice that stands does. */
  #nextMonthOf(invoice: Invoice): number {
    const first = invoice.months.size === 0 && !invoice.isGone ? invoice.start : Infinity
    if (invoice.subscription === undefined || 'pack' in invoice.bought || invoice.bought.interval === 'month')
      return first
    const stands = this.#paidUnder(invoice.subscription).filter(({ isGone }) => !isGone)
    if (this.#of(invoice.subscription).state === 'ended' || stands.at(-1) !== invoice) return first
    const nth = invoice.months.size
    return nth === 12 ? Infinity : monthsAfter(invoice.start, nth)
  }

  #grant(invoice: Invoice): void {
    const nth = invoice.months.size
    const granted = creditsPaidFor(invoice)
    const paid = Math.min(this.debt, granted)
    this.debt -= paid
    this.#lots += 1
    const ends = endOf(invoice, nth)
    invoice.months.set(nth, { granted, remaining: granted - paid, expired: 0, revoked: 0, ends, nth: this.#lots })
  }

  #revoke(month: Month, amount: number): void {
    const part = Math.min(amount, month.granted - month.expired - month.revoked)
    const own = Math.min(month.remaining, part)
    month.remaining -= own
    month.revoked += part
    this.#take(part - own)
  }

  #restore(month: Month, amount: number): void {
    const paid = Math.min(this.debt, amount)
    this.debt -= paid
    month.remaining += amount - paid
    month.granted += Math.max(0, amount - month.revoked)
    month.revoked -= Math.min(month.revoked, amount)
  }

  /** Credits that expire soonest are spent first; the rest becomes debt. */
  #take(amount: number): void {
    let lacking = amount
    for (const month of this.#months().toSorted((a, b) => (a.ends === b.ends ? a.nth - b.nth : a.ends - b.ends))) {
      const part = Math.min(lacking, month.remaining)
      month.remaining -= part
      lacking -= part
    }
    this.debt += lacking
  }

  #expire(): void {
    for (const month of this.#months()) {
      if (month.ends > this.#now) continue
      month.expired += month.remaining
      month.remaining = 0
    }
  }

  #months(): Month[] {
    return [this.#start, ...this.invoices.flatMap(({ months }) => [...months.values()])]
  }

  #paidUnder(subscription: number): Invoice[] {
    return this.invoices.filter((invoice) => invoice.subscription === subscription)
  }

  #of(subscription: number): Subscription {
    const found = this.subscriptions[subscription]
    if (found === undefined) throw new Error(`no subscription ${subscription}`)
    return found
  }
}

/** The commission left on an invoice: 40% of the remaining payment, half a cent rounded up. */
export function commissionLeft({ commission, paid, refunded, dispute }: Invoice): number {
  if (commission === 'none' || dispute === 'lost') return 0
  return halfUp(BigInt(paid - refunded) * 4_000n, 10_000n)
}

/** The credits per month that the remaining payment is worth. */
function creditsPaidFor({ bought, paid, refunded, isGone }: Invoice): number {
  const each = 'pack' in bought ? PACKS[bought.pack].credits : CREDITS[bought.plan]
  if (isGone) return 0
  return paid === 0 ? each : each - halfUp(BigInt(each) * BigInt(refunded), BigInt(paid))
}

/** A pack lasts a year; a month's credits last until the month after the next grant. */
function endOf({ bought, start, end }: Invoice, nth: number): number {
  if ('pack' in bought) return monthsAfter(start, 12)
  if (bought.interval === 'month') return Math.max(monthsAfter(start, 2), monthsAfter(end, 1))
  return nth < 10 ? monthsAfter(start, nth + 2) : monthsAfter(end, nth - 10)
}

function halfUp(amount: bigint, by: bigint): number {
  return Number((2n * amount + by) / (2n * by))
}
