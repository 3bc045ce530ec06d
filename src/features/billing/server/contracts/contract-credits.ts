import { credits } from '#features/credits/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { addMonths, contractCredits, describeContract } from '../../model/index.ts'
import { type StoredContract, saveMonths } from './contract-rows.ts'
import type { BillingDeps } from '../deps.ts'

/**
 * Grants the credits of the begun months of a contract, each once. They last one month longer than their own month, as
 * those of a payment do. A month that begins before the end counts whole.
 */
export async function grantContractMonths(
  tx: Tx,
  { ledger, catalogue, now }: Pick<BillingDeps, 'ledger' | 'catalogue' | 'now'>,
  contract: StoredContract,
): Promise<void> {
  const fromMs = contract.creditsFrom.getTime()
  const lastMs = Math.min(now().getTime(), contract.endsAt === null ? Infinity : contract.endsAt.getTime() - 1)
  const amount = contractCredits(contract, catalogue.plans)
  let months = contract.grantedMonths
  for (; addMonths(fromMs, months) <= lastMs; months += 1) {
    if (amount === 0) continue
    await ledger.grant(tx, {
      userId: contract.userId,
      amount: credits(amount),
      key: `contract:${contract.id}:${months}`,
      reference: contract.id,
      reason: contract.name === '' ? `${describeContract(contract)}, a month` : `${contract.name}, a month`,
      source: 'subscription',
      expiresAt: new Date(addMonths(fromMs, months + 2)),
    })
  }
  if (months === contract.grantedMonths) return
  const nextAt = new Date(addMonths(fromMs, months))
  await saveMonths(tx, contract.id, { months, nextAt, grantedUntil: amount === 0 ? null : nextAt })
}
