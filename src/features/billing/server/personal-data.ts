import type { InvoiceView } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'
import { listInvoices, type StoredInvoice } from './invoices/invoices.ts'
import { billingOverview, invoiceView } from './views.ts'

const PAGE = 500

/** Data export of billing: the subscription and every invoice. */
export async function billingDataOf(deps: BillingDeps, userId: string) {
  const { subscription, paymentMethod, packs } = await billingOverview(deps, userId)
  return { subscription, paymentMethod, packs, invoices: await allInvoices(deps, userId) }
}

async function allInvoices({ db, catalogue }: BillingDeps, userId: string): Promise<InvoiceView[]> {
  const found: StoredInvoice[] = []
  for (;;) {
    const last = found.at(-1)
    const before = last && { paidAt: new Date(last.paidAtMs), id: last.id }
    const page = await listInvoices(db, { userId, limit: PAGE, before })
    found.push(...page)
    if (page.length < PAGE) return found.map((one) => invoiceView(one, catalogue, null))
  }
}
