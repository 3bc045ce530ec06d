import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { TextField } from '#ui/text-field.tsx'
import { classNames } from '#ui/class-names.ts'
import type { EmojiData } from './emoji-data.ts'
import { type EmojiMatch, findEmoji } from './load-emoji.ts'

/** Emoji in a row; a key moves by one or by a row. */
const COLUMNS = 6
/** Emoji shown at once: typing narrows the rest. */
const MOST = 12 * COLUMNS

type GridProps = {
  /** Undefined until they are loaded: what is typed meanwhile is searched then. */
  readonly data: EmojiData | undefined
  /** The search field. */
  readonly ref: Ref<HTMLInputElement>
  /** Stands where the emoji will be. */
  readonly children: ReactNode
  onChoose(emoji: string): void
}

/** A search field with the emoji it finds. Arrow keys move, Enter chooses. */
export function EmojiGrid({ data, ref, children, onChoose }: GridProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = data === undefined ? [] : findEmoji(data, text, MOST)
  const isEmpty = data !== undefined && found.length === 0
  const active = found[Math.min(at, found.length - 1)]

  function key(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      return onChoose(active.emoji)
    }
    const step = stepOf(event.key, text !== '')
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(found.length - 1, Math.min(at, found.length - 1) + step)))
  }

  return (
    <div className="grid gap-2">
      <TextField
        label="Search emoji"
        hideLabel
        placeholder="Search emoji"
        size="sm"
        ref={ref}
        role="combobox"
        aria-expanded={data !== undefined}
        aria-controls={data && listId}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId}-${active.emoji}`}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={key}
      />
      <p role="status" className="sr-only">
        {isEmpty ? 'No emoji found' : (active?.label ?? '')}
      </p>
      {isEmpty && <p className="py-3 text-center text-muted">No emoji found. Try another word.</p>}
      {data === undefined ? (
        children
      ) : (
        <div
          id={listId}
          role="listbox"
          aria-label="Emoji"
          className="grid max-h-56 grid-cols-6 overflow-y-auto overscroll-contain"
        >
          {found.map((match) => (
            <Option
              key={match.emoji}
              id={`${listId}-${match.emoji}`}
              match={match}
              isActive={match === active}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type OptionProps = {
  readonly id: string
  readonly match: EmojiMatch
  readonly isActive: boolean
  readonly onChoose: (emoji: string) => void
}

function Option({ id, match: { emoji, label }, isActive, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      aria-selected={isActive}
      aria-label={label}
      title={label}
      tabIndex={-1}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(emoji)}
      className={classNames(
        'grid aspect-square place-items-center rounded-md text-xl hover:bg-hover',
        isActive && 'bg-hover outline-2 -outline-offset-2 outline-ring',
      )}
    >
      {emoji}
    </button>
  )
}

/** Left and right move the cursor while there is text. */
function stepOf(key: string, hasText: boolean): number {
  if (key === 'ArrowDown') return COLUMNS
  if (key === 'ArrowUp') return -COLUMNS
  if (hasText) return 0
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
}
