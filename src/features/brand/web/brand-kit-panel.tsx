import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ColorField } from '#ui/color-field.tsx'
import { Switch } from '#ui/switch.tsx'
import type { BrandKit, MAX_KIT_COLORS } from '../model/brand-kit.ts'
import { useSaveKit } from './queries.ts'

/** As in the model, which the page does not load. */
const MOST: typeof MAX_KIT_COLORS = 12

type BrandKitPanelProps = {
  readonly projectId: string
  readonly kit: BrandKit
  /** The template of this video. */
  readonly template: { readonly id: string; readonly name: string }
}

/** The colours of the account, and the template that its new videos start with. */
export function BrandKitPanel({ projectId, kit, template }: BrandKitPanelProps) {
  const save = useSaveKit(projectId)
  const [color, setColor] = useState('#ff5c38')
  const { colors, templateId } = kit
  const isNew = !colors.includes(color.toLowerCase())
  return (
    <section aria-label="Brand kit" className="grid gap-4 border-t border-border pt-5">
      <div className="grid gap-1">
        <h2 className="text-lg">Brand kit</h2>
        <p className="text-sm text-muted">Its colours stand beside every colour control, in all your videos.</p>
      </div>
      {colors.length > 0 && (
        <ul aria-label="Brand colours" className="flex flex-wrap gap-2">
          {colors.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-label={`Remove ${each}`}
                title={`Remove ${each}`}
                onClick={() => save({ ...kit, colors: colors.filter((other) => other !== each) })}
                className="hit-target tabular flex items-center gap-1.5 rounded-md border border-border px-1.5 py-1 text-xs uppercase hover:border-border-strong"
              >
                <span className="size-4 rounded-sm border border-border-strong" style={{ background: each }} />
                {each}
                <X aria-hidden="true" className="size-3 text-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {colors.length < MOST && (
        <div className="grid gap-2">
          <ColorField label="New brand colour" value={color} onChange={setColor} />
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus />}
            className="justify-self-start"
            disabled={!isNew}
            onClick={() => save({ ...kit, colors: [...colors, color.toLowerCase()] })}
          >
            {isNew ? 'Add to brand kit' : 'In your brand kit'}
          </Button>
        </div>
      )}
      <Switch
        label={`Start new videos with ${template.name}`}
        checked={templateId === template.id}
        onChange={(on) => save({ ...kit, templateId: on ? template.id : null })}
      />
    </section>
  )
}
