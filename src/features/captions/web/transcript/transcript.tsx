import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import { classNames } from '#ui/class-names.ts'
import {
  type CaptionDocument,
  cueIndex,
  cueIndexAt,
  cuesOf,
  directionOf,
  type TimedCue,
  timedCuesOf,
  wordIndex,
} from '../../model/index.ts'
import { lowContrastOf } from '../contrast/check-contrast.ts'
import { CueRow } from './cue-row.tsx'
import { useDocument, useEditor, useOpenEditor } from '../store/editor-context.ts'
import { currentMatch, type FindState, matchesOf } from '../store/find-state.ts'
import { acceptSuggestions } from './keyword-suggestions.tsx'
import { selectedRange } from '../store/selection.ts'
import { wordActionOf } from './transcript-keys.ts'
import { useDragSelection, wordAt } from './use-drag-selection.ts'
import { useMovedPress } from './use-moved-press.ts'
import { runsOf, useRowWindow } from './use-row-window.ts'
import { seekToCue, seekToWord } from '../playback/seek-to-word.ts'
import { useSelectionInView } from './use-selection-in-view.ts'
import { useSpokenWord } from '../playback/use-spoken-word.ts'
import { doWordAction } from './word-actions.ts'
import type { MenuPlace } from './word-menu.tsx'

/** Loaded when it is first opened. */
const WordMenu = lazy(async () => ({ default: (await import('./word-menu.tsx')).WordMenu }))

/**
 * The words as an editable text. One word is in the tab order; arrow keys move to the others. A long list renders only
 * rows around the screen, and those of the focused word, the edited word and the current match.
 */
