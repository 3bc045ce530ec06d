import { Combine, Highlighter, ListEnd, Pencil, Plus, Trash2, WrapText } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { useEditor, useOpenEditor } from './editor-context.ts'
import type { WordAction } from './transcript-keys.ts'
import { doWordAction } from './word-actions.ts'

type Tool = {
  readonly type: Exclude<WordAction['type'], 'step'>
  readonly label: string
  readonly shortcut: string
  readonly icon: ReactNode
}

const TOOLS: readonly Tool[] = [
  { type: 'edit', label: 'Edit word', shortcut: 'Enter', icon: <Pencil /> },
  { type: 'insert', label: 'Insert words after', shortcut: 'I', icon: <Plus /> },
  { type: 'delete', label: 'Delete', shortcut: 'Backspace', icon: <Trash2 /> },
  { type: 'split', label: 'New line from here', shortcut: 'S', icon: <WrapText /> },
  { type: 'merge', label: 'Merge with next line', shortcut: 'M', icon: <ListEnd /> },
  { type: 'mergeWords', label: 'Join words', shortcut: 'W', icon: <Combine /> },
  { type: 'keyword', label: 'Keyword', shortcut: 'E', icon: <Highlighter /> },
]

/** Buttons for the actions on the selected words, also for touch. */
export function WordBar() {
  const editor = useOpenEditor()
  const none = useEditor(({ selection }) => selection.focus === null)
  return (
    <div role="toolbar" aria-label="Selected words" className="flex flex-wrap gap-0.5">
      {TOOLS.map(({ type, label, shortcut, icon }) => (
        <IconButton
          key={type}
          size="sm"
          label={label}
          shortcut={shortcut}
          icon={icon}
          disabled={none}
          // Keeps the focus on the word, so that keys still work after a click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => doWordAction(editor, { type })}
        />
      ))}
    </div>
  )
}
