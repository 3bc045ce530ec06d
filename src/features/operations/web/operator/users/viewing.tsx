import type { VIEW_COOKIE } from '../../../model/operator-views.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { useMounted } from '#platform/web/use-mounted.ts'

/** Loaded only in the browser of an operator who views an account. */
const ViewingBar = deferredComponent(async () => (await import('./viewing-bar.tsx')).ViewingBar, null)

/**
 * The name alone: its module would bring the schemas of operators to every page. A cookie that merely contains it loads
 * the bar's code, which then shows nothing.
 */
const COOKIE: typeof VIEW_COOKIE = 'viewing'

/** Names the viewed user on every page, while an operator views their account. */
export function ViewingNotice() {
  return useMounted() && document.cookie.includes(COOKIE) ? <ViewingBar /> : null
}
