import { ChevronDown, Hash } from 'lucide-react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { type CaptionDocument, type Word, wordIndex, type WordTag } from '../../model/index.ts'
import { ChosenMark } from './chosen-mark.tsx'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { selectedIds } from '../store/selection.ts'

/** Tags besides the keyword, which has a button of its own. */
const TAGS = [
  { tag: 'number', label: 'Number' },
  { tag: 'name', label: 'Name' },
  { tag: 'sound', label: 'Sound' },
  { tag: 'filler', label: 'Filler word' },
  { tag: 'profanity', label: 'Swear word' },
] as const satisfies readonly { readonly tag: WordTag; readonly label: string }[]

/** What the selected words are, for looks that show numbers, names and others in their own way. */
export function TagMenu() {
  const { store } = useOpenEditor()
  const tags = useEditor(({ doc, selection }) => doc.words[wordIndex(doc, selection.focus ?? '')]?.tags)
  return (
    <Menu
      label="Kind of word"
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label="Kind of word"
          className={buttonClass({ variant: 'ghost', size: 'sm', className: 'w-5 px-0!' })}
        >
          <ChevronDown />
        </button>
      )}
    >
      {TAGS.map(({ tag, label }) => (
        <MenuItem
          key={tag}
          icon={<ChosenMark isOn={tags?.includes(tag) ?? false} />}
          disabled={tags === undefined}
          onSelect={() => toggleTag(store, tag)}
        >
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Hash />} onSelect={() => markNumbers(store)}>
        Mark all numbers
      </MenuItem>
    </Menu>
  )
}

/** Tags the selected words; takes the tag away if the focused word has it. */
function toggleTag({ actions, getState }: EditorStore, tag: WordTag): void {
  const { doc, selection } = getState()
  const word = doc.words[wordIndex(doc, selection.focus ?? '')]
  if (word === undefined) return
  actions.edit([{ type: 'setTag', ids: selectedIds(doc, selection), tag, on: !word.tags.includes(tag) }])
}

function markNumbers({ actions, getState }: EditorStore): void {
  const ids = unmarkedNumbers(getState().doc).map(({ id }) => id)
  if (ids.length === 0) toast.info('There are no further numbers in these captions.')
  else if (actions.edit([{ type: 'setTag', ids, tag: 'number', on: true }]))
    toast.success(`${pluralize(ids.length, 'number')} marked.`)
}

function unmarkedNumbers({ words }: CaptionDocument): readonly Word[] {
  return words.filter(({ text, tags }) => /\p{Nd}/u.test(text) && !tags.includes('number'))
}
