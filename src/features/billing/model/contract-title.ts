import type { AgreedContract } from './contract-terms.ts'

/** 'contract “Acme 2027”', or 'Pro plan' without a name. */
export function contractTitle({ name, plan }: Pick<AgreedContract, 'name' | 'plan'>): string {
  return name === '' ? `${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan` : `contract “${name}”`
}
