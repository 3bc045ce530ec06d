import { formatMoney } from '#platform/shared/format/money.ts'
import { formatList, formatNumber } from '#platform/shared/format/numbers.ts'
import type { OperatorAction } from './action-log.ts'
import { changesBetween } from './operator-rules.ts'

/** A part of a sentence: plain text, or a link to a page of operators. */
export type SentencePart = string | { readonly text: string; readonly to: string }

/** The longest value that a sentence quotes, in characters. */
const MAX_VALUE = 120

/** A page of operators that a sentence leads to. */
export function link(text: string, to: string): SentencePart {
  return { text, to }
}

/** The person an action concerns, by the name it recorded; a link while they have an account. */
export function personOf({ person, about }: OperatorAction, name = about): SentencePart {
  return person === null ? name : link(name, `/operator/users/${person.id}`)
}

/** ` of ada@example.com`, if the person still has an account. */
export function ofPerson(action: OperatorAction): readonly SentencePart[] {
  return action.person === null ? [] : [' of ', personOf(action, action.person.email)]
}

/** “Text”, shortened. */
export function quote(text: string): string {
  const letters = Array.from(text)
  return `“${letters.length > MAX_VALUE ? `${letters.slice(0, MAX_VALUE).join('')}…` : text}”`
}

/** A fact as text; empty if it was not recorded. */
export function factOf(facts: OperatorAction['after'], name: string): string {
  return textOf(facts?.[name])
}

/** The number of a fact; 0 if it was not recorded. */
export function numberOf(facts: OperatorAction['after'], name: string): number {
  const value = facts?.[name]
  return typeof value === 'number' ? value : 0
}

/** `from 30 to 55`: a number before and after. */
export function fromTo(action: OperatorAction, name: string): string {
  return `from ${formatNumber(numberOf(action.before, name))} to ${formatNumber(numberOf(action.after, name))}`
}

/** `$12.00`. @param cents in minor units */
export function money(cents: number, currency: unknown): string {
  return formatMoney(cents, typeof currency === 'string' ? currency : 'usd')
}

/**
 * `the name from “A” to “B” and the accent colour from the default to “#ff0066”`.
 * @param names the facts with their names in a sentence
 * @param nothing the word for a fact that is not set
 */
export function changesOf(
  { before, after }: OperatorAction,
  { names, nothing }: { names: Readonly<Record<string, string>>; nothing: string },
): string {
  const changes = changesBetween(before, after)
  if (changes.length === 0) return 'nothing'
  const valueOf = (value: string | null): string => (value === null ? nothing : quote(value))
  return formatList(
    changes.map(
      ({ name, was, is }) =>
        `${names[name] ?? name.charAt(0).toLowerCase() + name.slice(1)} from ${valueOf(was)} to ${valueOf(is)}`,
    ),
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
