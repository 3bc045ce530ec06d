import { Check, X } from 'lucide-react'
import { classNames } from './class-names.ts'

/** One named step of longer work. */
export type Stage = { id: string; label: string }

/** Props of {@link Stages}. */
export type StagesProps = {
  /** All steps in order. */
  stages: readonly Stage[]
  /** The id of the current step; earlier ones are done, except those still under way beside it. */
  current: string
  /** The ids of earlier steps that are still under way. Default: none. */
  underWay?: readonly string[] | undefined
  /** The current step failed. */
  failed?: boolean
  /** The name of the list, for screen readers. */
  label: string
}

/** The named steps of a job and its position; on a phone, a row with "3 of 5" and the step's name. */
export function Stages({ stages, current, underWay, failed = false, label }: StagesProps) {
  const here = stages.findIndex((stage) => stage.id === current)
  return (
    <ol aria-label={label} className="flex items-center gap-2 text-sm">
      {stages.map((stage, index) => {
        const earlier = underWay?.includes(stage.id) === true ? 'under way' : 'done'
        const state = index < here ? earlier : index > here ? 'waiting' : failed ? 'failed' : 'current'
        return (
          <li
            key={stage.id}
            aria-current={index === here ? 'step' : undefined}
            className={classNames('flex items-center gap-2', index < stages.length - 1 && 'sm:grow')}
          >
            <Mark state={state} number={index + 1} />
            <span className={classNames('whitespace-nowrap', TEXT[state], index !== here && 'max-sm:sr-only')}>
              {stage.label}
              <span className="sr-only">, {state}</span>
            </span>
            {index < stages.length - 1 && (
              <span aria-hidden="true" className="h-px min-w-3 grow bg-border max-sm:hidden" />
            )}
          </li>
        )
      })}
    </ol>
  )
}

type State = 'done' | 'under way' | 'current' | 'waiting' | 'failed'

function Mark({ state, number }: { state: State; number: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'tabular grid size-5 shrink-0 place-items-center rounded-full border text-xs font-semibold',
        MARK[state],
      )}
    >
      {state === 'done' ? (
        <Check className="size-3" strokeWidth={3} />
      ) : state === 'failed' ? (
        <X className="size-3" strokeWidth={3} />
      ) : (
        number
      )}
    </span>
  )
}

const MARK = {
  done: 'border-success/50 text-success',
  'under way': 'border-dashed border-accent-text text-accent-text',
  current: 'border-transparent bg-accent text-on-accent',
  waiting: 'border-border-strong text-faint',
  failed: 'border-transparent bg-error-fill text-white',
}
const TEXT = {
  done: 'text-muted',
  'under way': 'text-text',
  current: 'font-medium text-text',
  waiting: 'text-faint',
  failed: 'font-medium text-error',
}
