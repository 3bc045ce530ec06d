import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { type CaptionDocument, cueOfWord, directionOf } from '../model/index.ts'
import { CueRow } from './cue-row.tsx'
import { useDocument, useEditor, useOpenEditor } from './editor-context.ts'
import { currentMatch, type FindState, matchesOf } from './find-state.ts'
import { useRows } from './rows.ts'
import { selectedIds } from './selection.ts'
import { wordActionOf } from './transcript-keys.ts'
import { useSpokenWord } from './use-spoken-word.ts'
import { doWordAction } from './word-actions.ts'

/** The words as text that is edited like a document. One word is in the tab order; arrow keys go to the others. */
export function Transcript() {
  const editor = useOpenEditor()
  const doc = useDocument()
  const selection = useEditor((state) => state.selection)
  const typing = useEditor((state) => state.typing)
  const find = useEditor((state) => state.find)
  const rows = useRows(doc)
  const direction = useMemo(() => directionOf(doc), [doc])
  const list = useRef<HTMLOListElement>(null)
  const isPressed = useRef(false)
  const found = useMemo(() => foundWords(doc, find), [doc, find])
  const selected = useMemo(() => new Set(selectedIds(doc, selection)), [doc, selection])
  const tabId =
    selection.focus !== null && cueOfWord(doc, selection.focus) ? selection.focus : (doc.words[0]?.id ?? null)
  const tabCue = tabId === null ? undefined : cueOfWord(doc, tabId)?.id
  useSpokenWord(list)
  useFocusOnSelected(list, selection.focus, typing !== null)
  useRestoredFocus(list, { doc, focus: typing === null ? selection.focus : null })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for the buttons inside
    <ol
      ref={list}
      aria-label="Transcript"
      dir={direction}
      lang={doc.lang === 'und' ? undefined : doc.lang}
      onPointerDown={() => void (isPressed.current = true)}
      onPointerUp={() => void (isPressed.current = false)}
      onPointerCancel={() => void (isPressed.current = false)}
      // The click that follows a pointer's focus selects, and knows about Shift.
      onFocus={(event) => isPressed.current || selectFocused(event, editor)}
      onClick={(event) => press(event, editor)}
      onDoubleClick={(event) => wordOf(event.target) !== undefined && doWordAction(editor, { type: 'edit' })}
      onKeyDown={(event) => key(event, editor)}
      className="relative grid content-start gap-0.5"
    >
      {rows.map((row) => {
        const hasSelected = row.words.some(({ id }) => selected.has(id))
        const hasFound = found.size > 0 && row.words.some(({ id }) => found.has(id))
        return (
          <CueRow
            key={row.cue.id}
            row={row}
            tabId={row.cue.id === tabCue ? tabId : null}
            selected={hasSelected ? selected : null}
            found={hasFound ? found : null}
            typing={typing !== null && row.words.some(({ id }) => id === typing.wordId) ? typing : null}
          />
        )
      })}
    </ol>
  )
}

function press(event: MouseEvent, { store, player }: ReturnType<typeof useOpenEditor>) {
  const time = seekOf(event.target)
  const id = wordOf(event.target)
  if (time !== undefined) player.seek(time)
  if (id === undefined) return
  const { doc, selection } = store.getState()
  const word = doc.words.find((each) => each.id === id)
  if (word === undefined) return
  store.actions.select({ focus: id, anchor: event.shiftKey ? (selection.anchor ?? id) : id })
  player.seekInto(word)
  if (event.ctrlKey || event.metaKey) player.play()
}

/** A word that gets the focus by Tab or from assistive technology becomes the selection: the keys act on that. */
function selectFocused({ target }: FocusEvent, { store }: ReturnType<typeof useOpenEditor>) {
  const id = wordOf(target)
  if (id !== undefined && id !== store.getState().selection.focus) store.actions.select({ focus: id, anchor: id })
}

function key(event: KeyboardEvent, editor: ReturnType<typeof useOpenEditor>) {
  if (wordOf(event.target) === undefined) return
  const action = wordActionOf(event, directionOf(editor.store.getState().doc) === 'rtl')
  if (action === undefined) return
  event.preventDefault()
  event.stopPropagation()
  doWordAction(editor, action)
}

function wordOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-word]')?.dataset['word'] : undefined
}

function seekOf(target: EventTarget): number | undefined {
  const time = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-seek]')?.dataset['seek'] : undefined
  return time === undefined ? undefined : Number(time)
}

/** Moves the keyboard's focus along with the selection, as long as it is in the transcript. */
function useFocusOnSelected(list: { readonly current: HTMLElement | null }, focus: string | null, typing: boolean) {
  useEffect(() => {
    if (typing || focus === null || list.current === null) return
    const word = list.current.querySelector<HTMLElement>(`[data-word="${CSS.escape(focus)}"]`)
    const elsewhere = document.activeElement !== document.body && !list.current.contains(document.activeElement)
    if (word !== null && !elsewhere && document.activeElement !== word) word.focus()
  }, [list, focus, typing])
}

/** An edit may move the focused word to another line, which is another button: the focus follows. */
function useRestoredFocus(
  list: { readonly current: HTMLElement | null },
  { doc, focus }: { doc: CaptionDocument; focus: string | null },
) {
  const isInside = useRef(false)
  useEffect(() => {
    const words = list.current
    const enter = () => void (isInside.current = true)
    // A removed button loses the focus too: the person has not left. When `focus()` moves the focus to another word,
    // this runs after that word's `focusin`, so it asks where the focus is now.
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

function foundWords(doc: CaptionDocument, find: FindState): ReadonlyMap<string, 'match' | 'current'> {
  const matches = matchesOf(doc, find)
  const current = currentMatch(find, matches.length)
  const found = new Map<string, 'match' | 'current'>()
  for (const [at, { first, last }] of matches.entries()) {
    for (const { id } of doc.words.slice(first, last + 1))
      if (found.get(id) !== 'current') found.set(id, at === current ? 'current' : 'match')
  }
  return found
}
