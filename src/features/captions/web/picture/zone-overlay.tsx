import { type Furniture, type PictureSize, type SafeZone, safeArea } from '../../model/index.ts'

/** What an app covers of the video, in outline, and the area that its figures keep free. */
export function ZoneOverlay({ zone, frame }: { zone: SafeZone; frame: PictureSize }) {
  const { x0, y0, x1, y1 } = safeArea(zone, frame)
  const line = Math.max(frame.width, frame.height) / 480
  return (
    <svg
      role="img"
      aria-label={`Safe zone of ${zone.name}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      className="absolute inset-0 size-full"
      fill="none"
      stroke="white"
      strokeWidth={line}
    >
      {zone.furniture.map((piece) => (
        <Piece key={piece.label} piece={piece} frame={frame} line={line} />
      ))}
      <rect
        x={x0}
        y={y0}
        width={x1 - x0}
        height={y1 - y0}
        stroke="var(--tone-warning)"
        strokeDasharray={`${6 * line} ${4 * line}`}
      />
    </svg>
  )
}

type PieceProps = { readonly piece: Furniture; readonly frame: PictureSize; readonly line: number }

/** One part of an app's interface: its area, shaded, and a sketch of what stands there. */
function Piece({ piece, frame, line }: PieceProps) {
  const [x, y] = [piece.x0 * frame.width, piece.y0 * frame.height]
  const [width, height] = [(piece.x1 - piece.x0) * frame.width, (piece.y1 - piece.y0) * frame.height]
  return (
    <g>
      <title>{piece.label}</title>
      <rect x={x} y={y} width={width} height={height} fill="black" fillOpacity={0.35} stroke="none" />
      <rect x={x} y={y} width={width} height={height} strokeOpacity={0.5} />
      <Sketch kind={piece.kind} area={{ x, y, width, height }} unit={Math.min(frame.width, frame.height)} line={line} />
    </g>
  )
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type SketchProps = {
  readonly kind: Furniture['kind']
  readonly area: Area
  readonly unit: number
  readonly line: number
}

function Sketch({ kind, area, unit }: SketchProps) {
  const { x, y, width, height } = area
  switch (kind) {
    case 'tabs':
      return [0.32, 0.56].map((at) => (
        <rect
          key={at}
          x={x + at * width}
          y={y + height * 0.55}
          width={width * 0.16}
          height={unit * 0.022}
          rx={unit * 0.011}
        />
      ))
    case 'buttons':
      return [0.1, 0.28, 0.46, 0.64, 0.82].map((at) => (
        <circle key={at} cx={x + width / 2} cy={y + (at + 0.05) * height} r={Math.min(width * 0.26, height * 0.055)} />
      ))
    case 'text':
      return (
        <>
          <circle cx={x + unit * 0.08} cy={y + height * 0.22} r={unit * 0.035} />
          {[0.3, 0.62, 0.5].map((share, at) => (
            <rect
              key={share}
              x={x + unit * (at === 0 ? 0.14 : 0.045)}
              y={y + height * (0.18 + at * 0.2)}
              width={width * share}
              height={unit * 0.025}
              rx={unit * 0.0125}
            />
          ))}
        </>
      )
    case 'controls':
      return (
        <>
          <path d={`M${x + width * 0.06} ${y + height / 2}H${x + width * 0.94}`} />
          <circle cx={x + width * 0.2} cy={y + height / 2} r={Math.min(height * 0.22, unit * 0.014)} fill="white" />
        </>
      )
    default:
      return kind satisfies never
  }
}
