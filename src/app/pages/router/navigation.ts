import { createPath, type Location, type NavigateOptions, type Navigator, parsePath, type To } from 'react-router'
import { checkConnection } from '#platform/web/connection.ts'
import { beginNavigation } from '#platform/web/navigation-state.ts'
import { type LoadedPage, loadPage, type SiteFacts } from './page-modules.ts'
import { rememberScroll } from './scroll.ts'

/** A page at an address. `scroll`: the window's position when it appears. */
export type Shown = {
  readonly page: LoadedPage
  readonly location: Location
  readonly scroll: 'top' | 'return' | 'stay'
}

/** Shows the next page. `atOnce`: before the call returns. */
type Show = (next: Shown, o: { atOnce: boolean }) => void

type Change = {
  readonly location: Location
  readonly scroll: Shown['scroll']
  readonly atOnce: boolean
  /** Pushes the new address to the browser's history, unless it is there already. */
  readonly enter: (() => void) | undefined
}

/** Navigates between pages of a site. A later navigation cancels an earlier one. */
export function createNavigation(site: SiteFacts, first: Shown, show: Show) {
  let current = first
  let turn = 0
  let endChange = () => {}

  function change({ location, scroll, atOnce, enter }: Change): void {
    turn += 1
    const mine = turn
    // The next navigation starts before the last one ends, so waiting for idle waits for both.
    const end = beginNavigation()
    endChange()
    endChange = end
    const page = loadPage(location.pathname, site)
    const arrive = (loaded: LoadedPage) => {
      if (mine !== turn) return
      rememberScroll(current.location.key)
      enter?.()
      current = { page: loaded, location, scroll }
      show(current, { atOnce })
    }
    if (!(page instanceof Promise)) return arrive(page)
    void page.then(arrive, (error: unknown) => {
      if (mine !== turn) return
      endChange()
      void openDocument(location, error)
    })
  }

  function go(to: To, o: { state: unknown; replaces: boolean; options: NavigateOptions | undefined }): void {
    const location = locationOf(to, o.state)
    const isSamePage = location.pathname === current.location.pathname
    const stays = o.options?.preventScrollReset === true || (isSamePage && location.hash !== '')
    const entry = [{ key: location.key, usr: o.state ?? null }, '', createPath(location)] as const
    change({
      location,
      scroll: stays ? 'stay' : 'top',
      atOnce: o.options?.flushSync === true,
      enter: () => (o.replaces ? history.replaceState(...entry) : history.pushState(...entry)),
    })
  }

  /** Handles back, forward and links within the page, where the browser already shows the address. */
  function followHistory(): void {
    const location = locationHere()
    const isSamePage = location.pathname === current.location.pathname && location.hash !== ''
    change({ location, scroll: isSamePage ? 'stay' : 'return', atOnce: false, enter: undefined })
  }

  const navigator: Navigator = {
    createHref: hrefOf,
    createURL: (to) => new URL(hrefOf(to), location.origin),
    go: (steps) => history.go(steps),
    push: (to, state: unknown, options) => go(to, { state, replaces: false, options }),
    replace: (to, state: unknown, options) => go(to, { state, replaces: true, options }),
  }

  return {
    navigator,
    listen() {
      addEventListener('popstate', followHistory)
      return () => removeEventListener('popstate', followHistory)
    },
    /** Called when a page is on screen. */
    arrived(shown: Shown) {
      if (shown === current) endChange()
    },
  }
}

/** The browser's current address. */
export function locationHere(): Location {
  const { pathname, search, hash } = location
  const entry: unknown = history.state
  const { key = 'default', usr = null }: { key?: unknown; usr?: unknown } =
    typeof entry === 'object' && entry !== null ? entry : {}
  return { pathname, search, hash, state: usr, key: String(key) }
}

function locationOf(to: To, state: unknown): Location {
  const { pathname = location.pathname, search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to
  return { pathname, search, hash, state: state ?? null, key: crypto.getRandomValues(new Uint32Array(1)).join('') }
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

/** Loads the page from the server, since an update may have removed its code. Offline, the current page stays. */
async function openDocument(to: Location, error: unknown): Promise<void> {
  if (await checkConnection()) location.assign(createPath(to))
  else reportError(error)
}
