import { useMemo } from 'react'
import { z } from 'zod'
import { usePreference } from '#features/accounts/web/index.ts'
import type { FavouriteTemplates } from '#features/rendering/web/index.ts'

const Ids = z.array(z.string()).max(200).catch([])

/** The starred templates: a preference of the account, the same on every device. */
export function useFavouriteTemplates(): FavouriteTemplates {
  const { value, set } = usePreference('favouriteTemplates')
  const key = JSON.stringify(value ?? [])
  return useMemo(() => ({ ids: Ids.parse(JSON.parse(key)), set: (ids) => set([...ids]) }), [key, set])
}
