import { RETENTION_DAYS } from '#features/billing/model/index.ts'
import { VIEW_RETENTION_DAYS } from '#features/operations/model/index.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { CurrentSettings } from '../../model/settings-contract.ts'
import type { SiteSettings } from '../../model/settings.ts'

type Period = CurrentSettings['retention'][number]
type Choice = 'default' | 'for-ever' | 'days'
type Days = number | null | undefined
type Limits = { readonly min: number; readonly max: number }

const NAMES = { everybody: '', free: 'Free', basic: 'Basic', pro: 'Pro', premium: 'Premium' } as const
/** The days that a field begins with. */
const FIRST_DAYS = 90

type Props = {
  readonly view: CurrentSettings
  readonly draft: SiteSettings
  readonly onChange: (change: Partial<SiteSettings>) => void
}

/** How long videos of each plan, and entries of the audit log, are kept; with what a change means for stored videos. */
export function RetentionFields({ view, draft, onChange }: Props) {
  const set = (group: Period['group'], days: Days) => {
    const { [group]: _, ...others } = draft.retention
    onChange({ retention: days === undefined ? others : { ...others, [group]: days } })
  }
  return (
    <>
      {view.retention.map((period) => (
        <PeriodField
          key={period.group}
          period={period}
          days={draft.retention[period.group]}
          saved={view.settings.retention[period.group]}
          onChange={(days) => set(period.group, days)}
        />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <DaysField
          label="Audit log: days for reads of personal data"
          limits={VIEW_RETENTION_DAYS}
          days={draft.readLogDays ?? VIEW_RETENTION_DAYS.default}
          onChange={(days) => onChange({ readLogDays: days === VIEW_RETENTION_DAYS.default ? null : days })}
        />
      </div>
    </>
  )
}

function PeriodField({
  period,
  days,
  saved,
  onChange,
}: {
  period: Period
  days: Days
  saved: Days
  onChange: (days: Days) => void
}) {
  const { group, defaultDays, variable } = period
  const plan = useIsSelling() ? ` on the ${NAMES[group]} plan` : ''
  const label = `Videos${plan}`
  if (variable !== null)
    return (
      <TextField label={label} value={daysText(defaultDays)} disabled hint={`Set by ${variable} in the environment.`} />
    )
  const choice = choiceOf(days)
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select<Choice>
          label={label}
          value={choice}
          options={[
            { value: 'default', label: `Default: ${daysText(defaultDays).toLowerCase()}` },
            { value: 'for-ever', label: daysText(null) },
            { value: 'days', label: 'For a number of days' },
          ]}
          onChange={(to) => onChange(to === 'days' ? (defaultDays ?? FIRST_DAYS) : to === 'default' ? undefined : null)}
        />
        {choice === 'days' && typeof days === 'number' && (
          <DaysField label={`Days${plan}`} limits={RETENTION_DAYS} days={days} onChange={onChange} />
        )}
      </div>
      {isValid(days, RETENTION_DAYS) && (
        <Effect period={period} from={daysOf(saved, period)} to={daysOf(days, period)} />
      )}
    </div>
  )
}

/** What a change means for videos that are stored now. */
function Effect({ period: { videos }, from, to }: { period: Period; from: number | null; to: number | null }) {
  if (from === to) return null
  const isShorter = to !== null && (from === null || to < from)
  const longerTitle = videos === 0 ? 'New videos are kept longer' : 'Stored videos are kept longer too'
  const ofNew = `Videos that are added from now on are deleted after ${daysText(to)}, and their owners get a mail three days before.`
  return (
    <Notice tone="info" title={isShorter ? 'Only new videos are deleted earlier' : longerTitle}>
      {isShorter ? `${storedVideosText(videos, from)} ${ofNew}` : keptLonger(videos, to)}
    </Notice>
  )
}

const NONE_STORED = 'No videos are stored now.'

/** Until when stored videos stay under a shorter period. */
function storedVideosText(videos: number, from: number | null): string {
  if (videos === 0) return NONE_STORED
  if (videos === 1)
    return `1 video is stored now. It stays until the date that its owner sees${from === null ? ', or until it is deleted' : ''}.`
  return `${pluralize(videos, 'video')} are stored now. They stay until the dates that their owners see${from === null ? ', or until they are deleted' : ''}.`
}

/** Until when stored videos are kept under a longer period. */
function keptLonger(videos: number, to: number | null): string {
  if (videos === 0) return NONE_STORED
  if (videos === 1)
    return `1 video is stored now. If it has a date, it is kept ${to === null ? 'until it is deleted' : `for ${daysText(to)} from its upload`}.`
  return `${pluralize(videos, 'video')} are stored now. Those with a date are kept ${to === null ? 'until they are deleted' : `for ${daysText(to)} from their upload`}.`
}

/** 0 stands for an empty field, which cannot be saved. */
function DaysField(o: { label: string; limits: Limits; days: number; onChange: (days: number) => void }) {
  const { min, max } = o.limits
  const range = `${formatNumber(min)} to ${formatNumber(max)} days.`
  return (
    <TextField
      type="number"
      label={o.label}
      hint={range}
      min={min}
      max={max}
      error={isValid(o.days, o.limits) ? undefined : `Enter ${range}`}
      value={o.days === 0 ? '' : String(o.days)}
      onChange={(event) => o.onChange(event.target.valueAsNumber || 0)}
    />
  )
}

function isValid(days: Days, { min, max }: Limits): boolean {
  return typeof days !== 'number' || (Number.isInteger(days) && days >= min && days <= max)
}

function choiceOf(days: Days): Choice {
  if (days === undefined) return 'default'
  return days === null ? 'for-ever' : 'days'
}

function daysOf(days: Days, { defaultDays }: Period): number | null {
  return days === undefined ? defaultDays : days
}

function daysText(days: number | null): string {
  return days === null ? 'Until they are deleted' : pluralize(days, 'day')
}
