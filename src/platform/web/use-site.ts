import { useRouteLoaderData } from 'react-router'
import type { Site } from '../shared/contacts.ts'

/** What the server told this page about the site; undefined where the frame could not be rendered. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}
