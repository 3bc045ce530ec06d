/** A press or submit held until hydration: the button that shows it, and a function that repeats it. */
type HeldEvent = { readonly element: HTMLElement; readonly repeat: () => void }

/** User input before hydration, for `replay-early-events.ts`. */
export type EarlyEvents = {
  /** In order of arrival. */
  readonly held: HeldEvent[]
  /** Files dropped or pasted while no part of the page accepted files, with the path of that page. */
  files: readonly { readonly file: File; readonly path: string }[]
  /** The number of parts on screen that accept files. */
  fileTargets: number
  /** True once the page is hydrated and handles its own events. */
  isLive: boolean
  /** Shows and announces a status; does nothing after hydration. */
  readonly announce: (text: string) => void
}

declare global {
  interface Window {
    /** Set by {@link EARLY_EVENTS_SCRIPT}; absent if the document has no scripts. */
    earlyEvents?: EarlyEvents
  }
}

/** The id of the status element. */
export const EARLY_STATUS_ID = 'early-status'

/**
 * Runs first in the document's head. Until hydration it holds submits, and presses of buttons that need scripts, so
 * that none is lost and no form leaves the page; links, menus and fields work natively. A dropped file never replaces
 * the document. The server allows the script by its hash.
 */
export const EARLY_EVENTS_SCRIPT = `(${recordEarlyEvents.toString()})()`

/** Serialised with `toString()`: it may not use anything outside its body. */
function recordEarlyEvents(): void {
  const early: EarlyEvents = { held: [], files: [], fileTargets: 0, isLive: false, announce }
  let hasFailed = false
  window.earlyEvents = early

  function announce(text: string, isLast = false): void {
    const status = document.getElementById('early-status')
    if (status && !early.isLive && !hasFailed) status.textContent = text
    hasFailed ||= isLast
  }
  function hold(event: Event, element: HTMLElement, repeat: () => void): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if ('held' in element.dataset) return
    element.dataset['held'] = ''
    early.held.push({ element, repeat })
    element.ariaBusy = 'true'
    element.ariaDisabled = 'true'
  }

  addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (early.isLive || !(form instanceof HTMLFormElement)) return
      hold(event, submitter ?? form, () => form.requestSubmit(submitter))
      announce('Your form is sent as soon as the page has loaded.')
    },
    true,
  )
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (early.isLive || button?.type !== 'button' || button.popoverTargetElement) return
      hold(event, button, () => button.click())
      announce('One moment: the page is still loading.')
    },
    true,
  )
  function receive(event: DragEvent | ClipboardEvent): void {
    const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData
    if (!data?.types.includes('Files')) return
    if (event.type !== 'paste') event.preventDefault()
    if (event.type === 'dragover' || early.fileTargets > 0) return
    const files = [...data.files].map((file) => ({ file, path: location.pathname }))
    early.files = [...early.files, ...files]
    announce('One moment: the page is still loading.')
  }
  for (const type of ['dragover', 'drop', 'paste'] as const) addEventListener(type, receive)
  function noteError({ target }: Event): void {
    const isPreload = target instanceof HTMLLinkElement && target.rel === 'modulepreload'
    if (!isPreload && !(target instanceof HTMLScriptElement)) return
    // The status may not be parsed yet.
    if (document.getElementById('early-status')) sayFailed()
    else addEventListener('DOMContentLoaded', sayFailed)
  }
  const sayFailed = () => announce('This page could not be loaded. Check your connection and reload it.', true)
  addEventListener('error', noteError, true)
}
