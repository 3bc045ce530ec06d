import { useState } from 'react'
import { type Limits, limitLines, type OwnLimits } from '#features/billing/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const GB = 1e9

/** A limit that is entered as a number, in a unit that people use. */
type NumberField = { readonly key: NumberKey; readonly label: string; readonly unit: number }
type NumberKey =
  | 'maxDurationMs'
  | 'maxBytes'
  | 'storageBytes'
  | 'retentionMs'
  | 'collaborators'
  | 'jobsAtOnce'
  | 'jobsInLine'

const NUMBERS: readonly NumberField[] = [
  { key: 'maxDurationMs', label: 'Longest video, minutes', unit: MINUTE_MS },
  { key: 'maxBytes', label: 'Largest file, GB', unit: GB },
  { key: 'storageBytes', label: 'Storage, GB', unit: GB },
  { key: 'retentionMs', label: 'Days that new files are kept', unit: DAY_MS },
  { key: 'collaborators', label: 'Collaborators', unit: 1 },
  { key: 'jobsAtOnce', label: 'Jobs at once', unit: 1 },
  { key: 'jobsInLine', label: 'Jobs in line', unit: 1 },
]

/**
 * The fields of limits.
 * @param props.now the limits that apply, shown beside each field; without them an empty field is as in the plan
 */
export function LimitFields({ initial, now }: { initial: OwnLimits; now?: Limits }) {
  const empty = now === undefined ? 'As in the plan' : 'Unchanged'
  const lines = new Map(limitLines(now ?? {}).map(({ key, text }) => [key, `Now: ${text}`]))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">Limits</legend>
      <p className="text-sm text-muted">
        {now === undefined ? 'An empty field is as in the plan.' : 'An empty field changes nothing.'}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {NUMBERS.map(({ key, label, unit }) => {
          const value = initial[key]
          return (
            <TextField
              key={key}
              name={key}
              label={label}
              hint={lines.get(key)}
              inputMode="decimal"
              maxLength={9}
              defaultValue={value === undefined ? '' : value / unit}
            />
          )
        })}
        {CHOICES.map((choice) => (
          <ChoiceField key={choice.key} choice={choice} initial={initial} empty={empty} hint={lines.get(choice.key)} />
        ))}
      </div>
    </fieldset>
  )
}

type Choice = {
  readonly key: 'exportHeight' | 'exportFps' | 'queue'
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

type ChoiceProps = { choice: Choice; initial: OwnLimits; empty: string; hint: string | undefined }

const CHOICES: readonly Choice[] = [
  {
    key: 'exportHeight',
    label: 'Exports up to',
    options: [
      { value: '1080', label: '1080p' },
      { value: '2160', label: '4K' },
    ],
  },
  {
    key: 'exportFps',
    label: 'Frames a second',
    options: [
      { value: '30', label: '30' },
      { value: '60', label: '60' },
    ],
  },
  {
    key: 'queue',
    label: 'Queue',
    options: [
      { value: 'low', label: 'Low' },
      { value: 'normal', label: 'Normal' },
      { value: 'high', label: 'High' },
      { value: 'reserved', label: 'Reserved' },
    ],
  },
]

function ChoiceField({ choice, initial, empty, hint }: ChoiceProps) {
  const { key, label, options } = choice
  const [value, setValue] = useState(String(initial[key] ?? ''))
  return (
    <Select
      name={key}
      label={label}
      hint={hint}
      value={value}
      options={[{ value: '', label: empty }, ...options]}
      onChange={setValue}
    />
  )
}

/** The entered limits. @throws AppError `unprocessable` for a field that is no number */
export function limitsFrom(text: (name: string) => string): OwnLimits {
  const entered: Partial<Record<NumberKey, number>> = {}
  for (const { key, label, unit } of NUMBERS) {
    const value = numberFrom(text(key), label)
    if (value !== undefined) entered[key] = Math.round(value * unit)
  }
  const [height, fps, queue] = CHOICES.map(
    ({ key, options }) => options.find(({ value }) => value === text(key))?.value,
  )
  return {
    ...entered,
    ...(height !== undefined && { exportHeight: height === '2160' ? 2160 : 1080 }),
    ...(fps !== undefined && { exportFps: fps === '60' ? 60 : 30 }),
    ...((queue === 'low' || queue === 'normal' || queue === 'high' || queue === 'reserved') && { queue }),
  }
}

/** An entered number; undefined for an empty field. @throws AppError `unprocessable` for anything else */
export function numberFrom(entered: string, label: string): number | undefined {
  if (entered === '') return undefined
  const value = Number(entered.replace(',', '.'))
  if (Number.isFinite(value) && value >= 0) return value
  throw new AppError('unprocessable', `“${label}” must be a number.`)
}
