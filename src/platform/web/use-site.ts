import { createContext, useContext } from 'react'
import type { Site } from '../shared/contacts.ts'

/** Tells what stands below it about the site: `<SiteContext value={site}>`. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** What the server told this page about the site; undefined where nobody told. */
export function useSite(): Site | undefined {
  return useContext(SiteContext)
}
