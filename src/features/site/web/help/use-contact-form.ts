import { type FormEvent, useState } from 'react'
import { apiClient, asAppError } from '#platform/web/api.ts'
import type { ContactTopic, siteContract } from '../../model/contract.ts'

/** Why the server rejected the message. */
export type Refused = {
  readonly message: string
  /** Wait time after too many messages; at least 1. */
  readonly waitMinutes?: number
}

const FIELDS = ['name', 'email', 'message'] as const
type Field = (typeof FIELDS)[number]
type Entered = Record<Field | 'website', string>
type Problems = Partial<Record<Field, string>>

const api = apiClient<typeof siteContract>('site')

/** State of the contact form, which keeps its input until the message is sent. */
export function useContactForm() {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [refused, setRefused] = useState<Refused>()
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>, topic: ContactTopic): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const entered = read(new FormData(form))
    const found = check(entered)
    setProblems(found)
    setRefused(undefined)
    const wrong = FIELDS.find((field) => found[field] !== undefined)
    if (wrong !== undefined) return focusField(form, wrong)
    setBusy(true)
    try {
      await api.contact({ ...entered, topic })
      setSentTo(entered.email)
    } catch (error) {
      setRefused(refusalOf(error))
    }
    setBusy(false)
  }

  return {
    busy,
    refused,
    /** The sender's address, once the message is sent. */
    sentTo,
    submit,
    errorAt: (field: Field) => problems[field],
    clear: () => setProblems({}),
    again: () => setSentTo(undefined),
  }
}

function read(data: FormData): Entered {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return { name: text('name'), email: text('email'), message: text('message'), website: text('website') }
}

function check({ name, email, message }: Entered): Problems {
  return {
    ...(name === '' && { name: 'Enter your name.' }),
    ...(!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) && {
      email: 'Enter an e-mail address like name@example.com.',
    }),
    ...(message.length < 10 && { message: 'Tell us a little more: at least 10 characters.' }),
  }
}

function refusalOf(error: unknown): Refused {
  const { code, message, details } = asAppError(error)
  if (code === 'too_many_requests') {
    return { message, waitMinutes: Math.max(1, Math.ceil(Number(details['retryAfterSeconds'] ?? 60) / 60)) }
  }
  return { message: code === 'internal' ? 'Something went wrong. Please try again.' : message }
}

function focusField(form: HTMLFormElement, field: Field): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.focus()
}
