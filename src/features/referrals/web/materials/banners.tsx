import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { BANNER_SIZES, type BannerSize, paintBanner, type PaintWords } from './banner.ts'

type BannerProps = {
  readonly link: string
  readonly fileName: string
  /** The product's caption painter. */
  readonly paintWords: PaintWords
}

/** Banners with the affiliate's link, painted in the browser and downloaded as PNG. */
export function Banners(banner: BannerProps) {
  return (
    <ul className="grid gap-5 sm:grid-cols-3">
      {BANNER_SIZES.map((size) => (
        <Banner key={size.id} size={size} {...banner} />
      ))}
    </ul>
  )
}

function Banner({ size, link, fileName, paintWords }: BannerProps & { size: BannerSize }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = link.replace(/^https?:\/\//, '')
  const state = usePainting(canvas, { size, link: shown, paintWords })

  function save() {
    canvas.current?.toBlob((picture) => {
      if (picture === null) return
      const url = URL.createObjectURL(picture)
      const anchor = document.createElement('a')
      anchor.href = url
      anchor.download = `${fileName}-${size.id}.png`
      anchor.click()
      URL.revokeObjectURL(url)
    }, 'image/png')
  }

  return (
    <li className="grid content-start gap-3">
      <div className="grid place-items-center rounded-lg border border-border bg-surface p-3 sm:h-72">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Banner with ${shown}`}
          aria-busy={state === 'painting'}
          width={size.width}
          height={size.height}
          className="max-h-66 max-w-full rounded-md"
        />
      </div>
      {state === 'failed' ? (
        <p role="alert" className="text-sm text-muted">
          We couldn’t create this picture. Reload the page.
        </p>
      ) : (
        <Button icon={<Download aria-hidden="true" />} busy={state === 'painting'} onClick={save}>
          {size.label}
        </Button>
      )}
    </li>
  )
}

type PaintState = 'painting' | 'painted' | 'failed'

function usePainting(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  { size, link, paintWords }: { size: BannerSize; link: string; paintWords: PaintWords },
): PaintState {
  const [state, setState] = useState<PaintState>('painting')
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    let isGone = false
    const end = (to: PaintState) => () => {
      if (!isGone) setState(to)
    }
    void paintBanner(context, { size, link, disclosure: 'Affiliate link', paintWords }).then(
      end('painted'),
      end('failed'),
    )
    return () => {
      isGone = true
    }
  }, [canvas, size, link, paintWords])
  return state
}
