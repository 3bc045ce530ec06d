import { Check, Undo2, X } from 'lucide-react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { Author, SuggestedEdit } from '../../model/index.ts'
import { useHasEditAccess } from '../store/editor-context.ts'
import { RemovedText } from './removed-text.tsx'
import { useMayAccept, useShowSuggestion, useTextNow } from './use-suggestions.ts'

/** What a person decides about a suggestion. */
export type Decision = 'accept' | 'decline' | 'withdraw'

type CardProps = {
  readonly suggestion: SuggestedEdit
  /** True while a decision is on its way. */
  readonly busy: boolean
  onDecide(suggestion: SuggestedEdit, decision: Decision): void
}

/** A waiting suggestion: who, what, and the decision. */
export function SuggestionCard({ suggestion, busy, onDecide }: CardProps) {
  const { by, at, label, isUnfit } = suggestion
  const show = useShowSuggestion(suggestion)
  const mayEdit = useHasEditAccess()
  const mayAccept = useMayAccept()(suggestion)
  const decide = (decision: Decision) => onDecide(suggestion, decision)
  return (
    <article aria-label={label} className="grid gap-2 border-b border-border px-3 py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <strong className="font-semibold wrap-anywhere">{nameOfAuthor(by)}</strong>
        <time dateTime={at} className="text-xs text-faint">
          {formatMoment(at)}
        </time>
        {isUnfit && <Badge tone="warning">No longer fits</Badge>}
      </p>
      <ChangeLine suggestion={suggestion} />
      <TextNow suggestion={suggestion} />
      <div role="group" aria-label={label} className="flex flex-wrap gap-2">
        {show !== undefined && (
          <Button size="sm" variant="ghost" onClick={show}>
            Show
          </Button>
        )}
        {mayAccept && (
          <Button size="sm" icon={<Check />} disabled={busy} onClick={() => decide('accept')}>
            {isUnfit ? 'Try again' : 'Accept'}
          </Button>
        )}
        {by.you ? (
          <Button size="sm" variant="ghost" icon={<Undo2 />} disabled={busy} onClick={() => decide('withdraw')}>
            Withdraw
          </Button>
        ) : (
          mayEdit && (
            <Button size="sm" variant="ghost" icon={<X />} disabled={busy} onClick={() => decide('decline')}>
              Decline
            </Button>
          )
        )}
      </div>
    </article>
  )
}

/** A decided suggestion in one line. */
export function DecidedSuggestion({ suggestion }: { suggestion: SuggestedEdit }) {
  const { by, label, state, decidedBy } = suggestion
  const decider = decidedBy === null ? '' : ` by ${decidedBy.you ? 'you' : decidedBy.name}`
  return (
    <li className="grid gap-0.5 px-3 py-2 text-sm">
      <span className="wrap-anywhere">{label}</span>
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        <Badge tone={state === 'accepted' ? 'success' : 'neutral'}>
          {state === 'accepted' ? 'Accepted' : 'Declined'}
        </Badge>
        {`${nameOfAuthor(by)} · ${state}${decider}`}
      </span>
    </li>
  )
}

/** The edit as a sentence, and its words before and after it. */
function ChangeLine({ suggestion: { label, before, after } }: Pick<CardProps, 'suggestion'>) {
  const isTextual = before !== after
  return (
    <div className="grid gap-1 text-sm">
      <p className="wrap-anywhere text-muted">{label}</p>
      {(before ?? after) !== null && (
        <p className="leading-6 wrap-anywhere">
          {isTextual && before !== null && <RemovedText text={before} />}
          {isTextual && before !== null && after !== null && (
            <span aria-hidden="true" className="mx-1 text-faint">
              →
            </span>
          )}
          {isTextual && after !== null && (
            <ins className="rounded-sm bg-success/12 px-0.5 text-success no-underline">{after}</ins>
          )}
          {!isTextual && <q className="text-muted">{before}</q>}
        </p>
      )}
    </div>
  )
}

/** What stands in the captions now, if somebody changed it since. */
function TextNow({ suggestion }: Pick<CardProps, 'suggestion'>) {
  const now = useTextNow(suggestion)
  if (now === undefined && !suggestion.isUnfit) return null
  return (
    <p className="text-xs text-warning wrap-anywhere">
      {now === undefined
        ? 'The captions around it were changed since. Accept the suggestions before it, or decline it.'
        : now === ''
          ? 'These words were deleted since.'
          : `The captions now say “${now}”.`}
    </p>
  )
}

function nameOfAuthor({ name, you }: Author): string {
  return you ? 'You' : name
}
