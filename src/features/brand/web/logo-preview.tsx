import { anchoredRect } from '#platform/shared/anchor.ts'
import type { KitLogo, Logo } from '../model/logo.ts'
import { LogoPicture } from './logo-picture.tsx'

type LogoPreviewProps = { readonly logo: Logo; readonly place: KitLogo; readonly source: string }

/** A frame of a video on a phone. */
const FRAME = { width: 9, height: 16 }

/** Where a logo stands on a video that is taller than wide; decorative. */
export function LogoPreview({ logo, place, source }: LogoPreviewProps) {
  const scale = (place.size * FRAME.width) / Math.max(logo.width, logo.height)
  const size = { width: logo.width * scale, height: logo.height * scale }
  const { x0, y0 } = anchoredRect(FRAME, size, place.anchor, place.margin * FRAME.width)
  return (
    <div
      aria-hidden="true"
      className="relative aspect-9/16 w-40 shrink-0 overflow-hidden rounded-lg border border-border bg-linear-to-b from-[#5b6b7c] to-[#22262c]"
    >
      <div className="absolute inset-x-6 bottom-1/4 grid gap-1.5">
        <span className="h-2.5 rounded-full bg-white/80" />
        <span className="mx-auto h-2.5 w-2/3 rounded-full bg-white/80" />
      </div>
      <span
        className="absolute"
        style={{
          left: share(x0, FRAME.width),
          top: share(y0, FRAME.height),
          width: share(size.width, FRAME.width),
          height: share(size.height, FRAME.height),
          opacity: place.opacity,
        }}
      >
        <LogoPicture source={source} width={logo.width} height={logo.height} className="size-full" />
      </span>
    </div>
  )
}

function share(part: number, whole: number): string {
  return `${(100 * part) / whole}%`
}
