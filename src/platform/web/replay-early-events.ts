import type { EarlyEvents } from './early-events.ts'

/**
 * Raises the events that React missed: for each field that was filled in, and each panel that was opened, before React
 * took the page over. Call it in a layout effect: React puts fields back to its own state when it next draws them.
 */
export function announceEarlyChanges(): void {
  if (window.earlyEvents?.isLive !== false) return
  const announcements = [
    ...[...document.querySelectorAll('input, textarea, select')].flatMap((control) => announcementOf(control) ?? []),
    ...[...document.querySelectorAll(':popover-open')].map((panel) => () => announceOpening(panel)),
  ]
  // React applies a change at once only outside of its own effects. Nobody can type before a microtask.
  queueMicrotask(() => announcements.forEach((announce) => announce()))
}

/** Repeats once, in their order, the presses and submits that were held. Call it when the page is alive. */
export async function replayEarlyEvents(): Promise<void> {
  const early = window.earlyEvents
  if (early === undefined || early.isLive) return
  // After the changes: what is sent is what was entered.
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
    // React applies what a press changed in a microtask: the next one finds it.
    await Promise.resolve()
  }
}

/** Files that were dropped or pasted on this page while nothing took them; each is returned once. */
export function claimEarlyFiles(): readonly File[] {
  const early = window.earlyEvents
  if (early === undefined) return []
  const here = early.files.filter(({ path }) => path === location.pathname)
  early.files = early.files.filter(({ path }) => path !== location.pathname)
  return here.map(({ file }) => file)
}

/** Says that a part of the page takes files from now on, until the returned function is called. */
export function addFileTarget(): () => void {
  const early = window.earlyEvents
  if (early === undefined) return () => {}
  early.fileTargets += 1
  return () => void (early.fileTargets -= 1)
}

/** What announces the value a control has now; undefined while it has its initial one. */
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
    // Of a group of radio buttons, the chosen one speaks for all.
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

/** React ignores a click that leaves a box as React last saw it. */
function announceCheck(box: HTMLInputElement, checked: boolean): void {
  box.checked = !checked
  box.click()
}

/** React ignores an event that brings the value React last saw: it is shown the initial one first. */
function announceText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = field
  const native = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  field.value = ''
  // Past React, which sees every value that is set on the field itself.
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
