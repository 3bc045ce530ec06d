import type { PlanName } from '#features/accounts/model/index.ts'
import { type Catalogue, CREDIT_PACKS, type Offers, type PlanOffer, type Plan, PLANS } from '../model/index.ts'

/** The catalogue for sale here, in the types of `model/`, with an operator's overrides. */
export function catalogueOf({ plans, packs }: Pick<Offers, 'plans' | 'packs'>): Catalogue {
  const offered = new Map(plans.map((offer) => [offer.name, offer]))
  const planOf = (name: PlanName): Plan => {
    const offer = offered.get(name)
    return offer === undefined ? PLANS[name] : changed(PLANS[name], offer)
  }
  return {
    plans: {
      free: planOf('free'),
      basic: planOf('basic'),
      pro: planOf('pro'),
      premium: planOf('premium'),
      enterprise: planOf('enterprise'),
    },
    packs: { ...CREDIT_PACKS, ...Object.fromEntries(packs.map((pack) => [pack.id, pack])) },
  }
}

function changed(plan: Plan, { yearlyCents: _yearly, storageBytes, ...offer }: PlanOffer): Plan {
  return {
    ...plan,
    ...offer,
    export: {
      height: offer.export.height >= 2160 ? 2160 : 1080,
      fps: offer.export.fps >= 60 ? 60 : 30,
    },
    storage: storageBytes === null ? null : { bytes: storageBytes },
  }
}
