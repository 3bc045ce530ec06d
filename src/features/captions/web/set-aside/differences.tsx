import { useEffect, useRef } from 'react'
import { AppError } from '#platform/shared/errors.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import type { CaptionDocument, Command } from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { AsideSection, type Disclosure } from './aside-section.tsx'
import { PassageRow } from './passage-row.tsx'
import { acceptRecognised, type Difference, keepScript } from './settle-difference.ts'

type Settle = (doc: CaptionDocument, differences: readonly Difference[]) => Command[]

/** What is said differently from the script: both texts, each to take. */
export function Differences({ differences, ...disclosure }: Disclosure & { differences: readonly Difference[] }) {
  const { ref, settle } = useSettle(differences)
  const count = differences.length
  return (
    <div ref={ref} className="contents">
      <AsideSection
        {...disclosure}
        label="Said differently"
        summary={`${pluralize(count, 'passage')} ${count === 1 ? 'differs' : 'differ'} from your script`}
        items={differences}
        keyOf={({ recognised }) => recognised.id}
        renderItem={(difference) => <DifferenceRow difference={difference} settle={settle} />}
        rowHeightPx={132}
        buttons={
          <>
            <Button size="sm" variant="ghost" onClick={() => settle(keepScript, differences)}>
              Keep all
            </Button>
            <Button size="sm" variant="ghost" onClick={() => settle(acceptRecognised, differences)}>
              Accept all
            </Button>
          </>
        }
      />
    </div>
  )
}

function DifferenceRow({
  difference,
  settle,
}: {
  difference: Difference
  settle(how: Settle, differences: readonly Difference[]): void
}) {
  const { recognised, script } = difference
  const { text } = recognised
  return (
    <PassageRow
      passage={recognised}
      timeLabel={(time) => `Go to ${time}, where “${text}” is said`}
      buttons={
        <>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Keep your script: “${script}”`}
            onClick={() => settle(keepScript, [difference])}
          >
            Keep
          </Button>
          <Button
            size="sm"
            variant="secondary"
            data-accept
            aria-label={`Accept what was heard: “${text}”`}
            onClick={() => settle(acceptRecognised, [difference])}
          >
            Accept
          </Button>
        </>
      }
    >
      <dl className="py-1 wrap-anywhere">
        <dt className="text-xs text-faint">In your script</dt>
        <dd className="line-clamp-3">{script}</dd>
        <dt className="mt-1 text-xs text-faint">Heard</dt>
        <dd className="line-clamp-3">{text}</dd>
      </dl>
    </PassageRow>
  )
}

/**
 * Returns how to settle differences in one step that undo takes back. Then the next one has the focus, and after the last
 * one the first word that it is about is selected.
 */
function useSettle(differences: readonly Difference[]) {
  const { store } = useOpenEditor()
  const { edit, select } = useActions()
  const ref = useRef<HTMLDivElement>(null)
  const next = useRef<string>(undefined)
  useEffect(() => {
    const row = ref.current?.querySelector(`[data-passage="${CSS.escape(next.current ?? '')}"]`)
    next.current = undefined
    row?.querySelector<HTMLElement>('[data-accept]')?.focus()
  }, [differences])
  return {
    ref,
    settle(how: Settle, settled: readonly Difference[]): void {
      const { doc } = store.getState()
      const after = differences.at(differences.findLastIndex((each) => settled.includes(each)) + 1)
      const rest = after ?? differences.find((each) => !settled.includes(each))
      next.current = rest?.recognised.id
      const commands = commandsFor(how, doc, settled)
      if (!edit(commands) || commands.length === 0 || rest !== undefined) return
      const t = settled[0]?.recognised.t ?? 0
      const first = store.getState().doc.words.find(({ t1 }) => t1 > t)
      if (first !== undefined) select({ focus: first.id, anchor: first.id })
    },
  }
}

function commandsFor(how: Settle, ...asked: Parameters<Settle>): Command[] {
  try {
    return how(...asked)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    toast.error(error.message)
    return []
  }
}
