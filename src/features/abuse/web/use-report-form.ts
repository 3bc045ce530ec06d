import { type FormEvent, useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import type { ReportedKind, ReportReason } from '../model/limits.ts'
import { abuseApi } from './abuse-queries.ts'

const FIELDS = ['reason', 'text', 'email'] as const
type Field = (typeof FIELDS)[number]
type Problems = Partial<Record<Field, string>>

/** State of the form of a report, which keeps its input until the report is sent. */
export function useReportForm({ kind, token }: { kind: ReportedKind; token: string }) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [refused, setRefused] = useState<string>()
  const [isSent, setIsSent] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the options, which the server checks
      await abuseApi.report({ kind, token, ...entered, reason: entered.reason as ReportReason })
      setIsSent(true)
    } catch (error) {
      setRefused(asAppError(error).message)
    }
    setBusy(false)
  }

  return {
    busy,
    refused,
    isSent,
    submit,
    errorAt: (field: Field) => problems[field],
    clear: () => setProblems({}),
  }
}

function read(data: FormData): Record<Field | 'website', string> {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return { reason: text('reason'), text: text('text'), email: text('email'), website: text('website') }
}

function check({ reason, text, email }: Record<Field, string>): Problems {
  return {
    ...(reason === '' && { reason: 'Choose a reason.' }),
    ...(text === '' && { text: 'Say what is wrong.' }),
    ...(email !== '' &&
      !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) && {
        email: 'Enter an e-mail address like name@example.com, or none.',
      }),
  }
}

function focusField(form: HTMLFormElement, field: Field): void {
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLElement) control.focus()
}
