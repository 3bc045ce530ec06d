import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FileButton } from '#ui/file-button.tsx'
import { EARLY_EVENTS_SCRIPT, EARLY_STATUS_ID, type EarlyEvents } from './early-events.ts'
import { announceEarlyChanges, addFileTarget, replayEarlyEvents, claimEarlyFiles } from './replay-early-events.ts'

/** The length of the source; the build drops its comments. */
const SCRIPT_LIMIT = 3_500

let root: Root | undefined

// The script runs once and listens as long as the document exists, so each test resets its state.
beforeAll(() => {
  const script = document.createElement('script')
  script.textContent = EARLY_EVENTS_SCRIPT
  document.head.append(script)
  script.remove()
})
afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
  Object.assign(early(), { held: [], files: [], fileTargets: 0, isLive: false })
})
afterAll(() => {
  early().isLive = true
  delete window.earlyEvents
})

test('the script stays small and cannot close its own element', () => {
  expect(EARLY_EVENTS_SCRIPT.length).toBeLessThan(SCRIPT_LIMIT)
  expect(EARLY_EVENTS_SCRIPT).not.toContain('</')
})

test('scripts that fail before the status is parsed are reported once it is there', () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument: parsed } = frame
  if (parsed === null) throw new Error('no document')
  const [script, preload, status] = [
    parsed.createElement('script'),
    parsed.createElement('link'),
    parsed.createElement('p'),
  ]
  script.textContent = EARLY_EVENTS_SCRIPT
  preload.rel = 'modulepreload'
  parsed.head.append(script, preload)
  preload.dispatchEvent(new Event('error'))
  status.id = EARLY_STATUS_ID
  parsed.body.append(status)
  parsed.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
  expect(status.textContent).toBe('This page could not be loaded. Check your connection and reload it.')
})

test('holds a submit, says so, and repeats it once with what every kind of field holds', async () => {
  const sent: Entered[] = []
  draw(<Form onSend={(entered) => sent.push(entered)} />)
  await page.getByLabelText('Name').fill('Ada')
  await page.getByLabelText('Password').fill('violet-harbour')
  await page.getByLabelText('Message').fill('Hello')
  await page.getByLabelText('Topic').selectOptions('Billing')
  await page.getByLabelText('Minutes').fill('7')
  await page.getByRole('checkbox', { name: 'I agree' }).click()
  await page.getByRole('radio', { name: 'Yearly' }).click()
  await hydrate(<Form onSend={(entered) => sent.push(entered)} />)
  await page.getByRole('button', { name: 'Send' }).click()
  await userEvent.type(page.getByLabelText('Name'), '{Enter}')
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByRole('status')).toMatchTextContent('Your form is sent as soon as')
  expect(sent).toEqual([])

  await replayEarlyEvents()
  const entered = { name: 'Ada', password: 'violet-harbour', message: 'Hello', topic: 'billing', minutes: '7' }
  await expect.poll(() => sent).toEqual([{ ...entered, agrees: true, interval: 'year' }])
  await expect.element(page.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
  await page.getByRole('button', { name: 'Send' }).click()
  expect(sent).toHaveLength(2)
})

test('repeats presses in their order, each button once', async () => {
  const pressed: string[] = []
  draw(<Presses onPress={(name) => pressed.push(name)} />)
  await hydrate(<Presses onPress={(name) => pressed.push(name)} />)
  for (const name of ['B', 'A', 'B']) await press(name)
  expect(pressed).toEqual([])
  await replayEarlyEvents()
  await expect.poll(() => pressed).toEqual(['B', 'A'])
})

test('keeps the cursor in place during hydration', async () => {
  draw(<Form onSend={() => {}} />)
  const name = await page.getByLabelText('Name').findElement()
  if (!(name instanceof HTMLInputElement)) throw new Error('no field')
  await page.getByLabelText('Name').fill('Ada')
  name.setSelectionRange(1, 2)
  await hydrate(<Form onSend={() => {}} />)
  await replayEarlyEvents()
  await expect.element(page.getByText('Hello Ada')).toBeVisible()
  expect([name.selectionStart, name.selectionEnd]).toEqual([1, 2])
})

test('passes on a file chosen before hydration, once', async () => {
  const taken: string[] = []
  const take = (files: readonly File[]) => taken.push(...files.map(({ name }) => name))
  const button = (
    <FileButton accept="video/*" onFiles={take}>
      Choose a video
    </FileButton>
  )
  draw(button)
  await page.getByLabelText('Choose a video').upload(new File(['x'], 'clip.mp4'))
  await hydrate(button)
  await replayEarlyEvents()
  await expect.poll(() => taken).toEqual(['clip.mp4'])
})

