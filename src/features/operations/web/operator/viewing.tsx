import type { VIEW_COOKIE } from '../../model/operator-views.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { useMounted } from '#platform/web/use-mounted.ts'

/** Only browsers of operators who view the pages of a user load it. */
const ViewingBar = deferredComponent(async () => (await import('./viewing-bar.tsx')).ViewingBar, null)

/**
 * The name alone: its module would bring the schemas of operators to every page. A cookie that merely contains it loads
 * the bar's code, which then shows nothing.
 */
const COOKIE: typeof VIEW_COOKIE = 'viewing'

/** Says on every page whose pages these are, while an operator views them. */
export function Viewing() {
  return useMounted() && document.cookie.includes(COOKIE) ? <ViewingBar /> : null
}
