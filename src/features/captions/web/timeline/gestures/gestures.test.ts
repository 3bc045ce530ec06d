import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, toast } from '#platform/web/toast-store.ts'
import { CaptionServer, documentOf } from '../../../../../../tests/support/captions.ts'
import { openStore } from '../../../../../../tests/support/editor-store.ts'
import { cuesOf, restTime, timedCuesOf } from '../../../model/index.ts'
import { createPlayer } from '../../playback/player.ts'
import { selectedIds } from '../../store/selection.ts'
import { createGestures } from './gestures.ts'
import { NO_MEDIA } from '../timeline-media.ts'
import { createTimelineStore } from '../timeline-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of currentToasts()) toast.remove(id)
  vi.useRealTimers()
})

// Ten ms a pixel; words of 30 px without pauses: never lose a word again.

test('a drag changes the captions once, at its release', () => {
  const { drag, store, gestures } = start()
  drag('words', 135, 160)
  expect(store.getState().past).toHaveLength(0)
  gestures.release(1)
  expect(store.getState().past.map(({ label }) => label)).toEqual(['Retime a word'])
  expect(timesOf(store)).toEqual([0, 300, 600, 900, 1_450])
})

test('Escape leaves the captions unchanged', () => {
  const { drag, store, gestures, timeline } = start()
  drag('words', 135, 160)
  expect(timeline.getState().drag?.byMs).toBe(250)
  gestures.cancel()
  gestures.release(1)
  expect(timeline.getState().drag).toBeNull()
  expect(timesOf(store)).toEqual([0, 300, 600, 900, 1_200])
})

test('ripple moves all later words along', () => {
  const { drag, store, gestures, timeline } = start()
  timeline.actions.toggleMode('ripple')
  drag('words', 45, 65)
  gestures.release(1)
  expect(timesOf(store)).toEqual([0, 500, 800, 1_100, 1_400])
})

test('moves a caption with all its words', () => {
  const { drag, store, gestures } = start()
  drag('captions', 40, 60)
  gestures.release(1)
  expect(timesOf(store)).toEqual([200, 500, 800, 1_100, 1_400])
})

test('moves when a caption disappears, by its edge', () => {
  const { store, gestures } = start('owner', 'never lose. a word again.')
  const [before] = timedCuesOf(store.getState().doc)
  gestures.pressAt({ lane: 'captions', px: (before?.t1 ?? 0) / 10 - 1, isShift: false }, 1)
  gestures.move(1, (before?.t1 ?? 0) / 10 - 31, true)
  gestures.release(1)
  expect(store.getState().past.map(({ label }) => label)).toEqual(['Retime a caption'])
  expect(timedCuesOf(store.getState().doc)[0]?.t1).toBe((before?.t1 ?? 0) - 300)
})

test('moves the times by hand of a caption with its words', () => {
  const { drag, store, gestures } = start()
  store.actions.edit([{ type: 'setCueTimes', cues: [{ cueId: 'c1', t0: 0, t1: 2_000 }] }])
  drag('captions', 40, 60)
  gestures.release(1)
  expect(cuesOf(store.getState().doc)[0]).toMatchObject({ t0: 200, t1: 2_200 })
})

test('takes the playhead along for the picture and the sound, and back on Escape', () => {
  const { drag, gestures, player } = start()
  player.seek(3_000)
  drag('words', 135, 160)
  vi.advanceTimersByTime(500)
  expect(player.nowMs()).toBe(1_450)
  gestures.cancel()
  expect(player.nowMs()).toBe(3_000)
})

test('a click on a word or caption shows it at rest, with the playhead at its start', () => {
  const { store, gestures, player } = startWithTwo()
  const { doc } = store.getState()
  const [second, last] = [doc.words[1], doc.words[4]]
  if (second === undefined || last === undefined) throw new Error('no words')
  gestures.pressAt({ lane: 'words', px: 45, isShift: false }, 1)
  gestures.release(1)
  expect(player.nowMs() - second.t0).toBeLessThan(40)
  expect(player.drawing.nowMs()).toBe(restTime(doc, second))
  gestures.pressAt({ lane: 'captions', px: 100, isShift: false }, 1)
  gestures.release(1)
  expect(player.nowMs() - (doc.words[2]?.t0 ?? 0)).toBeLessThan(40)
  expect(player.drawing.nowMs()).toBe(restTime(doc, last))
})

test('dropped words, captions and starts are shown at rest from their first frame on', () => {
  for (const [lane, px, shownId] of [
    ['words', 75, 'w3'],
    ['captions', 100, 'w5'],
    ['words', 61, 'w3'],
  ] as const) {
    const { drag, store, gestures, player } = startWithTwo()
    drag(lane, px, px + 5)
    vi.advanceTimersByTime(500)
    gestures.release(1)
    const { doc } = store.getState()
    const [first, shown] = ['w3', shownId].map((id) => doc.words.find((word) => word.id === id))
    if (first === undefined || shown === undefined) throw new Error('no words')
    expect(player.nowMs(), 'no frame before its start').toBeGreaterThan(first.t0)
    expect(player.drawing.nowMs()).toBe(restTime(doc, shown))
  }
})

test('drags all selected words when one of them is dragged', () => {
  const { drag, store, gestures } = start()
  store.actions.select({ focus: 'w4', anchor: 'w5' })
  drag('words', 135, 155)
  gestures.release(1)
  expect(timesOf(store)).toEqual([0, 300, 600, 1_100, 1_400])
  expect(store.getState().selection).toEqual({ focus: 'w5', anchor: 'w4' })
})

