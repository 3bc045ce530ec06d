import { type FormEvent, type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CONTROL_CLASS, Field } from '#ui/field.tsx'
import { COMMENT_LENGTH, TOO_LONG } from '../model/limits.ts'
import { mentionBefore, type ProjectPerson } from '../model/mentions.ts'

/** Lets a parent focus the field. */
export type CommentBoxHandle = { focus(): void }

/** Props of {@link CommentBox}. */
export type CommentBoxProps = {
  readonly label: string
  readonly submitLabel: string
  readonly placeholder?: string
  /** The text to edit; empty by default. */
  readonly initial?: string | undefined
  /** People to mention; nobody by default. */
  readonly people?: readonly ProjectPerson[]
  /** Rejects with an error whose message can be shown; the text then stays. */
  onSubmit(text: string): Promise<unknown>
  onCancel?: () => void
  /** Receives the text whenever it changes. */
  onText?: ((text: string) => void) | undefined
  readonly handle?: Ref<CommentBoxHandle>
}

/** Shows the remaining letters from here on. */
const NEARLY_FULL = COMMENT_LENGTH - 500
const NOBODY: readonly ProjectPerson[] = []

/** A field for a comment; Ctrl Enter sends it, and @ offers people. */
export function CommentBox({
  label,
  submitLabel,
  placeholder,
  initial = '',
  people = NOBODY,
  onSubmit,
  onCancel,
  onText,
  handle,
}: CommentBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, change, problem, busy, submit } = useDraft({ initial, onSubmit, onText })
  const mention = useMention({ field, text, people, change })
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), [])

  function key(event: KeyboardEvent) {
    if (mention.onKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
    if (event.key === 'Escape' && onCancel !== undefined) onCancel()
    // The editor's own keys stay out of the field.
    event.stopPropagation()
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
      className="grid gap-2"
    >
      <Field label={label} hideLabel error={problem}>
        {(wiring) => (
          <textarea
            {...wiring}
            ref={field}
            rows={3}
            dir="auto"
            value={text}
            placeholder={placeholder}
            {...(people.length > 0 && mention.wiring)}
            onChange={({ target }) => change(target.value)}
            onKeyDown={key}
            onSelect={mention.onSelect}
            onBlur={mention.close}
            className={classNames(CONTROL_CLASS, 'comment-field resize-y py-2 text-sm')}
          />
        )}
      </Field>
      {mention.list}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="sm" busy={busy}>
          {submitLabel}
        </Button>
        {onCancel !== undefined && (
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {text.length > NEARLY_FULL && (
          <span className={classNames('tabular ml-auto text-xs', isTooLong(text) ? 'text-error' : 'text-faint')}>
            {formatNumber(text.length)} of {formatNumber(COMMENT_LENGTH)}
          </span>
        )}
      </div>
    </form>
  )
}

/** The text until it is sent; a refused one stays, with the reason. */
function useDraft({
  initial,
  onSubmit,
  onText,
}: Pick<CommentBoxProps, 'onSubmit' | 'onText'> & { readonly initial: string }) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    if (text.trim() === '') return setProblem('Write a comment first.')
    if (isTooLong(text)) return setProblem(TOO_LONG)
    setBusy(true)
    try {
      await onSubmit(text.trim())
      change('')
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  function change(next: string) {
    setText(next)
    onText?.(next)
    setProblem(undefined)
  }

  return { text, change, problem, busy, submit }
}

function isTooLong(text: string): boolean {
  return text.trim().length > COMMENT_LENGTH
}

/** Maximum people offered at once. */
const OFFERED = 5

/** Offers people whose name begins with the letters after an @. */
function useMention(o: {
  field: { readonly current: HTMLTextAreaElement | null }
  text: string
  people: readonly ProjectPerson[]
  change(text: string): void
}) {
  const { field, text, people } = o
  const listId = useId()
  const [cursor, setCursor] = useState<number>()
  const [active, setActive] = useState(0)
  const typed = cursor === undefined ? undefined : mentionBefore(text, cursor)
  const offered =
    typed === undefined
      ? []
      : people.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase())).slice(0, OFFERED)
  const isOpen = offered.length > 0
  const close = () => setCursor(undefined)

  function take({ name }: ProjectPerson) {
    if (cursor === undefined || typed === undefined) return
    const start = cursor - typed.length
    o.change(`${text.slice(0, start)}${name} ${text.slice(cursor)}`)
    close()
    field.current?.focus()
  }

  function onKey(event: KeyboardEvent): boolean {
    const chosen = offered[active % offered.length]
    if (!isOpen || chosen === undefined) return false
    if (event.key === 'ArrowDown') setActive((active + 1) % offered.length)
    else if (event.key === 'ArrowUp') setActive((active + offered.length - 1) % offered.length)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)) take(chosen)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const isActive = (at: number) => at === active % offered.length
  const list = isOpen && (
    <div
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label="People to mention"
      className="grid gap-0.5 rounded-md border border-border bg-raised p-1"
    >
      {offered.map((person, at) => (
        <button
          key={person.userId}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={isActive(at)}
          // Keeps the focus, and the list open, until the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(person)}
          className={classNames(
            'w-full rounded-sm px-2 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11',
            isActive(at) && 'bg-hover',
          )}
        >
          {person.name}
        </button>
      ))}
    </div>
  )
  return {
    list,
    /** The field's attributes, for screen readers. */
    wiring: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
    } as const,
    close,
    onKey,
    onSelect: () => {
      setCursor(field.current?.selectionStart)
      setActive(0)
    },
  }
}
