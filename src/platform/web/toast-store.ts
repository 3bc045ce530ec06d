/** The five kinds (spec §3). */
export type ToastType = 'success' | 'error' | 'info' | 'warning' | 'premium'

/** One message on screen (spec §3). */
export type Toast = {
  readonly id: string
  readonly type: ToastType
  readonly message: string
  readonly title: string | undefined
  /** Milliseconds on screen before it leaves by itself. */
  readonly duration: number
  readonly action: ToastAction | undefined
}

/** One thing that can be done about it; doing it takes the toast away. */
export type ToastAction = { readonly label: string; readonly onSelect: () => void }

/** Milliseconds a toast stays unless told otherwise (spec §9). */
const TOAST_DURATION_MS = 5_000
/** Milliseconds its exit takes (spec §9). */
export const TOAST_EXIT_MS = 300

/** What a caller may add to a message. `id` replaces the toast that has it, so progress can become success. */
export type ToastOptions = { title?: string; duration?: number; id?: string; action?: ToastAction }

/** Shows a message from anywhere. Each call answers the toast's id. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  premium: (message: string, options?: ToastOptions) => show('premium', message, options),
  /** Takes it away at once, without the exit animation. */
  remove: (id: string) => publish(toasts.filter((shown) => shown.id !== id)),
}

/** The toasts on screen, oldest first; a new array after each change. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** @returns a function that ends the subscription */
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
