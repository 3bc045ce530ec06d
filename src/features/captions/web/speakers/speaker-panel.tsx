import { Merge, MoreHorizontal, Trash2, UserPlus, UserX } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { AnchoredPopover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import {
  type CaptionDocument,
  type Command,
  namesInText,
  type Speaker,
  type SpeakerLanes,
  speakerLookCommands,
  speakerLookOf,
  wordIndex,
} from '../../model/index.ts'
import { useDocument, useEditor, useOpenEditor } from '../store/editor-context.ts'
import {
  addSpeaker,
  assignSpeaker,
  recolorSpeaker,
  removeSpeaker,
  speakersFromText,
  type SpeakerScope,
} from './speaker-edits.ts'
import { SpeakerDot } from './speaker-mark.tsx'

const LONGEST_NAME = 80

const SCOPES = [
  { value: 'words', label: 'Selected words' },
  { value: 'onward', label: 'From here on' },
] as const satisfies readonly { value: SpeakerScope; label: string }[]

const LANES = [
  { value: 'together', label: 'In one place' },
  { value: 'levels', label: 'Below and above' },
  { value: 'sides', label: 'Left and right' },
] as const satisfies readonly { value: SpeakerLanes; label: string }[]

/** The speakers of the video: who says the selected words, their names and colours, and how the captions show them. */
export function SpeakerPanel({ wordId }: { wordId: string }) {
  const { store } = useOpenEditor()
  const { actions } = store
  const doc = useDocument()
  const selection = useEditor((state) => state.selection)
  const [scope, setScope] = useState<SpeakerScope>('words')
  const [anchor] = useState(() => anchorOf(store.getState, wordId))
  const { speakers = [] } = doc
  const close = () => {
    actions.openSpeakers(null)
    wordButton(store.getState().selection.focus ?? wordId)?.focus()
  }
  const assign = (commands: Command[]) => {
    if (actions.edit(commands)) close()
  }
  const target = { selection, scope }
  return (
    <AnchoredPopover open onClose={close} anchor={anchor} title="Speakers" side="bottom" align="start">
      <Segmented label="Give a speaker to" options={SCOPES} value={scope} onChange={setScope} />
      {speakers.length > 0 && (
        <ul aria-label="Speakers" className="grid gap-1">
          {speakers.map((speaker, at) => (
            <SpeakerRow
              key={speaker.id}
              speaker={speaker}
              others={speakers.filter(({ id }) => id !== speaker.id)}
              place={at + 1}
              isChosen={doc.words[wordIndex(doc, selection.focus ?? '')]?.speaker === speaker.id}
              onAssign={() => assign(assignSpeaker(doc, target, speaker.id))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-1">
        <Button size="sm" icon={<UserPlus />} onClick={() => assign(addSpeaker(doc, target))}>
          New speaker
        </Button>
        {speakers.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<UserX />}
            title="No speaker · 0"
            onClick={() => assign(assignSpeaker(doc, target, null))}
          >
            No speaker
          </Button>
        )}
      </div>
      {speakers.length === 0 && <NamesInText doc={doc} onEdit={actions.edit} />}
      {speakers.length > 0 && <LookOfSpeakers doc={doc} onEdit={actions.edit} />}
    </AnchoredPopover>
  )
}

type SpeakerRowProps = {
  readonly speaker: Speaker
  readonly others: readonly Speaker[]
  readonly place: number
  /** Whether they speak the focused word. */
  readonly isChosen: boolean
  onAssign(): void
}

/** One speaker: a button that gives them the words, their name and colour, and a menu to merge or remove them. */
function SpeakerRow({ speaker, others, place, isChosen, onAssign }: SpeakerRowProps) {
  const { store } = useOpenEditor()
  const { edit } = store.actions
  const { id, name, color } = speaker
  const rename = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const wanted = currentTarget.value.trim()
    if (wanted === '') currentTarget.value = name
    else if (wanted !== name) edit([{ type: 'editSpeaker', id, name: wanted }])
  }
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-label={`${place}: ${name} speaks`}
        aria-pressed={isChosen}
        title={place < 10 ? `${name} · ${place}` : name}
        onClick={onAssign}
        className={buttonClass({
          variant: 'ghost',
          size: 'sm',
          className: 'gap-1.5! px-2! aria-pressed:bg-accent-soft',
        })}
      >
        <SpeakerDot color={color} />
        <span className="tabular text-xs text-faint">{place}</span>
      </button>
      <div className="min-w-0 grow">
        <TextField
          // Another person's change replaces the text.
          key={name}
          size="sm"
          label={`Name of ${name}`}
          hideLabel
          defaultValue={name}
          maxLength={LONGEST_NAME}
          onBlur={rename}
          onKeyDown={leaveOnEnter}
        />
      </div>
      <ColorInput
        key={color}
        label={`Colour of ${name}`}
        color={color}
        onChange={(next) => edit(recolorSpeaker(store.getState().doc, id, next))}
      />
      <Menu
        label={`Actions for ${name}`}
        align="end"
        renderTrigger={(props) => (
          <button
            {...props}
            type="button"
            aria-label={`Actions for ${name}`}
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'aspect-square px-0!' })}
          >
            <MoreHorizontal />
          </button>
        )}
      >
        {others.map((other) => (
          <MenuItem
            key={other.id}
            icon={<Merge />}
            onSelect={() => edit(removeSpeaker(store.getState().doc, speaker, other.id))}
          >
            Merge into {other.name}
          </MenuItem>
        ))}
        {others.length > 0 && <MenuSeparator />}
        <MenuItem
          icon={<Trash2 />}
          tone="danger"
          onSelect={() => edit(removeSpeaker(store.getState().doc, speaker, null))}
        >
          Remove
        </MenuItem>
      </Menu>
    </li>
  )
}

