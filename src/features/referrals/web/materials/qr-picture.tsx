import { Download } from 'lucide-react'
import { buttonLook } from '#ui/button-look.ts'
import { type QrCode, qrCode } from './qr-code.ts'

/** Light modules around a code, without which cameras do not find it. */
const QUIET = 4

/** The link as a QR code, to be shown on screen or printed; dark on white in both themes, as cameras want it. */
export function QrPicture({ link, fileName }: { link: string; fileName: string }) {
  const code = qrCode(link)
  if (code === null) return <p className="text-sm text-muted">This link is too long for a small code.</p>
  const size = code.length + 2 * QUIET
  return (
    <div className="flex flex-wrap items-end gap-4">
      <svg role="img" aria-label={`QR code of ${link}`} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-lg">
        <rect width={size} height={size} fill="#fff" />
        <path d={pathOf(code)} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <a href={svgAddress(code)} download={`${fileName}.svg`} className={buttonLook()}>
        <Download aria-hidden="true" />
        Download QR code
      </a>
    </div>
  )
}

/** Each dark module a square of one unit. */
function pathOf(code: QrCode): string {
  const squares = code.flatMap((line, row) =>
    line.map((dark, column) => (dark ? `M${column + QUIET} ${row + QUIET}h1v1h-1z` : '')),
  )
  return squares.join('')
}

function svgAddress(code: QrCode): string {
  const size = code.length + 2 * QUIET
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 16}" height="${size * 16}" viewBox="0 0 ${size} ${size}">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${pathOf(code)}" shape-rendering="crispEdges"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
