import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Command } from '../../model/index.ts'
import { useActions, useDocument, useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { seekToWord } from '../playback/seek-to-word.ts'
import { currentMatch, matchAfter, matchesOf } from '../store/find-state.ts'
import { newId } from '../store/new-id.ts'

/** Maximum letters of the search and of its replacement, as one edit allows. */
const LONGEST = 500

/** Find and replace over all words and across captions. The browser's search finds only rendered rows. */
export function FindBar() {
  const open = useEditor(({ find }) => find.open)
  return open ? <OpenFindBar /> : null
}

function OpenFindBar() {
  const { setFind } = useActions()
  const find = useEditor((state) => state.find)
  const mayEdit = useMayEdit()
  const { count, current, goToMatch, replaceOne, replaceAll, close } = useMatches()
  const field = useRef<HTMLInputElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  // Focus the bar whenever the person asks for it, even if it is already open.
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [find.asked])

  /** Replaces matches. The buttons are disabled after the last match, so the focus moves to another one. */
  function replace(all: boolean) {
    if (all || count === 1) closing.current?.focus()
    if (all) replaceAll()
    else replaceOne()
  }
  function keyed(event: KeyboardEvent) {
    // Enter and Escape belong to an active input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') goToMatch(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  return (
    <search className="grid gap-2 border-b border-border bg-raised p-2">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Escape of the fields inside */}
      <div className="flex items-center gap-1" onKeyDown={keyed}>
        <div className="min-w-0 grow">
          <TextField
            ref={field}
            size="sm"
            label="Find"
            hideLabel
            placeholder="Find"
            maxLength={LONGEST}
            value={find.find}
            onChange={(event) => setFind({ find: event.target.value, at: 0 })}
          />
        </div>
        <output aria-live="polite" className="tabular w-16 shrink-0 text-center text-xs text-muted">
          {find.find.trim() === ''
            ? ''
            : count === 0
              ? 'None'
              : `${formatNumber(current + 1)} of ${formatNumber(count)}`}
        </output>
        <IconButton
          size="sm"
          label="Match case"
          icon={<CaseSensitive />}
          aria-pressed={find.matchCase}
          onClick={() => setFind({ matchCase: !find.matchCase })}
        />
        <IconButton
          size="sm"
          label="Whole words"
          icon={<WholeWord />}
          aria-pressed={find.wholeWords}
          onClick={() => setFind({ wholeWords: !find.wholeWords })}
        />
        <IconButton
          size="sm"
          label="Previous match"
          shortcut="Shift Enter"
          icon={<ChevronUp />}
          disabled={count === 0}
          onClick={() => goToMatch(-1)}
        />
        <IconButton
          size="sm"
          label="Next match"
          shortcut="Enter"
          icon={<ChevronDown />}
          disabled={count === 0}
          onClick={() => goToMatch(1)}
        />
        <IconButton ref={closing} size="sm" label="Close" shortcut="Esc" icon={<X />} onClick={close} />
      </div>
      <div hidden={!mayEdit} className="flex items-center gap-1.5 [&[hidden]]:hidden">
        <div className="min-w-0 grow">
          <TextField
            size="sm"
            label="Replace with"
            hideLabel
            placeholder="Replace with"
            maxLength={LONGEST}
            value={find.replace}
            onChange={(event) => setFind({ replace: event.target.value })}
          />
        </div>
        <Button size="sm" disabled={count === 0} onClick={() => replace(false)}>
          Replace
        </Button>
        <Button size="sm" disabled={count === 0} onClick={() => replace(true)}>
          Replace all
        </Button>
      </div>
    </search>
  )
}

/** The matches of the search, and the actions on them. */
function useMatches() {
  const editor = useOpenEditor()
  const { store } = editor
  const { setFind, edit, select } = useActions()
  const doc = useDocument()
  const find = useEditor((state) => state.find)
  const matches = useMemo(() => matchesOf(doc, find), [doc, find])
  const current = currentMatch(find, matches.length)
  const match = matches[current]
  const from = doc.words[match?.first ?? -1]
  const to = doc.words[match?.last ?? -1]
  const fromId = from?.id

  useEffect(() => {
    wordButton(fromId)?.scrollIntoView({ block: 'nearest' })
  }, [fromId, current])

  function goToMatch(by: number) {
    const next = currentMatch({ ...find, at: current + by }, matches.length)
    setFind({ at: next })
    const word = doc.words[matches[next]?.first ?? -1]
    if (word !== undefined) seekToWord(editor, word.id)
  }
  function replaceOne() {
    if (match === undefined || from === undefined || to === undefined) return
    if (!edit([{ ...command(), within: { from: from.id, to: to.id } }])) return
    setFind({ at: matchAfter(match, doc, store.getState().doc, find) })
  }
  function replaceAll() {
    const { length } = matches
    if (edit([command()])) toast.success(`${pluralize(length, 'match', 'matches')} replaced.`)
  }
  /** Closes the bar and focuses the current match. */
  function close() {
    setFind({ open: false })
    if (from !== undefined && to !== undefined) select({ focus: from.id, anchor: to.id })
    wordButton(from?.id ?? store.getState().selection.focus ?? doc.words[0]?.id)?.focus()
  }
  const command = (): Extract<Command, { type: 'replaceText' }> => ({
    type: 'replaceText',
    find: find.find,
    replace: find.replace,
    matchCase: find.matchCase,
    wholeWords: find.wholeWords,
    newId: newId(),
  })

  return {
    count: matches.length,
    current,
    goToMatch,
    replaceOne,
    close,
    replaceAll,
  }
}

function wordButton(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.querySelector(`[data-word="${CSS.escape(id)}"]`)
}
