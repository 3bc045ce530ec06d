import { useCallback, useMemo } from 'react'
import { type SuggestedEdit, textOf, wordIndex } from '../../model/index.ts'
import { seekToWord } from '../playback/seek-to-word.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'

const NONE: readonly SuggestedEdit[] = []

/** The waiting suggestions without those that were just withdrawn, and the decided ones. */
export function useSuggestionList() {
  const list = useEditor(({ suggest }) => suggest.list)
  const withdrawn = useEditor(({ suggest }) => suggest.withdrawn)
  const waiting = useMemo(
    () => (withdrawn.length === 0 ? list?.waiting : list?.waiting.filter(({ id }) => !withdrawn.includes(id))) ?? NONE,
    [list, withdrawn],
  )
  return { isLoaded: list !== null, waiting, decided: list?.decided ?? NONE }
}

/** Whether the person is asked to accept a suggestion: editors leave their own ones to others. */
export function useMayAccept(): (suggestion: SuggestedEdit) => boolean {
  const access = useEditor((state) => state.access)
  return useCallback(({ by }) => access === 'owner' || (access === 'editor' && !by.you), [access])
}

/** Selects the words of a suggestion that are left, and seeks to them. @returns undefined if none is left */
export function useShowSuggestion({ wordIds }: SuggestedEdit): (() => void) | undefined {
  const editor = useOpenEditor()
  const hasWords = useEditor(({ doc }) => wordIds.some((id) => wordIndex(doc, id) >= 0))
  const show = useCallback(() => {
    const { store } = editor
    const { doc } = store.getState()
    const places = wordIds.map((id) => wordIndex(doc, id)).filter((place) => place >= 0)
    const [first, last] = [doc.words[Math.min(...places)], doc.words[Math.max(...places)]]
    if (first === undefined || last === undefined) return
    store.actions.select({ focus: first.id, anchor: last.id })
    seekToWord(editor, first.id)
  }, [editor, wordIds])
  return hasWords ? show : undefined
}

/** Suggestions that name more words quote only some of them. */
const QUOTED_WORDS = 40

/** What the captions say now in place of the words of a suggestion; undefined while it is what they said before. */
export function useTextNow({ wordIds, before }: SuggestedEdit): string | undefined {
  return useEditor(({ suggest, doc }) => {
    if (before === null || before.endsWith('…') || wordIds.length >= QUOTED_WORDS) return undefined
    const live = suggest.live?.doc ?? doc
    const words = wordIds.flatMap((id) => live.words[wordIndex(live, id)] ?? [])
    const now = textOf(words)
    return now === before ? undefined : now
  })
}
