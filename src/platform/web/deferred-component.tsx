import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'
import { asAppError } from './app-error.ts'
import { whenIdle } from './idle.ts'

/** The longest wait for an idle moment, ms. */
const LONGEST_WAIT_MS = 2_000

/** A component whose code loads when it is first shown, or before. */
type DeferredComponent<Props> = ComponentType<Props> & {
  /** Loads the code now. What fails here is tried again when the component is shown. */
  preload(): void
}

/**
 * Defers the code of a component that is no part of the server's HTML. Unlike `lazy` under `Suspense`: after a fallback,
 * React shows the content at the earliest 300 ms later, and hydrates nothing meanwhile.
 * @param fallback shown until the code is loaded
 * @param o.isUrgent false loads it once the browser is idle, so that it delays nothing of the page; default true
 */
export function deferredComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
  { isUrgent = true }: { readonly isUrgent?: boolean } = {},
): DeferredComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load()
    return loaded
  }

  function Deferred(props: Props): ReactNode {
    const [late, setLate] = useState<{ readonly component?: ComponentType<Props>; readonly error?: unknown }>({})
    const component = late.component ?? loaded
    const isMissing = component === undefined
    useEffect(() => {
      if (!isMissing) return undefined
      const loadHere = () =>
        void loadOnce().then(
          (found) => setLate({ component: found }),
          (error: unknown) => setLate({ error }),
        )
      if (!isUrgent) return whenIdle(loadHere, { timeout: LONGEST_WAIT_MS })
      return loadHere()
    }, [isMissing])
    if (late.error !== undefined) throw asAppError(late.error)
    return component === undefined ? fallback : createElement(component, props)
  }
  return Object.assign(Deferred, { preload: () => void loadOnce().catch(() => undefined) })
}
