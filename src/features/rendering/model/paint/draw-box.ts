import { type Box, boxParts } from '#features/templates/model/index.ts'
import type { PainterContext } from '../canvas.ts'

type DrawnBox = Parameters<typeof boxParts>[1] & {
  readonly box: Box
  /** Of the view: canvas transformations do not apply to soft shadows. */
  readonly scale: number
}

/** Draws the form of a box, with its border and its shadow. */
export function drawBox(context: PainterContext, { box, scale, ...drawn }: DrawnBox): void {
  for (const part of boxParts(box, drawn)) {
    if (!part.isEdge) {
      fillPart(context, part)
      continue
    }
    context.save()
    if (box.shadow) castShadow(context, part, { ...box.shadow, em: drawn.em, scale })
    fillPart(context, part)
    context.restore()
    if (!box.border) continue
    context.strokeStyle = borderPaint(context, box.border, drawn)
    context.lineWidth = box.border.width * drawn.em
    context.stroke()
  }
}

type Part = ReturnType<typeof boxParts>[number]

function fillPart(context: PainterContext, { color, trace }: Pick<Part, 'color' | 'trace'>): void {
  context.beginPath()
  trace(context)
  context.fillStyle = color
  context.fill()
}

/** One colour, or one that runs to another from the upper edge to the lower one. */
function borderPaint(
  context: PainterContext,
  { color, gradientTo }: NonNullable<Box['border']>,
  { rect }: Pick<DrawnBox, 'rect'>,
): unknown {
  if (!gradientTo) return color
  const down = context.createLinearGradient(0, rect.y0, 0, rect.y1)
  down.addColorStop(0, color)
  down.addColorStop(1, gradientTo)
  return down
}

type Cast = NonNullable<Box['shadow']> & Pick<DrawnBox, 'em' | 'scale'>

/** Draws a hard shadow, or lets what is filled next cast a soft one. */
function castShadow(context: PainterContext, { trace }: Part, { x, y, blur, color, em, scale }: Cast): void {
  if (blur > 0) {
    context.shadowColor = color
    context.shadowBlur = Math.max(1, blur * em * scale)
    context.shadowOffsetX = x * em * scale
    context.shadowOffsetY = y * em * scale
    return
  }
  context.save()
  context.translate(x * em, y * em)
  fillPart(context, { color, trace })
  context.restore()
}
