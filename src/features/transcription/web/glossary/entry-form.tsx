import { type FormEvent, useRef, useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { StoredEntry } from '../../model/glossary/contract.ts'
import { usePutEntry } from './queries.ts'

/** The words of a new entry, as a form starts with them. */
export type FirstEntry = { readonly heard: string; readonly write: string }

type EntryFormProps = {
  /** The video whose glossary is open; null for all videos. */
  readonly projectId: string | null
  /** False for an editor of a video, who adds to its glossary only. */
  readonly mayEditAccount: boolean
  readonly first?: FirstEntry | undefined
  /** The entry to change. Default: a new one. */
  readonly entry?: StoredEntry | undefined
  /** Called once the entry is saved, or given up. */
  onEnd?(): void
}

const MAX_LENGTH = 120
const PLACES = [
  { value: 'account', label: 'In all videos' },
  { value: 'video', label: 'In this video' },
] as const

/** Adds an entry, or changes one. */
export function EntryForm({ projectId, mayEditAccount, first, entry, onEnd }: EntryFormProps) {
  const [heard, setHeard] = useState(entry?.heard ?? first?.heard ?? '')
  const [write, setWrite] = useState(entry?.write ?? first?.write ?? '')
  const [place, setPlace] = useState<'account' | 'video'>(mayEditAccount ? 'account' : 'video')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const put = usePutEntry()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (write.trim() === '') return setProblem('Enter how to write it.')
    const target = entry === undefined ? (place === 'video' ? projectId : null) : entry.projectId
    put.mutate(
      {
        projectId: target,
        ...(entry && { id: entry.id }),
        entry: { heard: heard.trim() === '' ? null : heard, write, language: entry?.language ?? null },
      },
      {
        onSuccess() {
          setHeard('')
          setWrite('')
          setProblem(undefined)
          field.current?.focus()
          onEnd?.()
        },
        onError: (error) => setProblem(asAppError(error).message),
      },
    )
  }

  return (
    <form
      method="post"
      onSubmit={submit}
      aria-label={entry ? `Change ${entry.write}` : 'New entry'}
      className="grid gap-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          ref={field}
          label="Heard as"
          placeholder="word pop"
          hint="Leave empty for a name to listen for."
          value={heard}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          onChange={({ target }) => setHeard(target.value)}
        />
        <TextField
          label="Write"
          placeholder="Wordpop"
          value={write}
          error={problem}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          ref={first && focusOnce}
          onChange={({ target }) => {
            setWrite(target.value)
            setProblem(undefined)
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {projectId !== null && mayEditAccount && entry === undefined && (
          <Segmented label="Where it applies" options={PLACES} value={place} onChange={setPlace} />
        )}
        <div className="ml-auto flex gap-2">
          {entry && (
            <Button size="sm" variant="ghost" onClick={onEnd}>
              Cancel
            </Button>
          )}
          <Button size="sm" variant={first ? 'primary' : 'secondary'} type="submit" busy={put.isPending}>
            {entry ? 'Save' : first ? 'Always write it so' : 'Add'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** For a form that loads after the window that shows it. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
