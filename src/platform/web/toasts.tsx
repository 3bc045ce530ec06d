import { CircleAlert, CircleCheck, Info, Sparkles, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToasts, onToastsChange, toast, type Toast, TOAST_EXIT_MS, type ToastAction } from './toast-store.ts'

export { toast } from './toast-store.ts'

/**
 * The toast region; render it once per page. Toasts are announced (errors at once), stay while hovered, focused or in a
 * hidden tab, and appear above dialogs.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, none)
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id

  useEffect(() => {
    // Shown again for each new toast: the top layer stacks in the order of showing.
    if (newest === undefined) return region.current?.hidePopover()
    const holdsFocus = region.current?.contains(document.activeElement) === true
    if (!holdsFocus) region.current?.hidePopover()
    region.current?.showPopover()
  }, [newest])

  return (
    <section
      ref={region}
      popover="manual"
      aria-label="Notifications"
      className="pointer-events-none fixed inset-auto right-0 bottom-0 w-full max-w-[26rem] overflow-visible p-4 max-sm:max-w-none"
    >
      <div aria-live="polite" className="grid gap-2">
        {toasts.map((shown) => (
          <ToastCard key={shown.id} shown={shown} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ shown }: { shown: Toast }) {
  const [held, setHeld] = useState(false)
  const { leaving, leave } = useAutoDismiss(shown, held)
  const { icon: Icon, tone } = LOOK[shown.type]

  function blurred(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
  }

  return (
    <div
      role={shown.type === 'error' ? 'alert' : 'status'}
      data-type={shown.type}
      data-leaving={leaving || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={blurred}
      className="pointer-events-auto flex animate-[sheet-in_180ms_var(--ease-out)] items-start gap-3 rounded-lg border border-border-strong bg-raised p-3.5 text-sm text-text shadow-float transition-[opacity,transform] duration-300 data-leaving:translate-x-4 data-leaving:opacity-0"
    >
      <Icon aria-hidden="true" className={`mt-px size-[18px] shrink-0 ${tone}`} />
      <div className="min-w-0 grow wrap-anywhere">
        {shown.title !== undefined && <p className="font-semibold">{shown.title}</p>}
        <p className={shown.title === undefined ? undefined : 'text-muted'}>{shown.message}</p>
      </div>
      {shown.action !== undefined && <ToastButton action={shown.action} onDone={leave} />}
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={leave}
        className="hit-target grid size-5 shrink-0 place-items-center rounded-sm text-faint transition-colors hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

function ToastButton({ action, onDone }: { action: ToastAction; onDone: () => void }) {
  function select() {
    action.onSelect()
    onDone()
  }
  return (
    <button
      type="button"
      onClick={select}
      className="hit-target -my-0.5 shrink-0 rounded-sm px-1 py-0.5 font-semibold text-accent-text hover:underline"
    >
      {action.label}
    </button>
  )
}

/** Counts down while the toast is not held, then plays its exit and removes it. */
function useAutoDismiss(shown: Toast, held: boolean) {
  const { id, duration } = shown
  // A replacement under the same id starts over, even while its predecessor is leaving.
  const [left, setLeft] = useState<Toast>()
  const leaving = left === shown
  const remaining = useRef(duration)
  const hidden = useSyncExternalStore(
    onVisibilityChange,
    () => document.hidden,
    () => false,
  )
  const waits = !held && !hidden && !leaving

  useEffect(() => {
    remaining.current = duration
  }, [duration, shown])

  useEffect(() => {
    if (!waits) return
    const since = performance.now()
    const timer = setTimeout(() => setLeft(shown), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(0, remaining.current - (performance.now() - since))
    }
  }, [waits, shown])

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => toast.remove(id), TOAST_EXIT_MS)
    return () => clearTimeout(timer)
  }, [leaving, id])

  return { leaving, leave: useCallback(() => setLeft(shown), [shown]) }
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const NONE: readonly Toast[] = []
const none = () => NONE

const LOOK = {
  success: { icon: CircleCheck, tone: 'text-success' },
  error: { icon: CircleAlert, tone: 'text-error' },
  info: { icon: Info, tone: 'text-info' },
  warning: { icon: TriangleAlert, tone: 'text-warning' },
  premium: { icon: Sparkles, tone: 'text-premium' },
}
