import { cueIndex, cueSpan, cuesOf } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'
import { newId } from '../store/new-id.ts'
import { selectedIds } from '../store/selection.ts'
import { chosenCue, type Edge, moveCueEdge, nudgeWords, rollCues, rollWords, splitAt } from '../store/time-edits.ts'

/** An action of the playback controls, by key or by button. */
export type TransportAction = keyof typeof ACTIONS

/** Jump of “Back” and “Forward”, ms. */
const JUMP_MS = 3_000
/** A fine nudge, ms. */
const NUDGE_MS = 10

const ACTIONS = {
  toggle: ({ player }) => player.toggle(),
  stop: ({ player }) => player.pause(),
  /** Halves a doubled speed; at the chosen speed it jumps back, since a browser cannot play backward. */
  slower: ({ player }) => {
    if (!player.slower()) player.seek(player.nowMs() - JUMP_MS)
  },
  faster: ({ player }) => (player.isPlaying() ? player.faster() : player.play()),
  back: ({ player }) => player.seek(player.nowMs() - JUMP_MS),
  forward: ({ player }) => player.seek(player.nowMs() + JUMP_MS),
  frameBack: (editor) => editor.player.seek(editor.player.nowMs() - frameMsOf(editor)),
  frameForward: (editor) => editor.player.seek(editor.player.nowMs() + frameMsOf(editor)),
  loopFrom: ({ player, store }) => {
    const now = Math.round(player.nowMs())
    const { durMs } = store.getState().doc.media
    const end = player.settings().loop?.t1 ?? durMs
    if (now < durMs) player.loop({ t0: now, t1: end > now ? end : durMs })
  },
  loopTo: ({ player }) => {
    const now = Math.round(player.nowMs())
    const start = player.settings().loop?.t0 ?? 0
    if (now > 0) player.loop({ t0: start < now ? start : 0, t1: now })
  },
  loopCaption: ({ player, store }) => {
    const { doc, selection } = store.getState()
    const cue = chosenCue(doc, selection.focus, player.nowMs())
    if (player.settings().loop !== null || cue === undefined) return player.loop(null)
    const span = cueSpan(doc, cue)
    player.loop(span)
    player.seekInto(span)
  },
  loopNothing: ({ player }) => player.loop(null),
  addMarker: ({ player, store }) => {
    store.actions.edit([{ type: 'addMarker', marker: { id: newId(), t: Math.round(player.nowMs()) } }])
  },
  split: ({ player, store }) => {
    store.actions.edit(splitAt(store.getState().doc, player.nowMs()))
  },
  nudgeBack: (editor) => nudge(editor, -NUDGE_MS),
  nudgeForward: (editor) => nudge(editor, NUDGE_MS),
  nudgeFrameBack: (editor) => nudge(editor, -frameMsOf(editor)),
  nudgeFrameForward: (editor) => nudge(editor, frameMsOf(editor)),
  rollStart: (editor) => roll(editor, 0),
  rollEnd: (editor) => roll(editor, 1),
  rollCaptionStart: (editor) => rollCaption(editor, 't0'),
  rollCaptionEnd: (editor) => rollCaption(editor, 't1'),
} satisfies Record<string, (editor: OpenEditor) => void>

/** Performs an action of the playback controls. */
export function doTransport(editor: OpenEditor, action: TransportAction): void {
  ACTIONS[action](editor)
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>

/** The action of a key outside text fields. */
export function transportActionOf({ key, shiftKey, altKey }: Key): TransportAction | undefined {
  if (altKey) return (shiftKey ? ALT_SHIFT : ALT)[key]
  const name = key.length === 1 ? key.toLowerCase() : key
  return (shiftKey ? SHIFT : PLAIN)[name]
}

type Keys = Readonly<Record<string, TransportAction>>

const ALWAYS: Keys = {
  i: 'loopFrom',
  o: 'loopTo',
  m: 'addMarker',
  r: 'loopCaption',
  x: 'loopNothing',
  '{': 'rollStart',
  '}': 'rollEnd',
  '(': 'rollCaptionStart',
  ')': 'rollCaptionEnd',
}
const PLAIN: Keys = {
  ...ALWAYS,
  ' ': 'toggle',
  k: 'stop',
  j: 'slower',
  l: 'faster',
  ',': 'frameBack',
  '.': 'frameForward',
}
/** On a word, I and M edit it; with Shift they mean the same everywhere. */
const SHIFT: Keys = { ...ALWAYS, k: 'stop', j: 'back', l: 'forward', s: 'split' }
const ALT: Keys = { ArrowLeft: 'nudgeBack', ArrowRight: 'nudgeForward' }
const ALT_SHIFT: Keys = { ArrowLeft: 'nudgeFrameBack', ArrowRight: 'nudgeFrameForward' }

function nudge({ store }: OpenEditor, byMs: number): void {
  const { doc, selection } = store.getState()
  store.actions.edit(nudgeWords(doc, selectedIds(doc, selection), byMs))
}

/** Moves the edge between two words to the playhead. @param side 0 for the start of the selection, 1 for its end */
function roll({ player, store }: OpenEditor, side: 0 | 1): void {
  const { doc, selection } = store.getState()
  const ids = selectedIds(doc, selection)
  const last = doc.words.findIndex(({ id }) => id === ids.at(-side))
  const word = doc.words[last + side]
  if (ids.length > 0 && word !== undefined) store.actions.edit(rollWords(doc, word, player.nowMs()))
}

/** Moves the edge between the chosen caption and its neighbour to the playhead; the first and last edge move alone. */
function rollCaption({ player, store }: OpenEditor, edge: Edge): void {
  const { doc, selection } = store.getState()
  const now = player.nowMs()
  const cue = chosenCue(doc, selection.focus, now)
  if (cue === undefined) return
  const earlier = edge === 't1' ? cue : cuesOf(doc)[cueIndex(doc, cue.id) - 1]
  store.actions.edit(earlier === undefined ? moveCueEdge(doc, cue, edge, now) : rollCues(doc, earlier, now))
}

function frameMsOf({ store }: OpenEditor): number {
  const { n, d } = store.getState().doc.media.fps
  return (1_000 * d) / n
}
