import { createContext, useContext } from 'react'
import type { Site } from '../shared/contacts.ts'

/** Provides the site's settings to components below: `<SiteContext value={site}>`. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** Whether the site sells anything: otherwise no page mentions prices, plans, credits or affiliates. */
export function useIsSelling(): boolean {
  return useSite()?.sells ?? true
}

/** The site's settings as the server sent them; undefined without a provider. */
export function useSite(): Site | undefined {
  return useContext(SiteContext)
}
