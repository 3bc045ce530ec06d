import { useSyncExternalStore } from 'react'

/** Light or dark (spec §3). */
export type Theme = 'light' | 'dark'

const STORED_AS = 'theme'
const SYSTEM_LIGHT = '(prefers-color-scheme: light)'

/**
 * Runs in the page's head before the first paint, so that no other theme flashes: the stored choice, else the system's
 * colour scheme, else dark. The server allows it by its hash; keep it free of variables.
 */
export const THEME_SCRIPT = `(function(){var t=null;try{t=localStorage.getItem('${STORED_AS}')}catch(e){/* storage is blocked: follow the system */}if(t!=='light'&&t!=='dark')t=matchMedia('${SYSTEM_LIGHT}').matches?'light':'dark';document.documentElement.dataset.theme=t})()`

/** The current theme. Dark in the server's HTML, which is the same for everybody, and right after mounting. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shown, () => 'dark')
}

/** Applies a theme and stores it for all tabs. */
export function chooseTheme(theme: Theme): void {
  store(theme)
  apply()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) listen(true)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) listen(false)
  }
}

/** Follows the system while nothing is stored, and other tabs always. */
function listen(on: boolean): void {
  const system = matchMedia(SYSTEM_LIGHT)
  if (on) {
    system.addEventListener('change', apply)
    addEventListener('storage', apply)
  } else {
    system.removeEventListener('change', apply)
    removeEventListener('storage', apply)
  }
}

function apply(): void {
  document.documentElement.dataset['theme'] = stored() ?? (matchMedia(SYSTEM_LIGHT).matches ? 'light' : 'dark')
  for (const listener of listeners) listener()
}

function shown(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
}

/** For this page only, if the browser refuses storage. */
let unsaved: Theme | undefined

function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(STORED_AS)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch (error) {
    return refusedStorage(error, unsaved)
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED_AS, theme)
  } catch (error) {
    unsaved = refusedStorage(error, theme)
  }
}

/** Storage may be blocked by the browser's settings; anything else is a defect. */
function refusedStorage<T>(error: unknown, otherwise: T): T {
  if (error instanceof DOMException) return otherwise
  throw error
}
