import { AnchorGrid } from '#ui/anchor-grid.tsx'
import { Button } from '#ui/button.tsx'
import { Slider } from '#ui/slider.tsx'
import type { KitLogo, Logo } from '../model/logo.ts'
import { LogoPreview } from './logo-preview.tsx'
import { LogosPanel } from './logos-panel.tsx'
import { logoUrl } from './queries.ts'

type KitLogoFieldsProps = {
  readonly logos: readonly Logo[]
  readonly value: KitLogo | null
  onChange(value: KitLogo | null): void
}

/** The logo of a brand kit, with its place on the video. */
export function KitLogoFields({ logos, value, onChange }: KitLogoFieldsProps) {
  const chosen = logos.find(({ id }) => id === value?.id)
  return (
    <div className="grid gap-5">
      <LogosPanel
        logos={logos}
        sourceOf={logoUrl}
        value={chosen?.id ?? null}
        onChange={({ id }) => onChange({ ...(value ?? FIRST), id })}
        isOwner
      />
      {value !== null && chosen !== undefined && (
        <div className="flex flex-wrap gap-6">
          <LogoPreview logo={chosen} place={value} source={logoUrl(chosen)} />
          <div className="grid min-w-56 flex-1 content-start gap-4">
            <AnchorGrid label="Place" value={value.anchor} onChange={(anchor) => onChange({ ...value, anchor })} />
            {SHARES.map(({ name, label, min, max }) => (
              <Slider
                key={name}
                label={label}
                unit="%"
                min={min}
                max={max}
                value={Math.round(value[name] * 100)}
                onChange={(percent) => onChange({ ...value, [name]: percent / 100 })}
              />
            ))}
            <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => onChange(null)}>
              Choose no logo
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const SHARES = [
  { name: 'size', label: 'Size', min: 5, max: 100 },
  { name: 'margin', label: 'Distance from the edge', min: 0, max: 25 },
  { name: 'opacity', label: 'Opacity', min: 5, max: 100 },
] as const
const FIRST = { anchor: 'top-right', size: 0.2, margin: 0.05, opacity: 1 } as const
