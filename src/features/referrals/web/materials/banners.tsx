import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { BANNER_FONT, BANNER_SIZES, type BannerSize, paintBanner } from './banner.ts'

/** Pictures with the affiliate's link, drawn in their browser and downloaded as PNG. */
export function Banners({ link, fileName }: { link: string; fileName: string }) {
  return (
    <ul className="grid items-end gap-5 sm:grid-cols-3">
      {BANNER_SIZES.map((size) => (
        <Banner key={size.id} size={size} link={link} fileName={fileName} />
      ))}
    </ul>
  )
}

function Banner({ size, link, fileName }: { size: BannerSize; link: string; fileName: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = link.replace(/^https?:\/\//, '')

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    let isGone = false
    const paint = () => {
      if (!isGone) paintBanner(context, { size, link: shown, disclosure: 'Affiliate link' })
    }
    paint()
    // Again once the display font is there.
    void document.fonts.load(`800 40px '${BANNER_FONT}'`).then(paint)
    return () => {
      isGone = true
    }
  }, [size, shown])

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
    <li className="grid gap-3">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Banner with ${shown}`}
        width={size.width}
        height={size.height}
        className="max-h-72 w-full rounded-lg border border-border object-contain"
      />
      <Button icon={<Download aria-hidden="true" />} onClick={save}>
        {size.label}
      </Button>
    </li>
  )
}
