import { type FormEvent, useState } from 'react'
import { formatMonth } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Collaborator } from '../model/contract.ts'
import { MonthlyLimit } from '../model/spending.ts'
import { useTeamMutation } from './queries.ts'

type Props = { readonly one: Collaborator; readonly name: string }

/** What a collaborator spent in this month and earlier ones, and their monthly limit. */
export function Spending({ one, name }: Props) {
  const [present, ...earlier] = one.spending
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="tabular flex flex-wrap items-center gap-x-3">
        <span>{present !== undefined && spentText(present, one.monthlyLimit)}</span>
        <Button
          size="sm"
          variant="ghost"
          aria-label={one.monthlyLimit === null ? `Set a limit for ${name}` : `Change limit of ${name}`}
          onClick={() => setOpen(true)}
        >
          {one.monthlyLimit === null ? 'Set a limit' : 'Change limit'}
        </Button>
      </p>
      {earlier.length > 0 && (
        <p className="tabular text-xs text-faint">
          Before: {earlier.map(({ month, credits }) => `${formatMonth(month)} ${formatNumber(credits)}`).join(', ')}
        </p>
      )}
      <LimitDialog one={one} name={name} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function spentText({ month, credits }: Collaborator['spending'][number], limit: MonthlyLimit): string {
  const spent =
    limit === null ? pluralize(credits, 'credit') : `${formatNumber(credits)} of ${pluralize(limit, 'credit')}`
  return `Spent ${spent} in ${formatMonth(month)}`
}

type DialogProps = Props & { readonly open: boolean; readonly onClose: () => void }

function LimitDialog({ one: { userId, monthlyLimit }, name, open, onClose }: DialogProps) {
  const { setLimit } = useTeamMutation()
  const [problem, setProblem] = useState<string>()

  function close() {
    setProblem(undefined)
    onClose()
  }

  async function save(monthlyCredits: MonthlyLimit) {
    try {
      await setLimit.mutateAsync({ userId, monthlyCredits })
      toast.success(
        monthlyCredits === null
          ? `${name} has no monthly limit now.`
          : `${name} may spend ${pluralize(monthlyCredits, 'credit')} a month.`,
      )
      close()
    } catch (error) {
      setProblem(asAppError(error).message)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('credits')
    const text = typeof entered === 'string' ? entered.trim() : ''
    const limit = MonthlyLimit.safeParse(text === '' ? undefined : Number(text))
    if (limit.success) void save(limit.data)
    else setProblem('Enter a whole number of credits, 0 or more.')
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Monthly limit of ${name}`}
      description="Credits of yours that they may spend in each calendar month. Edits and exports cost nothing. They get a mail about the change."
    >
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onInput={() => setProblem(undefined)}
        className="grid gap-4 pb-4"
      >
        <TextField
          data-focus-first
          name="credits"
          label="Credits a month"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          defaultValue={monthlyLimit ?? ''}
          error={problem}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {monthlyLimit !== null && (
            <Button type="button" disabled={setLimit.isPending} onClick={() => void save(null)}>
              Remove limit
            </Button>
          )}
          <Button type="submit" variant="primary" busy={setLimit.isPending}>
            Save limit
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
