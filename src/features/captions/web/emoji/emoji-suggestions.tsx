import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { allowsEmoji, suggestEmoji } from '../../model/index.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { ToolButton } from '../tool-button.tsx'
import { loadEmoji } from './load-emoji.ts'

/** Finds an emoji for captions, to accept one by one or all at once. The words for them load with the first press. */
export function FindEmojiButton() {
  const { store } = useOpenEditor()
  const [isLoading, setIsLoading] = useState(false)
  const isEmpty = useEditor(({ doc }) => doc.words.length === 0)
  const isAllowed = useEditor(({ doc }) => allowsEmoji(doc))
  async function suggest(): Promise<void> {
    setIsLoading(true)
    try {
      const { words } = await loadEmoji(store.getState().doc.lang)
      const found = suggestEmoji(store.getState().doc, words)
      if (found.length === 0) toast.info('No further emoji were found for these captions.')
      else store.actions.suggest(new Map(found.map(({ wordId, emoji }) => [wordId, { emoji }])))
    } catch {
      toast.error('The emoji could not be loaded. Check your connection and try again.')
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <ToolButton
      word="Find emoji"
      label={isAllowed ? 'Find emoji' : 'Find emoji: the line rules of Netflix allow none'}
      icon={<SmilePlus />}
      disabled={isEmpty || !isAllowed || isLoading}
      onClick={() => void suggest()}
    />
  )
}
