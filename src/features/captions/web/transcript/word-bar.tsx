import { ChevronDown, TextSelect } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { type Censoring, type Word, wordIndex } from '../../model/index.ts'
import { ChosenMark } from './chosen-mark.tsx'
import { useActions, useEditor, useHasEditAccess, useOpenEditor } from '../store/editor-context.ts'
import type { EditorState } from '../store/editor-state.ts'
import { FindEmojiButton } from '../emoji/emoji-suggestions.tsx'
import { FindKeywordsButton } from './keyword-suggestions.tsx'
import { TagMenu } from './tag-menu.tsx'
import { ToolButton } from '../tool-button.tsx'
import { censorSelected, doWordAction } from './word-actions.ts'
import {
  EMOJI_TOOL,
  GLOSSARY_TOOL,
  CAPTION_TOOLS,
  LOOK_TOOLS,
  SPEAKER_TOOL,
  STYLE_TOOL,
  TEXT_TOOLS,
  type WordTool,
} from './word-tools.tsx'

const ONE_ROW =
  'max-sm:scroll-hints max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none] ' +
  '[@media(max-height:30rem)]:scroll-hints [@media(max-height:30rem)]:flex-nowrap [@media(max-height:30rem)]:overflow-x-auto [@media(max-height:30rem)]:[scrollbar-width:none]'

const EMOJI_BAR = [EMOJI_TOOL]
const SPEAKER_BAR = [SPEAKER_TOOL]
const SPOKEN_BAR = [GLOSSARY_TOOL, SPEAKER_TOOL]

/** Buttons for the actions on the selected words, also for touch: icons, and with words where there is room. */
export function WordBar({ peaks }: { peaks: string | null }) {
  const hasEditAccess = useHasEditAccess()
  return (
    // Without transitions: every frame of one delays the next key. One scrolling row where height is scarce.
    <div
      role="toolbar"
      aria-label="Selected words"
      className={`flex flex-wrap items-center gap-x-2 gap-y-1 *:shrink-0 [&_button]:transition-none ${ONE_ROW}`}
    >
      <Tools tools={TEXT_TOOLS} label="Text" />
      <Tools tools={CAPTION_TOOLS} label="Captions" />
      <div role="group" aria-label="Find" className="flex gap-0.5">
        <FindKeywordsButton peaks={peaks} />
        <FindEmojiButton />
      </div>
      <Tools tools={hasEditAccess ? SPOKEN_BAR : SPEAKER_BAR} label="Spoken" />
      <div role="group" aria-label="Look" className="flex flex-wrap items-center gap-0.5 sm:max-w-full">
        {LOOK_TOOLS.map((tool) => (
          <Fragment key={tool.type}>
            <NamedTool tool={tool} />
            {tool.type === 'keyword' && <TagMenu />}
          </Fragment>
        ))}
        <CensoringMenu />
        <NamedTool tool={STYLE_TOOL} />
        <Tools tools={EMOJI_BAR} label="Emoji" />
      </div>
      <SelectToggle />
    </div>
  )
}

/** Keeps the focus on the word, so that keys still work after a click. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault()
}

function useHasSelection(): boolean {
  return useEditor(({ selection }) => selection.focus !== null)
}

function Tools({ tools, label }: { tools: readonly WordTool[]; label: string }) {
  const editor = useOpenEditor()
  const hasSelection = useHasSelection()
  return (
    <div role="group" aria-label={label} className="flex gap-0.5">
      {tools.map(({ type, label: name, word = name, shortcut, icon }) => (
        <ToolButton
          key={type}
          label={name}
          word={word}
          shortcut={shortcut}
          icon={icon}
          disabled={!hasSelection}
          onMouseDown={keepFocus}
          onClick={() => doWordAction(editor, { type })}
        />
      ))}
    </div>
  )
}

/** The word that the switches show. */
function focusedWord({ doc, selection }: EditorState): Word | undefined {
  return doc.words[wordIndex(doc, selection.focus ?? '')]
}

/** A tool with its name. It renders when its own state changes, and not with each selected word. */
function NamedTool({ tool: { type, label, shortcut, icon, isOn } }: { tool: WordTool }) {
  const editor = useOpenEditor()
  const isPressed = useEditor((state) => {
    const word = focusedWord(state)
    return isOn === undefined ? undefined : word !== undefined && isOn(word)
  })
  const hasSelection = useHasSelection()
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      className="gap-1! px-1!"
      title={shortcut === '' ? undefined : `${label} · ${shortcut}`}
      aria-pressed={isPressed}
      disabled={!hasSelection}
      onMouseDown={keepFocus}
      onClick={() => doWordAction(editor, { type })}
    >
      {label}
    </Button>
  )
}

const LETTERS = { 'first-letter': 'Keep the first letter', stars: 'All stars', bar: 'Bar' } as const
const SOUNDS = { mute: 'Mute the sound', beep: 'Beep' } as const

/** How the selected words are censored. */
function CensoringMenu() {
  const { store } = useOpenEditor()
  const censored = useEditor((state) => focusedWord(state)?.censored)
  const hasSelection = useHasSelection()
  const change = (censoring: Censoring) => censorSelected(store, censoring)
  return (
    <Menu
      label="How to censor"
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label="How to censor"
          disabled={!hasSelection}
          className={buttonClass({ variant: 'ghost', size: 'sm', className: 'w-5 px-0!' })}
        >
          <ChevronDown />
        </button>
      )}
    >
      {(['first-letter', 'stars', 'bar'] as const).map((text) => (
        <MenuItem key={text} icon={<ChosenMark isOn={censored?.text === text} />} onSelect={() => change({ text })}>
          {LETTERS[text]}
        </MenuItem>
      ))}
      <MenuSeparator />
      {(['mute', 'beep'] as const).map((sound) => (
        <MenuItem key={sound} icon={<ChosenMark isOn={censored?.sound === sound} />} onSelect={() => change({ sound })}>
          {SOUNDS[sound]}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Lets a tap extend the selection, on screens without a Shift key. */
function SelectToggle() {
  const isSelecting = useEditor((state) => state.isSelecting)
  const { setSelecting } = useActions()
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<TextSelect />}
      className="px-1.5! pointer-fine:hidden"
      aria-pressed={isSelecting}
      onMouseDown={keepFocus}
      onClick={() => setSelecting(!isSelecting)}
    >
      Select
    </Button>
  )
}
