import { CheckCheck, MessageSquareDiff, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import type { SuggestedEdit } from '../../model/index.ts'
import { useActions, useEditor } from '../store/editor-context.ts'
import { DecidedSuggestion, type Decision, SuggestionCard } from './suggestion-card.tsx'
import { useMayAccept, useSuggestionList } from './use-suggestions.ts'

/** Rows above which the list renders only those on screen. */
const MOST_RENDERED = 50

/** Suggested edits of the captions, with the decisions about each and about all. */
export function SuggestionsPanel() {
  const { refreshSuggestions } = useActions()
  const { isLoaded, waiting, decided } = useSuggestionList()
  const problem = useEditor(({ suggest }) => suggest.problem)
  const panel = useRef<HTMLElement>(null)
  const { busy, decide, decideAll } = useDecisions(panel)
  useEffect(() => void refreshSuggestions(), [refreshSuggestions])
  const card = (suggestion: SuggestedEdit) => <SuggestionCard suggestion={suggestion} busy={busy} onDecide={decide} />

  return (
    <section
      ref={panel}
      aria-label="Suggestions"
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col outline-offset-[-2px]"
    >
      <DecideAll waiting={waiting} busy={busy} decideAll={decideAll} />
      {problem !== null && (
        <div className="p-3">
          <Notice
            tone="error"
            title="The suggestions could not be loaded"
            actions={
              <Button size="sm" onClick={() => void refreshSuggestions()}>
                Try again
              </Button>
            }
          >
            {problem.message}
          </Notice>
        </div>
      )}
      {!isLoaded && problem === null && <Loading />}
      {isLoaded && waiting.length === 0 && <NoSuggestions />}
      {waiting.length > MOST_RENDERED ? (
        <VirtualList
          label="Waiting suggestions"
          items={waiting}
          keyOf={({ id }) => id}
          renderItem={card}
          rowHeightPx={132}
          className="min-h-32 grow"
        />
      ) : (
        waiting.length > 0 && (
          <ul aria-label="Waiting suggestions">
            {waiting.map((suggestion) => (
              <li key={suggestion.id}>{card(suggestion)}</li>
            ))}
          </ul>
        )
      )}
      {decided.length > 0 && waiting.length <= MOST_RENDERED && (
        <>
          <h3 className="px-3 pt-4 pb-1 font-sans text-xs font-semibold tracking-normal text-faint">
            Recently decided
          </h3>
          <ul aria-label="Recently decided">
            {decided.map((suggestion) => (
              <DecidedSuggestion key={suggestion.id} suggestion={suggestion} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Decides about suggestions and reports the outcome. The focus stays in the panel when a card leaves it. */
function useDecisions(panel: { readonly current: HTMLElement | null }) {
  const { decideSuggestions, withdraw } = useActions()
  const [busy, setBusy] = useState(false)

  async function run(ids: readonly string[], decision: 'accept' | 'decline') {
    setBusy(true)
    try {
      return await decideSuggestions(ids, decision)
    } catch (error) {
      toast.error(asAppError(error).message)
      return undefined
    } finally {
      setBusy(false)
      panel.current?.focus()
    }
  }

  async function decide({ id }: SuggestedEdit, decision: Decision) {
    if (decision === 'withdraw') {
      withdraw([id])
      panel.current?.focus()
      return
    }
    const outcome = await run([id], decision)
    if (outcome !== undefined && outcome.unfit.length > 0)
      toast.info('This suggestion no longer fits the captions. It stays in the list.')
  }

  async function decideAll(ids: readonly string[], decision: 'accept' | 'decline') {
    const outcome = await run(ids, decision)
    if (outcome === undefined || decision === 'decline') return
    const { accepted, unfit } = outcome
    if (unfit.length === 0) toast.success(`Accepted ${pluralize(accepted.length, 'suggestion')}.`)
    else
      toast.info(
        `Accepted ${accepted.length} of ${pluralize(accepted.length + unfit.length, 'suggestion')}. The others no longer fit the captions.`,
      )
  }

  return { busy, decide: (one: SuggestedEdit, how: Decision) => void decide(one, how), decideAll }
}

type DecideAllProps = {
  readonly waiting: readonly SuggestedEdit[]
  readonly busy: boolean
  decideAll(ids: readonly string[], decision: 'accept' | 'decline'): Promise<void>
}

function DecideAll({ waiting, busy, decideAll }: DecideAllProps) {
  const mayAccept = useMayAccept()
  const [asking, setAsking] = useState(false)
  const ids = waiting.filter(mayAccept).map(({ id }) => id)
  if (ids.length === 0) return null
  return (
    <header className="flex flex-wrap gap-2 border-b border-border p-3">
      <Button
        size="sm"
        variant="primary"
        icon={<CheckCheck />}
        busy={busy}
        onClick={() => void decideAll(ids, 'accept')}
      >
        Accept all
      </Button>
      <Button size="sm" icon={<X />} disabled={busy} onClick={() => setAsking(true)}>
        Decline all
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Decline ${pluralize(ids.length, 'suggestion')}?`}
        description="Their authors see that you declined them. You cannot undo this."
        confirmLabel="Decline all"
        busy={busy}
        onConfirm={() => void decideAll(ids, 'decline').finally(() => setAsking(false))}
      />
    </header>
  )
}

function NoSuggestions() {
  const isOn = useEditor(({ suggest }) => suggest.live !== null)
  return (
    <div className="p-3">
      <EmptyState picture={<MessageSquareDiff />} title="No suggestions waiting">
        {isOn
          ? 'Edit the captions: each edit appears here until somebody accepts or declines it.'
          : 'Suggested edits appear here, to accept or decline.'}
      </EmptyState>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the suggestions" className="grid gap-2 p-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}