test('drags all selected captions when one of them is dragged, each by the same offset', () => {
  for (const px of [30, 100]) {
    const { drag, store, gestures } = startWithTwo()
    store.actions.select({ focus: 'w4', anchor: 'w2' })
    drag('captions', px, px + 20)
    gestures.release(1)
    expect(timesOf(store)).toEqual([200, 500, 800, 1_100, 1_400])
    expect(store.getState().past).toHaveLength(2)
    expect(store.getState().selection).toEqual({ focus: 'w5', anchor: 'w1' })
  }
})

test('a caption beside the selected ones is dragged alone', () => {
  const { drag, store, gestures } = startWithTwo()
  store.actions.select({ focus: 'w2', anchor: 'w1' })
  drag('captions', 100, 120)
  gestures.release(1)
  expect(timesOf(store)).toEqual([0, 300, 800, 1_100, 1_400])
})

test('Shift extends a selection by whole captions, to either side', () => {
  for (const [first, second] of [
    [30, 100],
    [100, 30],
  ] as const) {
    const { store, gestures } = startWithTwo()
    for (const [px, isShift] of [
      [first, false],
      [second, true],
    ] as const) {
      gestures.pressAt({ lane: 'captions', px, isShift }, 1)
      gestures.release(1)
    }
    expect(selectedIds(store.getState().doc, store.getState().selection)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5'])
  }
})

test('while a drag stays at a snap or a limit, its preview stays the same', () => {
  const { drag, gestures, timeline } = start()
  drag('words', 45, 65)
  const preview = timeline.getState().drag?.preview
  gestures.move(1, 70, true)
  expect(timeline.getState().drag).toMatchObject({ byMs: 0, px: 70 })
  expect(timeline.getState().drag?.preview).toBe(preview)
  timeline.actions.toggleMode('ripple')
  gestures.move(1, 70, true)
  expect(timeline.getState().drag?.byMs).toBe(250)
  expect(timeline.getState().drag?.preview).not.toBe(preview)
})

test('snaps to the playhead, and not while Shift is held', () => {
  const { gestures, player, timeline } = start()
  player.seek(1_530)
  gestures.pressAt({ lane: 'words', px: 135, isShift: false }, 1)
  gestures.move(1, 165, false)
  expect(timeline.getState().drag).toMatchObject({ byMs: 330, snap: { kind: 'playhead', tMs: 1_530 } })
  gestures.move(1, 165, true)
  expect(timeline.getState().drag).toMatchObject({ byMs: 300, snap: null })
})

test("keeps another person's edit of a neighbour that arrives during a drag", async () => {
  const { drag, store, server, gestures } = await startLive()
  drag('words', 45, 55)
  server.changeElsewhere([{ type: 'retimeWords', words: [{ id: 'w3', t0: 640, t1: 900 }] }])
  await vi.advanceTimersByTimeAsync(100)
  gestures.release(1)
  // There is room now for 40 of the 100 ms.
  expect(timesOf(store)).toEqual([0, 340, 640, 900, 1_200])
})

test('says that the dragged word is gone when somebody else deletes it', async () => {
  const { drag, store, server, gestures, timeline } = await startLive()
  drag('words', 45, 55)
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w2'] }])
  await vi.advanceTimersByTimeAsync(100)
  gestures.move(1, 60, false)
  expect(currentToasts().map(({ message }) => message)).toEqual([
    'Somebody else changed these words while you were moving them. Nothing was moved.',
  ])
  gestures.release(1)
  expect(timeline.getState().drag).toBeNull()
  expect(store.getState().past).toHaveLength(0)
})

test('a viewer selects and seeks, but drags nothing', () => {
  const { drag, store, player, gestures } = start('viewer')
  drag('words', 135, 160)
  gestures.release(1)
  expect(timesOf(store)).toEqual([0, 300, 600, 900, 1_200])
  gestures.pressAt({ lane: 'words', px: 45, isShift: false }, 1)
  gestures.release(1)
  expect(store.getState().selection.focus).toBe('w2')
  expect(player.nowMs()).toBeGreaterThanOrEqual(300)
})

test('selects a range with Shift, and seeks on empty ground', () => {
  const { store, player, gestures } = start()
  for (const [px, isShift] of [
    [45, false],
    [105, true],
  ] as const) {
    gestures.pressAt({ lane: 'words', px, isShift }, 1)
    gestures.release(1)
  }
  expect(store.getState().selection).toEqual({ focus: 'w4', anchor: 'w2' })
  gestures.pressAt({ lane: 'waveform', px: 320, isShift: false }, 1)
  gestures.release(1)
  expect(player.nowMs()).toBe(3_200)
})

function timesOf({ getState }: ReturnType<typeof openStore>): number[] {
  return getState().doc.words.map(({ t0 }) => t0)
}

async function startLive() {
  const started = start()
  started.store.actions.follow()
  await vi.advanceTimersByTimeAsync(10)
  return started
}

/** Two captions: never lose, and the other three words. */
function startWithTwo() {
  const started = start()
  started.store.actions.edit([{ type: 'splitCue', before: 'w3', newId: 'c2' }])
  return started
}

function start(access: 'owner' | 'viewer' = 'owner', text = 'never lose a word again.') {
  const server = new CaptionServer(documentOf(text))
  server.access = access
  const store = openStore(server, { onProblem: (message) => toast.info(message) })
  const player = createPlayer(server.document.media)
  const timeline = createTimelineStore({ durMs: 5_000 })
  timeline.actions.resize(500)
  const gestures = createGestures({ editor: { store, player }, timeline, media: () => NO_MEDIA })
  return {
    server,
    store,
    player,
    timeline,
    gestures,
    /** Presses at one position and moves to another, without snapping. */
    drag(lane: 'words' | 'captions', fromPx: number, toPx: number) {
      gestures.pressAt({ lane, px: fromPx, isShift: false }, 1)
      gestures.move(1, toPx, true)
    },
  }
}