export function Transcript() {
  const editor = useOpenEditor()
  const doc = useDocument()
  const selection = useEditor((state) => state.selection)
  const typing = useEditor((state) => state.typing)
  const { wordIds: commented } = useEditor((state) => state.comments.words)
  const marks = useEditor(({ suggest }) => suggest.marks)
  const find = useEditor((state) => state.find)
  const rows = timedCuesOf(doc)
  const direction = directionOf(doc)
  const list = useRef<HTMLOListElement>(null)
  const { found, currentId } = useMemo(() => foundWords(doc, find), [doc, find])
  const covered = useEditor((state) => state.covered)
  const contrast = useEditor((state) => state.contrast)
  const isSelecting = useEditor((state) => state.isSelecting)
  const suggestions = useEditor((state) => state.suggestions)
  const range = selectedRange(doc, selection)
  const [menu, setMenu] = useState<MenuPlace>()
  const tabId =
    selection.focus !== null && rowOf(doc, selection.focus) >= 0 ? selection.focus : (doc.words[0]?.id ?? null)
  const tabRow = rowOf(doc, tabId)
  const isGrowing = useEditor((state) => state.isOpening)
  const shown = useRowWindow(list, { count: rows.length, isGrowing })
  const runs = runsOf(rows.length, shown, [tabRow, rowOf(doc, typing?.wordId), rowOf(doc, currentId)])
  const drag = useDragSelection(list)
  useMovedPress(list, (event, id) => pressWord(event, editor, { id, selectedBefore: null }))
  useSpokenWord(list, shown)
  useFocusOnSelected(list, selection.focus, typing !== null)
  useSelectionInView(list, selection.focus)
  useRestoredFocus(list, { doc, focus: typing === null ? selection.focus : null })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for the buttons inside
    <ol
      ref={list}
      aria-label="Transcript"
      dir={direction}
      lang={doc.lang === 'und' ? undefined : doc.lang}
      {...drag.handlers}
      // For a pointer, the click that follows the focus selects, since it knows the Shift key.
      onFocus={(event) => drag.isPressed() || selectFocused(event, editor)}
      onClick={(event) => press(event, editor, drag.tappedSelection())}
      onDoubleClick={(event) => pressTwice(event, editor)}
      onContextMenu={(event) => setMenu(openMenu(event, editor))}
      onKeyDown={(event) => key(event, editor)}
      className={classNames('relative grid content-start gap-0.5 select-none', isSelecting && 'touch-none')}
    >
      {runs.flatMap(({ from, to, isRendered }) =>
        isRendered
          ? rows
              .slice(from, to)
              .map((row, at) => (
                <CueRow
                  key={row.cue.id}
                  row={row}
                  place={shown.isWhole ? null : from + at}
                  count={shown.isWhole ? null : rows.length}
                  tabId={from + at === tabRow ? tabId : null}
                  {...selectedIn(doc, row, range)}
                  found={hasWordIn(row, found) ? found : null}
                  suggestions={suggestions !== null && hasWordIn(row, suggestions) ? suggestions : null}
                  commented={hasWordIn(row, commented) ? commented : null}
                  speakers={doc.speakers ?? null}
                  speakerBefore={speakerBefore(rows, from + at)}
                  coveredBy={covered?.cueIds.has(row.cue.id) ? covered.label : null}
                  lowContrast={lowContrastOf(contrast, row.cue.id)}
                  marks={hasWordIn(row, marks) ? marks : null}
                  typing={typing !== null && row.words.some(({ id }) => id === typing.wordId) ? typing : null}
                />
              ))
          : [<Gap key={`before ${to}`} height={(to - from) * shown.rowHeight} />],
      )}
      {menu !== undefined && (
        <Suspense>
          <WordMenu place={menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </ol>
  )
}

/** The space of rows that are not rendered. Never a scroll anchor. */
function Gap({ height }: { height: number }) {
  return <li role="presentation" className="[overflow-anchor:none]" style={{ height }} />
}

function hasWordIn({ words }: TimedCue, ids: { readonly size: number; has(id: string): boolean }): boolean {
  return ids.size > 0 && words.some(({ id }) => ids.has(id))
}

/** The selected words of a row, by their indexes in it. */
function selectedIn(doc: CaptionDocument, { words }: TimedCue, range: ReturnType<typeof selectedRange>) {
  const start = wordIndex(doc, words[0]?.id ?? '')
  const selectedFrom = range === null ? -1 : Math.max(range.first - start, 0)
  const selectedTo = range === null ? -1 : Math.min(range.last - start, words.length - 1)
  return selectedFrom > selectedTo ? NOT_SELECTED : { selectedFrom, selectedTo }
}

const NOT_SELECTED = { selectedFrom: -1, selectedTo: -1 }

/** Who speaks the last word before a row. */
function speakerBefore(rows: readonly TimedCue[], at: number): string | undefined {
  return rows[at - 1]?.words.at(-1)?.speaker
}

/** The row of a word; -1 for none. */
function rowOf(doc: CaptionDocument, wordId: string | null | undefined): number {
  const place = wordId === null || wordId === undefined ? -1 : wordIndex(doc, wordId)
  return place < 0 ? -1 : cueIndexAt(doc, place)
}

/** @param selectedBefore the word that alone was selected before this tap: a second tap edits it, however late */
function press(event: MouseEvent, editor: ReturnType<typeof useOpenEditor>, selectedBefore: string | null) {
  const cueId = cueOfTime(event.target)
  const id = wordAt(event.target)
  if (cueId !== undefined) seekToCue(editor, cueId)
  if (id !== undefined) pressWord(event, editor, { id, selectedBefore })
}

function pressWord(
  event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  editor: ReturnType<typeof useOpenEditor>,
  { id, selectedBefore }: { id: string; selectedBefore: string | null },
) {
  const { store, player } = editor
  if (!event.shiftKey && acceptSuggestions(editor, id)) return store.actions.select({ focus: id, anchor: id })
  const { doc, selection, isSelecting } = store.getState()
  if (wordIndex(doc, id) < 0) return
  const isExtended = event.shiftKey || isSelecting
  store.actions.select({ focus: id, anchor: isExtended ? (selection.anchor ?? id) : id })
  seekToWord(editor, id)
  if (event.ctrlKey || event.metaKey) player.play()
  if (id === selectedBefore) doWordAction(editor, { type: 'edit' })
}

/** Edits a word, or selects the caption of a time. */
function pressTwice({ target }: MouseEvent, editor: ReturnType<typeof useOpenEditor>) {
  if (wordAt(target) !== undefined) return doWordAction(editor, { type: 'edit' })
  const { doc } = editor.store.getState()
  const cueId = cueOfTime(target)
  const cue = cueId === undefined ? undefined : cuesOf(doc)[cueIndex(doc, cueId)]
  if (cue !== undefined) editor.store.actions.select({ focus: cue.to, anchor: cue.from })
}

/** Selects the word of the menu, unless it is selected already. @returns undefined without a menu */
function openMenu(event: MouseEvent, { store }: ReturnType<typeof useOpenEditor>): MenuPlace | undefined {
  const id = wordAt(event.target)
  const { doc, selection, access } = store.getState()
  if (id === undefined || !allows(access, 'suggest')) return undefined
  event.preventDefault()
  const range = selectedRange(doc, selection)
  const place = wordIndex(doc, id)
  if (range === null || place < range.first || place > range.last) store.actions.select({ focus: id, anchor: id })
  return { x: event.clientX, y: event.clientY }
}

/** Selects a word that is focused by Tab or assistive technology, since keys act on the selection. */
function selectFocused({ target }: FocusEvent, { store }: ReturnType<typeof useOpenEditor>) {
  const id = wordAt(target)
  const { selection, isSelecting } = store.getState()
  // A finger focuses a word after its release, and the click that follows extends the selection.
  if (id !== undefined && id !== selection.focus && !isSelecting) store.actions.select({ focus: id, anchor: id })
}

function key(event: KeyboardEvent, editor: ReturnType<typeof useOpenEditor>) {
  if (wordAt(event.target) === undefined) return
  const action = wordActionOf(event, directionOf(editor.store.getState().doc) === 'rtl')
  if (action === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const { selection } = editor.store.getState()
  if (event.key === 'Enter' && action.type === 'edit' && acceptSuggestions(editor, selection.focus ?? '')) return
  doWordAction(editor, action)
}

/** The caption whose time is pressed. */
function cueOfTime(target: EventTarget): string | undefined {
  const button = target instanceof HTMLElement ? target.closest('[data-seek]') : null
  return button?.closest<HTMLElement>('[data-cue]')?.dataset['cue']
}

/** Moves the focus with the selection while it is in the transcript. */
function useFocusOnSelected(list: { readonly current: HTMLElement | null }, focus: string | null, typing: boolean) {
  useEffect(() => {
    if (typing || focus === null || list.current === null) return
    const word = list.current.querySelector<HTMLElement>(`[data-word="${CSS.escape(focus)}"]`)
    const elsewhere = document.activeElement !== document.body && !list.current.contains(document.activeElement)
    if (word !== null && !elsewhere && document.activeElement !== word) word.focus()
  }, [list, focus, typing])
}

/** Restores the focus when an edit moves the focused word to another line, and thereby to another button. */
function useRestoredFocus(
  list: { readonly current: HTMLElement | null },
  { doc, focus }: { doc: CaptionDocument; focus: string | null },
) {
  const isInside = useRef(false)
  useEffect(() => {
    const words = list.current
    const enter = () => void (isInside.current = true)
    // A removed button also loses the focus, but the person has not left. When `focus()` moves the focus to another word,
    // this runs after that word's `focusin`, so check the current focus.
    const leave = ({ target }: Event) =>
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected)
          isInside.current = words?.contains(document.activeElement) === true
      })
    words?.addEventListener('focusin', enter)
    words?.addEventListener('focusout', leave)
    return () => {
      words?.removeEventListener('focusin', enter)
      words?.removeEventListener('focusout', leave)
    }
  }, [list])
  useEffect(() => {
    if (focus === null || !isInside.current || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-word="${CSS.escape(focus)}"]`)?.focus()
  }, [list, doc, focus])
}

/** The words of all matches, and the first one of the current match. */
function foundWords(doc: CaptionDocument, find: FindState) {
  const matches = matchesOf(doc, find)
  const current = currentMatch(find, matches.length)
  const found = new Map<string, 'match' | 'current'>()
  for (const [at, { first, last }] of matches.entries()) {
    for (const { id } of doc.words.slice(first, last + 1))
      if (found.get(id) !== 'current') found.set(id, at === current ? 'current' : 'match')
  }
  return { found, currentId: doc.words[matches[current]?.first ?? -1]?.id }
}
