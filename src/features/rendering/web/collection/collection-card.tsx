import { memo, useMemo } from 'react'
import {
  applyPatches,
  DESIGNED,
  fitLook,
  nearestTemplate,
  type OwnLook,
  type SavedLook,
  type Template,
} from '#features/templates/model/index.ts'
import type { CaptionTrack } from '../../model/index.ts'
import { TemplatePreview } from '../picker/template-preview.tsx'
import { CollectionMenu } from './collection-menu.tsx'

/** Props of {@link CollectionCard}. */
type CollectionCardProps = {
  readonly own: OwnLook
  readonly sample: CaptionTrack
  /** True if all captions have this look. */
  readonly isChosen: boolean
  onUse(look: SavedLook): void
}

/** One saved look, playing on the creator's words, with its menu. */
export const CollectionCard = memo(function CollectionCard({ own, sample, isChosen, onUse }: CollectionCardProps) {
  const { look, name } = own
  const template = useMemo(() => asTemplate(look), [look])
  return (
    <li className="relative grid min-w-0">
      <button
        type="button"
        aria-label={`Use ${name}`}
        title={name}
        aria-pressed={isChosen}
        onClick={() => onUse(look)}
        className="group grid cursor-pointer content-start gap-1.5 rounded-lg border border-border bg-sunken p-1.5 text-left transition-colors hover:border-control aria-pressed:border-accent"
      >
        <TemplatePreview template={template} sample={sample} />
        <span className="grid gap-0.5 pr-8 pb-0.5 pl-1">
          <span className="truncate text-sm text-muted group-aria-pressed:text-text">{name}</span>
          <span className="truncate text-xs text-faint empty:hidden">{noteOf(own)}</span>
        </span>
      </button>
      <CollectionMenu own={own} onUse={onUse} />
    </li>
  )
})

/** The look as the painter of previews takes it. */
export function asTemplate(look: SavedLook): Template {
  const { template, patch } = fitLook(look, DESIGNED)
  const base = nearestTemplate(template)
  return { ...base, ...applyPatches(base, [patch]) }
}

function noteOf({ sharedBy, isShared, linkToken }: OwnLook): string {
  if (sharedBy !== null) return `From ${sharedBy}`
  return [...(isShared ? ['Team'] : []), ...(linkToken === null ? [] : ['Link'])].join(' · ')
}
