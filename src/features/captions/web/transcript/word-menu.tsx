import { Fragment } from 'react'
import { AnchoredMenu, ContextMenuItem, ContextMenuSeparator } from '#ui/context-menu.tsx'
import { wordIndex } from '../../model/index.ts'
import { useEditor, useHasEditAccess, useOpenEditor } from '../store/editor-context.ts'
import { doWordAction } from './word-actions.ts'
import {
  EMOJI_TOOL,
  GLOSSARY_TOOL,
  CAPTION_TOOLS,
  LOOK_TOOLS,
  MOVE_TOOLS,
  SPEAKER_TOOL,
  STYLE_TOOL,
  TEXT_TOOLS,
  type WordTool,
} from './word-tools.tsx'

/** Where the menu opens, in the window's coordinates, px. */
export type MenuPlace = { readonly x: number; readonly y: number }

const GROUPS: readonly (readonly WordTool[])[] = [
  [...TEXT_TOOLS.filter(({ type }) => type !== 'delete'), GLOSSARY_TOOL],
  [...LOOK_TOOLS, STYLE_TOOL, EMOJI_TOOL, SPEAKER_TOOL],
  [...CAPTION_TOOLS, ...MOVE_TOOLS],
  TEXT_TOOLS.filter(({ type }) => type === 'delete'),
]

/** The actions on the selected words, at the pointer. */
export function WordMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const editor = useOpenEditor()
  const hasEditAccess = useHasEditAccess()
  const word = useEditor(({ doc, selection }) => doc.words[wordIndex(doc, selection.focus ?? '')])
  /** The selected word, unless the action opened a field for it. */
  function focusAfter(): HTMLElement | null {
    const { typing, emojiOf, speakersOf, glossaryOf, selection } = editor.store.getState()
    const isElsewhere = typing !== null || emojiOf !== null || speakersOf !== null || glossaryOf !== null
    if (isElsewhere || selection.focus === null) return null
    return document.querySelector<HTMLElement>(`[data-word="${CSS.escape(selection.focus)}"]`)
  }
  if (word === undefined) return null
  return (
    <AnchoredMenu
      label="Selected words"
      place={place}
      onClose={onClose}
      focusAfter={focusAfter}
      items={GROUPS.map((tools, at) => (
        <Fragment key={tools[0]?.type}>
          {at > 0 && <ContextMenuSeparator />}
          {tools
            .filter((tool) => hasEditAccess || tool !== GLOSSARY_TOOL)
            .map(({ type, label, off, icon, shortcut, isOn }) => (
              <ContextMenuItem
                key={type}
                icon={icon}
                {...(shortcut !== '' && { shortcut })}
                {...(type === 'delete' && { tone: 'danger' as const })}
                onSelect={() => doWordAction(editor, { type })}
              >
                {(isOn?.(word) && off) || label}
              </ContextMenuItem>
            ))}
        </Fragment>
      ))}
    />
  )
}
