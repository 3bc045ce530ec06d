import { MessageSquareDiff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Tab } from '#ui/tabs.tsx'
import { useEditor } from '../store/editor-context.ts'
import { useSuggestionList } from './use-suggestions.ts'

const SuggestionsPanel = lazy(async () => ({ default: (await import('./suggestions-panel.tsx')).SuggestionsPanel }))

/**
 * The tab with the suggestions, and whether there is anything to show: suggestions, or a person who makes some.
 * @param onAsked called when somebody asks to see it
 */
export function useSuggestionsTab(onAsked: () => void): {
  readonly tab: Tab<'suggestions'>
  readonly isShown: boolean
} {
  const { waiting, decided } = useSuggestionList()
  const isOn = useEditor(({ suggest }) => suggest.live !== null)
  const asked = useEditor(({ suggest }) => suggest.asked)
  const [answered, answer] = useState(asked)
  if (asked !== answered) {
    answer(asked)
    onAsked()
  }
  const panel = (
    <Suspense fallback={null}>
      <SuggestionsPanel />
    </Suspense>
  )
  const label = waiting.length === 0 ? 'Suggestions' : `Suggestions (${waiting.length})`
  return {
    tab: { id: 'suggestions', label, icon: <MessageSquareDiff />, panel },
    isShown: isOn || waiting.length + decided.length > 0,
  }
}
