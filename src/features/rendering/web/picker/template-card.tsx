import { Star } from 'lucide-react'
import { memo } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import { classNames } from '#ui/class-names.ts'
import type { CaptionTrack } from '../../model/index.ts'
import { TemplatePreview } from './template-preview.tsx'

/** Props of {@link TemplateCard}. */
type TemplateCardProps = {
  readonly template: Template
  readonly sample: CaptionTrack
  /** Name of the group of radio buttons. */
  readonly group: string
  readonly isChosen: boolean
  /** True for the card that the keyboard is on: only its star is in the tab order. */
  readonly isCurrent: boolean
  /** Null where favourites are not kept. */
  readonly isFavourite: boolean | null
  /** True if there is room to say what the template is for. */
  readonly isDescribed: boolean
  onChoose(template: Template): void
  onFavourite(id: string, isFavourite: boolean): void
  onCurrent(id: string): void
}

/** One template: it plays on the creator's words. A native radio button, and a star beside it. */
export const TemplateCard = memo(function TemplateCard({ template, sample, ...o }: TemplateCardProps) {
  const { id, name, description } = template
  return (
    <div className="group/card relative grid" onFocus={() => o.onCurrent(id)}>
      <label
        title={o.isDescribed ? undefined : description}
        className="group relative grid cursor-pointer content-start gap-1.5 rounded-lg border border-border bg-sunken p-1.5 transition-colors hover:border-control has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
      >
        <input
          type="radio"
          name={o.group}
          value={id}
          aria-label={name}
          // As large as its label, so that the focus scrolls all of the label into view.
          className="pointer-events-none absolute inset-0 size-full opacity-0"
          checked={o.isChosen}
          onChange={() => o.onChoose(template)}
        />
        <TemplatePreview template={template} sample={sample} />
        <span className="grid gap-0.5 px-1 pb-0.5">
          <span className="truncate text-sm text-muted group-has-checked:text-text">{name}</span>
          {o.isDescribed && <span className="text-xs text-faint">{description}</span>}
        </span>
      </label>
      {o.isFavourite !== null && (
        <button
          type="button"
          aria-label={`Favourite: ${name}`}
          aria-pressed={o.isFavourite}
          tabIndex={o.isCurrent ? 0 : -1}
          onClick={() => o.onFavourite(id, o.isFavourite !== true)}
          className={classNames(
            'hit-target absolute! top-2.5 right-2.5 grid size-7 place-items-center rounded-full bg-black/45 text-white transition-opacity hover:bg-black/70 [&_svg]:size-4',
            o.isFavourite
              ? '[&_svg]:fill-current'
              : 'opacity-0 group-hover/card:opacity-100 group-focus-within/card:opacity-100 pointer-coarse:opacity-100',
          )}
        >
          <Star aria-hidden="true" />
        </button>
      )}
    </div>
  )
})
