import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ColorField } from '#ui/color-field.tsx'
import type { MAX_KIT_COLORS } from '../model/brand-kit.ts'

/** As in the model, which the page does not load. */
const MOST: typeof MAX_KIT_COLORS = 12

type KitColorsProps = { readonly colors: readonly string[]; onChange(colors: string[]): void }

/** The colours of a brand kit: remove one, and add others. */
export function KitColors({ colors, onChange }: KitColorsProps) {
  const [color, setColor] = useState('#ff5c38')
  const isNew = !colors.includes(color.toLowerCase())
  return (
    <>
      {colors.length > 0 && (
        <ul aria-label="Brand colours" className="flex flex-wrap gap-2">
          {colors.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-label={`Remove ${each}`}
                title={`Remove ${each}`}
                onClick={() => onChange(colors.filter((other) => other !== each))}
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
            onClick={() => onChange([...colors, color.toLowerCase()])}
          >
            {isNew ? 'Add to brand kit' : 'In your brand kit'}
          </Button>
        </div>
      )}
    </>
  )
}
