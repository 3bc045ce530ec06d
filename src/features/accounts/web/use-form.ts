import { type FormEvent, useState } from 'react'
import type { AppError } from '#platform/shared/errors.ts'
import { asAppError } from '#platform/web/api.ts'

/** An error, and where it is shown: beside a field, or above the form. */
export type Problem<Field extends string> = { readonly field: Field | 'form'; readonly message: string }

/** Reads the current value of a field. */
export type ReadField<Field extends string> = (field: Field) => string

/** The configuration of {@link useForm}. */
export type FormConfig<Field extends string> = {
  /** The names of the form's controls. */
  fields: readonly Field[]
  /** Validates without the server. */
  check?: (entered: ReadField<Field>) => Problem<Field> | undefined
  /** Submits the form. Throws an AppError if refused; `details.field` names the field. */
  send: (entered: ReadField<Field>) => Promise<void>
  /** Custom messages for some refusals. */
  refused?: (refusal: AppError) => Problem<Field> | undefined
}

/** A form that validates, submits, shows each refusal beside its field and focuses it. It never clears its fields. */
export function useForm<Field extends string>({ fields, check, send, refused }: FormConfig<Field>) {
  const [problem, setProblem] = useState<Problem<Field>>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const entered = reader<Field>(form)
    setBusy(true)
    const nextProblem = check?.(entered) ?? (await attempt(entered))
    setBusy(false)
    setProblem(nextProblem)
    if (nextProblem) focusField(form, nextProblem.field)
  }

  async function attempt(entered: ReadField<Field>): Promise<Problem<Field> | undefined> {
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

function reader<Field extends string>(form: HTMLFormElement): ReadField<Field> {
  const data = new FormData(form)
  return (field) => {
    const value = data.get(field)
    return typeof value === 'string' ? value : ''
  }
}

function problemOf<Field extends string>(fields: readonly Field[], refusal: AppError): Problem<Field> {
  const { code, message, details } = refusal
  const field = fields.find((name) => name === details['field']) ?? 'form'
  return { field, message: code === 'internal' ? 'Something went nextProblem. Please try again.' : message }
}

function focusField(form: HTMLFormElement, field: string): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLInputElement) control.focus()
}
