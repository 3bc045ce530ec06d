import { useMemo } from 'react'
import type { Catalogue, ProviderName } from '../model/index.ts'
import { useOffers } from './billing-queries.ts'
import { catalogueOf } from './offered-catalogue.ts'

/** What is sold here, its currency and provider; null if nothing is sold. */
export type SoldCatalogue = {
  readonly provider: ProviderName | null
  readonly currency: string
  readonly catalogue: Catalogue
}

/** What is sold here; undefined while loading. */
export function useCatalogue(): SoldCatalogue | undefined {
  const { data } = useOffers()
  return useMemo(() => data && { ...data, catalogue: catalogueOf(data) }, [data])
}
