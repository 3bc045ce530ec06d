import type { ShapePath } from '#features/templates/model/index.ts'

/** The outline of a shape as the data of an SVG path. @param scale multiplies all lengths, after moving by `x` and `y` */
export function svgPath(
  trace: (path: ShapePath) => void,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
): string {
  const steps: string[] = []
  const at = (pointX: number, pointY: number) => `${round((pointX + x) * scale)} ${round((pointY + y) * scale)}`
  const lineTo = (toX: number, toY: number) => void steps.push(`${steps.length === 0 ? 'M' : 'L'}${at(toX, toY)}`)
  const arcTo = (radius: number, isLong: boolean, isClockwise: boolean, end: string) =>
    void steps.push(
      `A${round(radius * scale)} ${round(radius * scale)} 0 ${Number(isLong)} ${Number(isClockwise)} ${end}`,
    )
  trace({
    moveTo: (toX, toY) => void steps.push(`M${at(toX, toY)}`),
    lineTo,
    quadraticCurveTo: (controlX, controlY, toX, toY) => void steps.push(`Q${at(controlX, controlY)} ${at(toX, toY)}`),
    arc(centerX, centerY, radius, start, end, counterclockwise = false) {
      const pointAt = (angle: number) =>
        [centerX + radius * Math.cos(angle), centerY + radius * Math.sin(angle)] as const
      lineTo(...pointAt(start))
      arcTo(radius, Math.abs(end - start) > Math.PI, !counterclockwise, at(...pointAt(end)))
    },
    roundRect(left, top, width, height, radius) {
      const [right, bottom] = [left + width, top + height]
      steps.push(`M${at(left + radius, top)}`)
      lineTo(right - radius, top)
      arcTo(radius, false, true, at(right, top + radius))
      lineTo(right, bottom - radius)
      arcTo(radius, false, true, at(right - radius, bottom))
      lineTo(left + radius, bottom)
      arcTo(radius, false, true, at(left, bottom - radius))
      lineTo(left, top + radius)
      arcTo(radius, false, true, at(left + radius, top))
      steps.push('Z')
    },
    closePath: () => void steps.push('Z'),
  })
  return steps.join('')
}

/** Hundredths of a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
