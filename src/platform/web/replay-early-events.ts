import type { EarlyEvents } from './early-events.ts'

/**
 * Raises the events that React missed: for each field filled in and each panel opened before hydration. Call it in a
 * layout effect: React resets fields to its own state on the next render.
 */
export function announceEarlyChanges(): void {
  if (window.earlyEvents?.isLive !== false) return
  const announcements = [
    ...[...document.querySelectorAll('input, textarea, select')].flatMap((control) => announcementOf(control) ?? []),
    ...[...document.querySelectorAll(':popover-open')].map((panel) => () => announceOpening(panel)),
  ]
  // React applies a change synchronously only outside its own effects. Nobody can type before a microtask.
  queueMicrotask(() => announcements.forEach((announce) => announce()))
}

/** Repeats the held presses and submits once, in order. Call it after hydration. */
export async function replayEarlyEvents(): Promise<void> {
  const early = window.earlyEvents
  if (early === undefined || early.isLive) return
  // Runs after the change events, so that a form is sent as it was filled in.
  await new Promise((resolve) => setTimeout(resolve))
  await repeatHeld(early)
}

async function repeatHeld(early: EarlyEvents): Promise<void> {
  early.announce('')
  early.isLive = true
  for (const { element, repeat } of early.held.splice(0)) {
    delete element.dataset['held']
    element.ariaBusy = null
    element.ariaDisabled = null
    if (element.isConnected) repeat()
    // React applies the changes of a press in a microtask, before the next press.
    await Promise.resolve()
  }
}

/** Files dropped or pasted on this page while nothing accepted them; each is returned once. */
export function claimEarlyFiles(): readonly File[] {
  const early = window.earlyEvents
  if (early === undefined) return []
  const here = early.files.filter(({ path }) => path === location.pathname)
  early.files = early.files.filter(({ path }) => path !== location.pathname)
  return here.map(({ file }) => file)
}

/** Registers a part of the page that accepts files. @returns a function that removes it */
export function addFileTarget(): () => void {
  const early = window.earlyEvents
  if (early === undefined) return () => {}
  early.fileTargets += 1
  return () => void (early.fileTargets -= 1)
}

/** Announces the current value of a control; undefined if it has its initial value. */
function announcementOf(control: Element): (() => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const { value } = control
    const isInitial = [...control.options].every(({ selected, defaultSelected }) => selected === defaultSelected)
    return isInitial ? undefined : () => announceChoice(control, value)
  }
  if (control instanceof HTMLInputElement && control.type === 'file') {
    return control.files?.length === 0 ? undefined : () => announceChange(control)
  }
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const { checked, defaultChecked, type } = control
    // The checked radio button announces for its whole group.
    const isInitial = checked === defaultChecked || (type === 'radio' && !checked)
    return isInitial ? undefined : () => announceCheck(control, checked)
  }
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const { value, defaultValue } = control
    return value === defaultValue ? undefined : () => announceText(control, value)
  }
  return undefined
}

function announceChoice(select: HTMLSelectElement, value: string): void {
  select.value = value
  announceChange(select)
}

/** React ignores a click that leaves a box as React last saw it, so the box is reset first. */
function announceCheck(box: HTMLInputElement, checked: boolean): void {
  box.checked = !checked
  box.click()
}

/** React ignores an event without a new value, so the field is cleared first. */
function announceText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field
  const native = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  field.value = ''
  // The prototype's setter bypasses React, which tracks values set on the field itself.
  Reflect.set(native.prototype, 'value', value, field)
  if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function announceChange(control: Element): void {
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

function announceOpening(panel: Element): void {
  panel.dispatchEvent(new ToggleEvent('beforetoggle', { oldState: 'closed', newState: 'open' }))
}
