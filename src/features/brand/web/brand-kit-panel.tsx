import { Link } from 'react-router'
import { Switch } from '#ui/switch.tsx'
import type { BrandKit } from '../model/brand-kit.ts'
import { KitColors } from './kit-colors.tsx'
import { useSaveKit } from './queries.ts'

type BrandKitPanelProps = {
  readonly projectId: string
  readonly kit: BrandKit
  /** The template of this video. */
  readonly template: { readonly id: string; readonly name: string }
}

/** The colours of the account, and the template that its new videos start with. */
export function BrandKitPanel({ projectId, kit, template }: BrandKitPanelProps) {
  const { save } = useSaveKit(projectId)
  return (
    <section aria-label="Brand kit" className="grid gap-4 border-t border-border pt-5">
      <div className="grid gap-1">
        <h2 className="text-lg">Brand kit</h2>
        <p className="text-sm text-muted">
          Its colours stand beside every colour control, in all your videos.{' '}
          <Link to="/brand" className="text-accent-text underline underline-offset-2">
            Logo, fonts and the rest
          </Link>
        </p>
      </div>
      <KitColors colors={kit.colors} onChange={(colors) => save({ ...kit, colors })} />
      <Switch
        label={`Start new videos with ${template.name}`}
        checked={kit.templateId === template.id}
        onChange={(on) => save({ ...kit, templateId: on ? template.id : null })}
      />
    </section>
  )
}
