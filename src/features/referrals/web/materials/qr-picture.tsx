import { Download } from 'lucide-react'
import { renderSVG } from 'uqr'
import { buttonClass } from '#ui/button-class.ts'

/** The quiet zone (ISO/IEC 18004 §9.1), without which cameras do not find a code. */
const QUIET_ZONE = 4
/** The side of a module in the downloaded picture, in pixels. */
const MODULE_PX = 16

/** The link as a QR code for screen or print; dark on white in both themes, as cameras require. */
export function QrPicture({ link, fileName }: { link: string; fileName: string }) {
  const address = svgAddress(link)
  return (
    <div className="flex flex-wrap items-end gap-4">
      <img src={address} alt={`QR code of ${link}`} className="size-44 rounded-lg" />
      <a href={address} download={`${fileName}.svg`} className={buttonClass()}>
        <Download aria-hidden="true" />
        Download QR code
      </a>
    </div>
  )
}

function svgAddress(link: string): string {
  const svg = renderSVG(link, { ecc: 'M', border: QUIET_ZONE, pixelSize: MODULE_PX })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
