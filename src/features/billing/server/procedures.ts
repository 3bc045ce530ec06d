import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { billingContract, CURRENCY, itemName, settleWith } from '../model/index.ts'
import { syncCustomer } from './sync-customer.ts'
import { cancelOrResume, changePlan, previewChange } from './change-plan.ts'
import { findCheckout, confirmCheckout, RETURN_PATH, startCheckout } from './checkout.ts'
import { customerTerms } from './contracts/contracts.ts'
import { accountCreditOf, findCustomerOfUser } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import { cursorOf, readCursor } from './invoices/invoice-cursor.ts'
import { listInvoices } from './invoices/invoices.ts'
import type { TestCheckout } from './providers/test-checkout.ts'
import { billingOverview, invoiceView, offers } from './views.ts'
import { withdraw, withdrawalOf } from './refunds/withdraw-contract.ts'

/** Implements `billingContract`. @param deps.testCheckout set if payments are tests */
export function billingProcedures(deps: BillingDeps & { sells: boolean; testCheckout: TestCheckout | undefined }) {
  const open = implementContract(billingContract)
  const rpc = open.use(authed)
  return {
    plans: open.plans.handler(() => offers(deps.catalogue, deps.sells ? deps.provider.name : null)),
    overview: rpc.overview.handler(({ context }) => billingOverview(deps, context.caller.userId)),
    terms: rpc.terms.handler(({ context }) => customerTerms(deps.db, deps, context.caller.userId)),
    ...checkoutProcedures(deps),
    ...changeProcedures(deps),
    invoices: rpc.invoices.handler(async ({ context, input: { limit, before } }) => {
      const { userId } = context.caller
      const found = await listInvoices(deps.db, { userId, limit: limit + 1, before: readCursor(before) })
      const page = found.slice(0, limit)
      const now = deps.now()
      const invoices = await Promise.all(
        page.map(async (one) => invoiceView(one, deps.catalogue, await withdrawalOf(deps.db, one, now))),
      )
      const last = page.at(-1)
      return { invoices, next: found.length > limit && last !== undefined ? cursorOf(last) : null }
    }),
    portal: rpc.portal.handler(async ({ context }) => {
      const customer = await findCustomerOfUser(deps.db, {
        provider: deps.provider.name,
        userId: context.caller.userId,
      })
      if (customer === undefined) return { url: null }
      const url = await deps.provider.portalUrl({ customerId: customer.id, returnUrl: `${deps.publicUrl}/billing` })
      return { url }
    }),
  }
}

function checkoutProcedures(deps: BillingDeps & { testCheckout: TestCheckout | undefined }) {
  const rpc = implementContract(billingContract).use(authed)
  const testCheckout = (): TestCheckout => {
    if (deps.testCheckout === undefined) throw new AppError('not_found', 'Checkout not found')
    return deps.testCheckout
  }
  return {
    startCheckout: rpc.startCheckout.handler(({ context, input }) =>
      startCheckout(deps, {
        caller: context.caller,
        item: 'pack' in input ? { kind: 'pack', pack: input.pack } : { kind: 'plan', ...input },
      }),
    ),
    confirmCheckout: rpc.confirmCheckout.handler(async ({ context, input }) => {
      const { userId } = context.caller
      const { state, item, provider } = await confirmCheckout(deps, { ...input, userId })
      return { state, item, provider, plan: await deps.planOf(deps.db, userId) }
    }),
    testCheckout: rpc.testCheckout.handler(async ({ context, input }) => {
      testCheckout()
      const { item, cents, state, ...checkout } = await findCheckout(deps.db, {
        ...input,
        userId: context.caller.userId,
      })
      const { creditUsedCents } = settleWith(await accountCreditOf(deps.db, checkout), cents)
      const renews = item.kind === 'plan' ? item.interval : null
      return { name: itemName(item, deps.catalogue), cents, creditUsedCents, currency: CURRENCY, renews, state }
    }),
    payTestCheckout: rpc.payTestCheckout.handler(async ({ context, input: { checkoutId, outcome } }) => {
      const bank = testCheckout()
      const checkout = await findCheckout(deps.db, { checkoutId, userId: context.caller.userId })
      if (checkout.state === 'dropped') throw new AppError('conflict', 'This checkout was replaced by a newer one.')
      if (outcome === 'declined') throw new AppError('conflict', 'The test card was declined. Nothing was bought.')
      await bank.pay({ ...checkout, checkoutId })
      await syncCustomer(deps, checkout.customerId)
      return { returnUrl: `${deps.publicUrl}${RETURN_PATH}?checkout=${checkoutId}` }
    }),
  }
}

function changeProcedures(deps: BillingDeps) {
  const rpc = implementContract(billingContract).use(authed)
  return {
    previewChange: rpc.previewChange.handler(({ context, input }) =>
      previewChange(deps, { userId: context.caller.userId, choice: input }),
    ),
    changePlan: rpc.changePlan.handler(async ({ context: { caller }, input }) => {
      await changePlan(deps, { userId: caller.userId, choice: input })
      return billingOverview(deps, caller.userId)
    }),
    cancel: rpc.cancel.handler(async ({ context: { caller } }) => {
      await cancelOrResume(deps, { userId: caller.userId, do: 'cancel' })
      return billingOverview(deps, caller.userId)
    }),
    resume: rpc.resume.handler(async ({ context: { caller } }) => {
      await cancelOrResume(deps, { userId: caller.userId, do: 'resume' })
      return billingOverview(deps, caller.userId)
    }),
    withdraw: rpc.withdraw.handler(({ context, input }) => withdraw(deps, { ...input, userId: context.caller.userId })),
  }
}
