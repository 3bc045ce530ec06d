import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { PageBootstrap } from '#platform/shared/page.ts'
import { identifySite } from '#platform/shared/product.ts'
import { cacheOf } from '#platform/web/query.ts'
import './public.css'
import { beginHydration } from '#platform/web/use-mounted.ts'
import { Root } from './root.tsx'
import { locationHere, type Shown } from './router/navigation.ts'
import { loadPage } from './router/page-modules.ts'

/** Hydrates the server's page. Its code loads first, so that nothing disappears meanwhile. */
const place = locationHere()
const bootstrap = readBootstrap()
if (bootstrap.site.name !== undefined) identifySite({ name: bootstrap.site.name })
const page = await loadPage(place.pathname, bootstrap.site, bootstrap.text)
const answers = cacheOf(bootstrap.answers)
void page.prefetch?.(answers, page.params)
beginHydration()
// A transition runs in small steps, so that scrolls and presses do not wait for it.
startTransition(() => {
  const first: Shown = { page, location: place, scroll: 'stay' }
  hydrateRoot(element('app'), <Root bootstrap={bootstrap} answers={answers} first={first} />)
})

/** The data that the server sends with every page. */
function readBootstrap(): PageBootstrap {
  const value: PageBootstrap = JSON.parse(element('page-bootstrap').textContent ?? '')
  return value
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the document has no #${id}`)
  return found
}
