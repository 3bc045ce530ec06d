import type { AgreedContract } from './contract-terms.ts'

/** A contract within a sentence: 'contract “Acme 2027”', or 'Pro plan' if it has no name. */
export function describeContract({ name, plan }: Pick<AgreedContract, 'name' | 'plan'>): string {
  return name === '' ? `${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan` : `contract “${name}”`
}
