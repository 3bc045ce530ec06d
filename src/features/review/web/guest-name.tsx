import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { NAME_LENGTH } from '../model/limits.ts'

/** Asks for the name under which a guest comments, once. */
export function GuestName({ name, onChange }: { name: string; onChange(name: string): void }) {
  const [isEdited, setEdited] = useState(false)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('name')
    const next = typeof entered === 'string' ? entered.trim() : ''
    if (next === '') return setProblem('Enter your name.')
    onChange(next)
    setEdited(false)
  }

  if (name !== '' && !isEdited) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">
          You review as <strong className="font-semibold text-text">{name}</strong>
        </span>
        <Button size="sm" variant="ghost" onClick={() => setEdited(true)}>
          Change name
        </Button>
      </p>
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} onInput={() => setProblem(undefined)} className="grid gap-2">
      <TextField
        name="name"
        label="Your name"
        autoComplete="name"
        defaultValue={name}
        maxLength={NAME_LENGTH}
        hint="To comment and approve. No account needed."
        error={problem}
      />
      <Button type="submit" className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
