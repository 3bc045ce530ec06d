/** The five kinds (spec §3). */
export type ToastType = 'success' | 'error' | 'info' | 'warning' | 'premium'

/** One message on screen (spec §3). */
export type Toast = {
  readonly id: string
  readonly type: ToastType
  readonly message: string
  readonly title: string | undefined
  /** Milliseconds on screen before it disappears. */
  readonly duration: number
  readonly action: ToastAction | undefined
}

/** An action on the toast; selecting it dismisses the toast. */
export type ToastAction = { readonly label: string; readonly onSelect: () => void }

/** Default duration in milliseconds (spec §9). */
const TOAST_DURATION_MS = 5_000
/** Duration of the exit animation in milliseconds (spec §9). */
export const TOAST_EXIT_MS = 300

/** Options of a toast. A toast with the same `id` is replaced, so progress can become success. */
export type ToastOptions = { title?: string; duration?: number; id?: string; action?: ToastAction }

/** Shows a message from anywhere. Each call returns the toast's id. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  premium: (message: string, options?: ToastOptions) => show('premium', message, options),
  /** Removes it at once, without the exit animation. */
  remove: (id: string) => publish(toasts.filter((shown) => shown.id !== id)),
}

/** The toasts on screen, oldest first; a new array after each change. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Subscribes to changes. @returns a function that unsubscribes */
export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

function show(
  type: ToastType,
  message: string,
  { title, duration = TOAST_DURATION_MS, id = `toast-${(made += 1)}`, action }: ToastOptions = {},
): string {
  const next: Toast = { id, type, message, title, duration, action }
  const replaces = toasts.some((shown) => shown.id === id)
  publish(replaces ? toasts.map((shown) => (shown.id === id ? next : shown)) : [...toasts, next])
  return id
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
