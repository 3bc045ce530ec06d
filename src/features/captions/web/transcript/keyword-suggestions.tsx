import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import { fetchPeaks } from '#features/media/web/index.ts'
import { toast } from '#platform/web/toasts.tsx'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import {
  type CaptionDocument,
  cueOfWord,
  type KeywordReason,
  measureStress,
  STRESS_RATE,
  suggestKeywords,
  wordIndex,
  wordIndexAtTime,
} from '../../model/index.ts'
import { type OpenEditor, useActions, useEditor, useOpenEditor } from '../store/editor-context.ts'
import type { Suggestions } from '../store/editor-state.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { showWord } from '../playback/seek-to-word.ts'
import { addEmoji } from '../emoji/word-emoji.ts'
import { ToolButton } from '../tool-button.tsx'

/** Why a word is suggested, for its tooltip. */
export const REASON_TEXTS: { readonly [Reason in KeywordReason]: string } = {
  number: 'a number',
  name: 'a name',
  stress: 'spoken with stress',
  rare: 'a rare word',
}

/**
 * Finds keywords, to accept one by one or all at once.
 * @param props.peaks the address of the waveform, which is read on the first request; null without one
 */
export function FindKeywordsButton({ peaks }: { peaks: string | null }) {
  const { store } = useOpenEditor()
  const isShown = useEditor(({ suggestions }) => suggestions !== null && !areEmoji(suggestions))
  const isEmpty = useEditor(({ doc }) => doc.words.length === 0)
  const [isBusy, setIsBusy] = useState(false)

  async function show() {
    setIsBusy(true)
    await showSuggestions(store, peaks)
    setIsBusy(false)
  }

  return (
    <ToolButton
      word="Find keywords"
      label="Find keywords"
      icon={<Sparkles />}
      aria-pressed={isShown}
      disabled={isEmpty || isBusy}
      onClick={() => (isShown ? store.actions.suggest(null) : void show())}
    />
  )
}

async function showSuggestions({ actions, getState }: EditorStore, peaks: string | null): Promise<void> {
  const sound = peaks === null ? undefined : await fetchPeaks(peaks, STRESS_RATE)
  const { doc } = getState()
  const found = suggestKeywords(doc, sound && measureStress(doc, sound))
  if (found.length === 0) toast.info('No further keywords were found in these captions.')
  else actions.suggest(new Map(found.map(({ wordId, why }) => [wordId, why])))
}

/** The number of suggestions, and what to do with all of them. */
export function SuggestionBar() {
  const editor = useOpenEditor()
  const { suggest } = useActions()
  const count = useEditor(({ doc, suggestions }) => openSuggestions(doc, suggestions).length)
  const isEmoji = useEditor(({ suggestions }) => suggestions !== null && areEmoji(suggestions))
  if (count === 0) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-border bg-sunken px-3 py-1.5 text-sm"
    >
      <p className="mr-auto">{isEmoji ? `${formatNumber(count)} emoji` : pluralize(count, 'keyword')} found</p>
      <Button size="sm" onClick={() => acceptSuggestions(editor)}>
        Accept all
      </Button>
      <Button size="sm" variant="ghost" onClick={() => suggest(null)}>
        Dismiss
      </Button>
    </div>
  )
}

/** Accepts a suggestion, or all of them: marks words as keywords, or gives them emoji. @returns false if the word is not suggested */
export function acceptSuggestions(editor: OpenEditor, wordId?: string): boolean {
  const { actions, getState } = editor.store
  const { doc, suggestions, access } = getState()
  const open = openSuggestions(doc, suggestions)
  const ids = wordId === undefined ? open : open.filter((id) => id === wordId)
  if (ids.length === 0 || !allows(access, 'suggest')) return false
  const emoji = ids.flatMap((id) => {
    const suggested = suggestions?.get(id)
    return typeof suggested === 'object' ? [{ wordId: id, emoji: suggested.emoji }] : []
  })
  if (!actions.edit(emoji.length > 0 ? addEmoji(emoji) : [{ type: 'setTag', ids, tag: 'keyword', on: true }]))
    return true
  const accepted = new Set(ids)
  const rest = new Map([...(suggestions ?? [])].filter(([id]) => !accepted.has(id)))
  actions.suggest(rest.size > 0 ? rest : null)
  const shown = wordId ?? lastOnScreen(editor, ids)
  if (emoji.length > 0 && shown !== undefined) showWord(editor, shown)
  return true
}

/** The suggested words that still exist and are no keywords, or have no emoji. */
function openSuggestions(doc: CaptionDocument, suggestions: Suggestions | null): string[] {
  if (suggestions === null) return []
  return [...suggestions].flatMap(([id, suggestion]) => {
    const word = doc.words[wordIndex(doc, id)]
    if (word === undefined) return []
    const isDone = typeof suggestion === 'object' ? word.decor !== undefined : word.tags.includes('keyword')
    return isDone ? [] : [id]
  })
}

function areEmoji(suggestions: Suggestions): boolean {
  const [first] = suggestions.values()
  return typeof first === 'object'
}

/** @returns the last of some words that is in the caption on screen */
function lastOnScreen({ store, player }: OpenEditor, wordIds: readonly string[]): string | undefined {
  const { doc } = store.getState()
  const spoken = doc.words[Math.max(0, wordIndexAtTime(doc, player.nowMs()))]
  const onScreen = cueOfWord(doc, spoken?.id ?? '')
  return wordIds.findLast((id) => cueOfWord(doc, id) === onScreen)
}
