import { Smartphone } from 'lucide-react'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import {
  freeCaptions,
  type PictureSize,
  SAFE_ZONES,
  type SafeZone,
  type ZoneSource,
  zonesFor,
} from '../../model/index.ts'
import { useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import type { PictureStore } from './picture-store.ts'
import type { ZoneCheck } from './use-zone-check.ts'

type ZoneMenuProps = {
  readonly picture: PictureStore
  readonly zone: SafeZone | undefined
  readonly check: ZoneCheck | null
  readonly frame: PictureSize
}

/** The menu of safe zones on the picture: which app to show, and how many captions it covers. */
export function ZoneMenu({ picture, zone, check, frame }: ZoneMenuProps) {
  const zones = zonesFor(SAFE_ZONES, frame)
  const count = new Set(check?.covered.map(({ cueId }) => cueId)).size
  return (
    <Popover
      title="Safe zones"
      side="bottom"
      align="end"
      trigger={
        <button
          type="button"
          aria-label={count > 0 ? `Safe zones, ${pluralize(count, 'caption')} covered` : 'Safe zones'}
          title="Safe zones"
          className={buttonClass({
            size: 'sm',
            className: 'pointer-events-auto absolute top-1 right-1 z-20 group-data-quiet/areas:opacity-0',
          })}
        >
          <Smartphone aria-hidden="true" />
          {count > 0 && <span className="tabular text-warning">{count}</span>}
        </button>
      }
    >
      {zones.length === 0 ? (
        <p className="text-muted">Safe zones are known for videos in 9:16 and 16:9.</p>
      ) : (
        <Select
          label="Show the controls of"
          size="sm"
          value={zone?.id ?? 'none'}
          options={[{ value: 'none', label: 'No app' }, ...zones.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => picture.choose({ zone: zones.find((each) => each.id === id)?.id ?? null })}
        />
      )}
      {zone !== undefined && <Covered zone={zone} check={check} count={count} frame={frame} />}
      {zone !== undefined && <Sources zone={zone} />}
    </Popover>
  )
}

function Covered({
  zone,
  check,
  count,
  frame,
}: Omit<ZoneMenuProps, 'picture' | 'zone'> & { zone: SafeZone; count: number }) {
  const { store } = useOpenEditor()
  const mayEdit = useMayEdit()

  function free() {
    if (check === null) return
    const { commands, stuck } = freeCaptions(store.getState().doc, { ...check, zone, frame })
    store.actions.edit(commands)
    if (stuck > 0) toast.info(`${pluralize(stuck, 'caption')} found no free place. Make them shorter or smaller.`)
  }

  if (check === null) return <p className="text-muted">Checking the captions…</p>
  if (count === 0) return <p className="text-muted">No caption runs into {possessive(zone.name)} controls.</p>
  return (
    <div className="grid gap-2">
      <p role="status">
        {pluralize(count, 'caption')} {count === 1 ? 'runs' : 'run'} into {possessive(zone.name)} controls.
      </p>
      {mayEdit && (
        <Button size="sm" variant="primary" onClick={free}>
          Move to a safe place
        </Button>
      )}
    </div>
  )
}

/** Where the figures come from, and when they were read. */
function Sources({ zone: { marginSource, furnitureSource } }: { zone: SafeZone }) {
  const sources = marginSource.url === furnitureSource.url ? [marginSource] : [marginSource, furnitureSource]
  return (
    <ul className="grid gap-1 text-xs text-faint">
      {sources.map((source) => (
        <li key={source.url}>
          <a href={source.url} target="_blank" rel="noreferrer" className="underline">
            {source === furnitureSource ? 'Controls' : 'Safe area'}
          </a>
          {`: ${sourceText(source)}`}
        </li>
      ))}
    </ul>
  )
}

function sourceText({ by, isPublished, read }: ZoneSource): string {
  const day = formatLongDay(`${read}T12:00:00Z`, 'utc')
  return `${isPublished ? by : `measured by others (${by})`}, read on ${day}.`
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`
}
