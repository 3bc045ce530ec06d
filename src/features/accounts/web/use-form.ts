import { type FormEvent, useState } from 'react'
import type { AppError } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'

/** What is wrong, and where it is shown: beside a field, or above the form. */
export type Problem<Field extends string> = { readonly field: Field | 'form'; readonly message: string }

/** Reads what was entered into a field, as it stands there. */
export type Entered<Field extends string> = (field: Field) => string

/** What {@link useForm} needs to know of a form. */
export type FormWork<Field extends string> = {
  /** The names of the form's controls. */
  fields: readonly Field[]
  /** What can be told without asking the server. */
  check?: (entered: Entered<Field>) => Problem<Field> | undefined
  /** Throws an AppError when it is refused; the server names the field it is about in `details.field`. */
  send: (entered: Entered<Field>) => Promise<void>
  /** Refusals that this form says in its own way. */
  refused?: (refusal: AppError) => Problem<Field> | undefined
}

/** A form that checks, sends, and shows each refusal beside its field, which gets the focus. What was entered stays. */
export function useForm<Field extends string>({ fields, check, send, refused }: FormWork<Field>) {
  const [problem, setProblem] = useState<Problem<Field>>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const entered = reader<Field>(form)
    setBusy(true)
    const wrong = check?.(entered) ?? (await attempt(entered))
    setBusy(false)
    setProblem(wrong)
    if (wrong) focusField(form, wrong.field)
  }

  async function attempt(entered: Entered<Field>): Promise<Problem<Field> | undefined> {
    try {
      await send(entered)
      return undefined
    } catch (error) {
      const refusal = asAppError(error)
      return refused?.(refusal) ?? problemOf(fields, refusal)
    }
  }

  return {
    busy,
    submit,
    errorAt: (field: Field | 'form') => (problem?.field === field ? problem.message : undefined),
    clear: () => setProblem(undefined),
  }
}

function reader<Field extends string>(form: HTMLFormElement): Entered<Field> {
  const data = new FormData(form)
  return (field) => {
    const value = data.get(field)
    return typeof value === 'string' ? value : ''
  }
}

function problemOf<Field extends string>(fields: readonly Field[], refusal: AppError): Problem<Field> {
  const { code, message, details } = refusal
  const field = fields.find((name) => name === details['field']) ?? 'form'
  return { field, message: code === 'internal' ? 'Something went wrong. Please try again.' : message }
}

function focusField(form: HTMLFormElement, field: string): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLInputElement) control.focus()
}
