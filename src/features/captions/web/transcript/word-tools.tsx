import {
  ArrowDownToLine,
  ArrowUpToLine,
  BookA,
  Combine,
  EyeOff,
  Highlighter,
  ListEnd,
  MessageSquareOff,
  Paintbrush,
  Pencil,
  Plus,
  Smile,
  Trash2,
  UsersRound,
  WrapText,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Word } from '../../model/index.ts'
import type { WordAction } from './transcript-keys.ts'

/** One action on the selected words, for the bar and the menu. */
export type WordTool = {
  readonly type: Exclude<WordAction['type'], 'step' | 'speaker'>
  readonly label: string
  /** The part of the label that its button shows where there is room. Default: all of it. */
  readonly word?: string
  readonly shortcut: string
  readonly icon: ReactNode
  /** Label while it is on for the focused word, of a tool that switches. */
  readonly off?: string
  isOn?(word: Word): boolean
}

/** Tools that change the text. */
export const TEXT_TOOLS: readonly WordTool[] = [
  { type: 'edit', label: 'Edit word', word: 'Edit', shortcut: 'Enter', icon: <Pencil /> },
  { type: 'insert', label: 'Insert words after', word: 'Insert', shortcut: 'I', icon: <Plus /> },
  { type: 'delete', label: 'Delete', shortcut: 'Backspace', icon: <Trash2 /> },
]

/** Tools that change captions. */
export const CAPTION_TOOLS: readonly WordTool[] = [
  { type: 'split', label: 'Split caption from here', word: 'Split', shortcut: 'S', icon: <WrapText /> },
  { type: 'merge', label: 'Merge with next caption', word: 'Merge', shortcut: 'M', icon: <ListEnd /> },
  { type: 'mergeWords', label: 'Join words', word: 'Join', shortcut: 'W', icon: <Combine /> },
]

/** Tools that move words between captions. */
export const MOVE_TOOLS: readonly WordTool[] = [
  { type: 'moveUp', label: 'Move to the caption above', shortcut: 'Alt ↑', icon: <ArrowUpToLine /> },
  { type: 'moveDown', label: 'Move to the caption below', shortcut: 'Alt ↓', icon: <ArrowDownToLine /> },
]

/** Tools that change how words look and sound. */
export const LOOK_TOOLS: readonly WordTool[] = [
  {
    type: 'keyword',
    label: 'Keyword',
    off: 'Not a keyword',
    shortcut: 'E',
    icon: <Highlighter />,
    isOn: ({ tags }) => tags.includes('keyword'),
  },
  {
    type: 'hide',
    label: 'Hide',
    off: 'Show',
    shortcut: 'H',
    icon: <EyeOff />,
    isOn: ({ hidden }) => hidden === true,
  },
  {
    type: 'censor',
    label: 'Censor',
    off: 'Stop censoring',
    shortcut: 'X',
    icon: <MessageSquareOff />,
    isOn: ({ censored }) => censored !== undefined,
  },
]

/** Opens the Style panel for the selected words. */
export const STYLE_TOOL: WordTool = { type: 'style', label: 'Style', shortcut: '', icon: <Paintbrush /> }

/** Opens the glossary for the focused word. */
export const GLOSSARY_TOOL: WordTool = {
  type: 'glossary',
  label: 'Always write it so',
  word: 'Write it so',
  shortcut: '',
  icon: <BookA />,
}

/** Opens the speakers, for the selected words. */
export const SPEAKER_TOOL: WordTool = { type: 'speakers', label: 'Speaker', shortcut: 'P', icon: <UsersRound /> }

/** Opens the emoji of the focused word. */
export const EMOJI_TOOL: WordTool = { type: 'emoji', label: 'Emoji', shortcut: '', icon: <Smile /> }
