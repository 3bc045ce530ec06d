import { Contrast } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type MeasuredLettering,
  READABLE,
  type ReadableOffer,
  readableOffers,
} from '#features/templates/model/index.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { useActions, useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { selectedCueIds } from '../store/selection.ts'
import { styleCommands } from '../store/style-scope.ts'
import type { CaptionContrast } from './check-contrast.ts'
import { formatContrast } from './format-contrast.ts'

/** The lowest contrast of the captions with the picture behind them, and what would make them readable. */
export function Readability({ scope }: { scope: 'all' | 'cue' }) {
  const { store } = useOpenEditor()
  const { edit, drop, measureWhole } = useActions()
  const mayEdit = useMayEdit()
  const check = useEditor((state) => state.contrast)
  const ids = useEditor(({ doc, selection }) => (scope === 'all' ? ALL : selectedCueIds(doc, selection).join(' ')))
  const [offered, setOffered] = useState<Offered | null>(null)
  const [isWholeWanted, wantWhole] = useState(() => !savesData())
  useEffect(() => {
    measureWhole(isWholeWanted)
    return () => measureWhole(false)
  }, [measureWhole, isWholeWanted])
  if (check === null) return null
  const captions = ids === ALL ? [...check.byCue.values()] : ids.split(' ').flatMap((id) => check.byCue.get(id) ?? [])
  if (captions.length === 0) return null
  const worst = captions.reduce((least, { ratio }) => Math.min(least, ratio), Infinity)
  const low = captions.filter(({ ratio }) => ratio < READABLE).length
  // The only one that is measured need not be the only one.
  const isOne = captions.length === 1 && (ids === ALL ? check.isComplete && check.isWhole : !ids.includes(' '))
  const shown = offered?.of === ids && low > 0 ? offered.offers : null

  function apply({ patch }: ReadableOffer) {
    drop()
    const { doc, selection } = store.getState()
    if (edit(styleCommands(doc, { scope, selection, change: patch }))) setOffered(null)
  }

  return (
    <section aria-label="Readability" className="grid gap-2 rounded-md border border-border p-3">
      <p role="status" aria-busy={!check.isComplete} className="flex items-start gap-2 text-sm">
        <Contrast aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${low > 0 ? 'text-warning' : 'text-faint'}`} />
        <span>
          {isOne ? summaryOfOne(low) : summaryOf(low, captions.length)}{' '}
          <span className="text-muted">
            Lowest contrast: <span className="tabular">{formatContrast(worst)}</span>
            {!check.isComplete && ', still measuring'}
          </span>
        </span>
      </p>
      {low > 0 && mayEdit && shown === null && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => setOffered({ of: ids, offers: offersFor(captions) })}
        >
          Make {isOne ? 'it' : 'them'} readable
        </Button>
      )}
      {shown !== null && <Offers offers={shown} onApply={apply} />}
      {scope === 'all' && check.isComplete && !check.isWhole && !isWholeWanted && (
        <>
          <p className="text-sm text-muted">Captions more than ten minutes from here are left out, to save data.</p>
          <Button size="sm" className="justify-self-start" onClick={() => wantWhole(true)}>
            Measure all captions
          </Button>
        </>
      )}
    </section>
  )
}

/** Stands for the ids of all captions. */
const ALL = '*'

type Offered = { readonly of: string; readonly offers: readonly ReadableOffer[] }

/** Whether the person has asked the browser to save data. */
function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

function summaryOfOne(low: number): string {
  return low > 0 ? 'This caption is hard to read over the picture.' : 'This caption is readable.'
}

function summaryOf(low: number, count: number): string {
  if (low === 0) return 'Every caption is readable.'
  return `${formatNumber(low)} of ${formatNumber(count)} captions ${low === 1 ? 'is' : 'are'} hard to read over the picture.`
}

function offersFor(captions: readonly CaptionContrast[]): readonly ReadableOffer[] {
  // The least readable first: most candidates fail there at once.
  const measured = captions
    .toSorted((a, b) => a.ratio - b.ratio)
    .flatMap((each): readonly MeasuredLettering[] => each.measured)
  return readableOffers(measured)
}

type OffersProps = { readonly offers: readonly ReadableOffer[]; onApply(offer: ReadableOffer): void }

function Offers({ offers, onApply }: OffersProps) {
  if (offers.length === 0)
    return <p className="text-sm text-muted">No outline, shadow or box is enough. Choose a lighter or darker text.</p>
  return (
    <ul aria-label="Least changes that are enough" className="grid gap-1.5">
      {offers.map((offer) => (
        <li key={offer.kind}>
          <Button size="sm" className="w-full" onClick={() => onApply(offer)}>
            <span className="flex grow justify-between gap-2">
              <span>{textOf(offer)}</span>
              <span className="tabular text-muted">{formatContrast(offer.ratio)}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function textOf({ kind, amount }: ReadableOffer): string {
  if (kind === 'outline') return `Add outline, ${Math.round(amount * 1_000) / 10}% of the letter size`
  return `Add ${kind === 'box' ? 'a box' : 'a soft shadow'}, ${Math.max(1, Math.round(amount * 100))}% strong`
}