test('holds dropped and pasted files for their page until it accepts files', () => {
  expect(raise('dragover', 'early.mp4').defaultPrevented).toBe(true)
  expect(raise('drop', 'early.mp4').defaultPrevented).toBe(true)
  raise('paste', 'pasted.mp4')
  early().files = [...early().files, { file: new File([], 'other.mp4'), path: '/elsewhere' }]
  expect(claimEarlyFiles().map(({ name }) => name)).toEqual(['early.mp4', 'pasted.mp4'])
  expect(claimEarlyFiles()).toEqual([])

  const end = addFileTarget()
  raise('drop', 'taken.mp4')
  end()
  expect(claimEarlyFiles()).toEqual([])
  expect(raise('dragover', undefined).defaultPrevented).toBe(false)
})

test('reports a script that fails to load, even after later presses', async () => {
  draw(<Presses onPress={() => {}} />)
  const script = document.createElement('script')
  script.type = 'module'
  script.src = '/assets/gone.js'
  document.body.append(script)
  await expect.element(page.getByRole('status')).toMatchTextContent('could not be loaded')
  await press('A')
  await expect.element(page.getByRole('status')).toMatchTextContent('could not be loaded')
})

type Entered = Record<'name' | 'password' | 'message' | 'topic' | 'minutes' | 'interval', string> & { agrees: boolean }

/** Controlled fields: a change of one renders all of them again. */
function Form({ onSend }: { onSend: (entered: Entered) => void }) {
  const [entered, setEntered] = useState<Entered>({ ...EMPTY })
  const set = (change: Partial<Entered>) => setEntered((before) => ({ ...before, ...change }))
  function send(event: FormEvent) {
    event.preventDefault()
    onSend(entered)
  }
  return (
    <form method="post" onSubmit={send}>
      <input aria-label="Name" value={entered.name} onChange={({ target }) => set({ name: target.value })} />
      <input
        aria-label="Password"
        type="password"
        value={entered.password}
        onChange={({ target }) => set({ password: target.value })}
      />
      <textarea
        aria-label="Message"
        value={entered.message}
        onChange={({ target }) => set({ message: target.value })}
      />
      <select aria-label="Topic" value={entered.topic} onChange={({ target }) => set({ topic: target.value })}>
        <option value="help">Help</option>
        <option value="billing">Billing</option>
      </select>
      <input
        aria-label="Minutes"
        type="range"
        max="9"
        value={entered.minutes}
        onChange={({ target }) => set({ minutes: target.value })}
      />
      <input
        aria-label="I agree"
        type="checkbox"
        checked={entered.agrees}
        onChange={({ target }) => set({ agrees: target.checked })}
      />
      {['month', 'year'].map((interval) => (
        <input
          key={interval}
          aria-label={interval === 'month' ? 'Monthly' : 'Yearly'}
          type="radio"
          name="interval"
          checked={entered.interval === interval}
          onChange={() => set({ interval })}
        />
      ))}
      <p>Hello {entered.name}</p>
      <button type="submit">Send</button>
    </form>
  )
}

const EMPTY = { name: '', password: '', message: '', topic: 'help', minutes: '3', interval: 'month', agrees: false }

function Presses({ onPress }: { onPress: (name: string) => void }) {
  return ['A', 'B'].map((name) => (
    <button key={name} type="button" onClick={() => onPress(name)}>
      {name}
    </button>
  ))
}

/** The page before its scripts: server HTML without listeners. */
function draw(content: ReactNode): void {
  const drawn = document.createElement('div')
  const drawing = createRoot(drawn)
  flushSync(() => drawing.render(content))
  document.body.innerHTML = `<p id="${EARLY_STATUS_ID}" role="status"></p><div id="app">${drawn.innerHTML}</div>`
  drawing.unmount()
}

/** Hydrates the page, which repeats held events through {@link replayEarlyEvents}. */
async function hydrate(content: ReactNode): Promise<void> {
  const app = document.getElementById('app')
  if (app === null) throw new Error('nothing is drawn')
  await new Promise<void>((resolve) => {
    root = hydrateRoot(app, <Page onAlive={resolve}>{content}</Page>)
  })
}

function Page({ onAlive, children }: { onAlive: () => void; children: ReactNode }) {
  useLayoutEffect(announceEarlyChanges, [])
  useEffect(onAlive, [onAlive])
  return children
}

/** Clicks a button even while it is disabled. */
async function press(name: string): Promise<void> {
  const button = await page.getByRole('button', { name }).findElement()
  if (button instanceof HTMLElement) button.click()
}

function early(): EarlyEvents {
  if (window.earlyEvents === undefined) throw new Error('the script did not run')
  return window.earlyEvents
}

/** An event with a file, or with text if none is named. */
function raise(type: 'dragover' | 'drop' | 'paste', file: string | undefined): Event {
  const data = new DataTransfer()
  if (file === undefined) data.setData('text/plain', 'a text')
  else data.items.add(new File(['x'], file))
  const init = { bubbles: true, cancelable: true }
  const event =
    type === 'paste'
      ? new ClipboardEvent(type, { ...init, clipboardData: data })
      : new DragEvent(type, { ...init, dataTransfer: data })
  document.body.dispatchEvent(event)
  return event
}
