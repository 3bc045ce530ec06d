import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Command } from '../model/index.ts'
import { useActions, useDocument, useEditor, useMayEdit, useOpenEditor } from './editor-context.ts'
import { currentMatch, matchesOf } from './find-state.ts'
import { newId } from './new-id.ts'

/** Find and replace over all words, phrases across captions included. Its own, since a browser finds only what it has drawn. */
export function FindBar() {
  const open = useEditor(({ find }) => find.open)
  return open ? <OpenFindBar /> : null
}

function OpenFindBar() {
  const { setFind } = useActions()
  const find = useEditor((state) => state.find)
  const mayEdit = useMayEdit()
  const { count, current, go, replaceOne, replaceAll } = useMatches()

  function keyed(event: KeyboardEvent) {
    if (event.key === 'Escape') setFind({ open: false })
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  return (
    <search className="grid gap-2 border-b border-border bg-raised p-2">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and Escape of the fields inside */}
      <div className="flex items-center gap-1" onKeyDown={keyed}>
        <div className="min-w-0 grow">
          <TextField
            // The person just asked for this bar, by a key or a press.
            ref={focusOn}
            size="sm"
            label="Find"
            hideLabel
            placeholder="Find"
            value={find.find}
            onChange={(event) => setFind({ find: event.target.value, at: 0 })}
          />
        </div>
        <output aria-live="polite" className="tabular w-16 shrink-0 text-center text-xs text-muted">
          {find.find.trim() === '' ? '' : count === 0 ? 'None' : `${current + 1} of ${count}`}
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
          onClick={() => go(-1)}
        />
        <IconButton
          size="sm"
          label="Next match"
          shortcut="Enter"
          icon={<ChevronDown />}
          disabled={count === 0}
          onClick={() => go(1)}
        />
        <IconButton size="sm" label="Close" shortcut="Esc" icon={<X />} onClick={() => setFind({ open: false })} />
      </div>
      <div hidden={!mayEdit} className="flex items-center gap-1.5 [&[hidden]]:hidden">
        <div className="min-w-0 grow">
          <TextField
            size="sm"
            label="Replace with"
            hideLabel
            placeholder="Replace with"
            value={find.replace}
            onChange={(event) => setFind({ replace: event.target.value })}
          />
        </div>
        <Button size="sm" disabled={count === 0} onClick={replaceOne}>
          Replace
        </Button>
        <Button size="sm" disabled={count === 0} onClick={replaceAll}>
          Replace all
        </Button>
      </div>
    </search>
  )
}

/** The matches of what is looked for, and what can be done with them. */
function useMatches() {
  const { player } = useOpenEditor()
  const { setFind, edit } = useActions()
  const doc = useDocument()
  const find = useEditor((state) => state.find)
  const matches = useMemo(() => matchesOf(doc, find), [doc, find])
  const current = currentMatch(find, matches.length)
  const match = matches[current]
  const from = doc.words[match?.first ?? -1]
  const to = doc.words[match?.last ?? -1]
  const fromId = from?.id

  useEffect(() => {
    if (fromId === undefined) return
    document.querySelector(`[data-word="${CSS.escape(fromId)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [fromId, current])

  function go(by: number) {
    const next = currentMatch({ ...find, at: current + by }, matches.length)
    setFind({ at: next })
    const word = doc.words[matches[next]?.first ?? -1]
    if (word !== undefined) player.seekInto(word)
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
    go,
    replaceOne: () =>
      from !== undefined && to !== undefined && edit([{ ...command(), within: { from: from.id, to: to.id } }]),
    replaceAll: () => edit([command()]),
  }
}

function focusOn(field: HTMLInputElement | null) {
  field?.focus()
}