/** The system's colour picker; the colour changes when it closes, as one edit. */
function ColorInput({ label, color, onChange }: { label: string; color: string; onChange: (color: string) => void }) {
  const [picked, setPicked] = useState(color.slice(0, 7))
  return (
    <input
      type="color"
      aria-label={label}
      value={picked}
      onChange={(event) => setPicked(event.target.value)}
      onBlur={() => picked !== color.slice(0, 7) && onChange(picked)}
      className="hit-target size-8 shrink-0 cursor-pointer rounded-md border border-control bg-sunken p-1 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
    />
  )
}

/** Offers the names that stand in the text, such as “ANA:” in many SRT files. */
function NamesInText({ doc, onEdit }: EditorOfSpeakersProps) {
  const turns = namesInText(doc)
  if (turns.length === 0) return null
  const names = [...new Set(turns.map(({ name }) => name))]
  return (
    <div className="grid justify-items-start gap-2 border-t border-border pt-3">
      <p className="wrap-anywhere text-muted">
        Names in the text: {names.slice(0, MOST_SHOWN).join(', ')}
        {names.length > MOST_SHOWN && ` and ${names.length - MOST_SHOWN} more`}.
      </p>
      <Button size="sm" onClick={() => onEdit(speakersFromText(doc, turns))}>
        Use them as speakers
      </Button>
    </div>
  )
}

/** Names that the offer shows. */
const MOST_SHOWN = 4

type EditorOfSpeakersProps = { readonly doc: CaptionDocument; onEdit(commands: Command[]): boolean }

/** How the captions show who speaks. */
function LookOfSpeakers({ doc, onEdit }: EditorOfSpeakersProps) {
  const look = speakerLookOf(doc)
  return (
    <div className="grid gap-3 border-t border-border pt-3">
      <Switch
        label="Colour the words of each speaker"
        checked={look.hasColors}
        onChange={(hasColors) => onEdit(speakerLookCommands(doc, { ...look, hasColors }))}
      />
      <Select
        size="sm"
        label="Where their captions stand"
        options={LANES}
        value={look.lanes}
        onChange={(lanes) => onEdit(speakerLookCommands(doc, { ...look, lanes }))}
      />
    </div>
  )
}

/** Enter saves the name as leaving the field does. */
function leaveOnEnter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Enter') currentTarget.blur()
}

function wordButton(wordId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-word="${CSS.escape(wordId)}"]`)
}

/** The focused word, wherever an edit moves it; it may be on another line then. */
function anchorOf(getState: () => { selection: { focus: string | null } }, wordId: string) {
  let last = wordButton(wordId)?.getBoundingClientRect() ?? new DOMRect()
  return {
    getBoundingClientRect() {
      last = wordButton(getState().selection.focus ?? wordId)?.getBoundingClientRect() ?? last
      return last
    },
  }
}
