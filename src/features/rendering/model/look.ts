import type { StylePatch } from '#features/captions/model/index.ts'
import { FONT_FAMILIES, FONT_WEIGHTS, type Look } from '#features/templates/model/index.ts'

/** The template's look with a creator's changes, the last change winning. */
export function lookWith(template: Look, patches: readonly StylePatch[]): Look {
  return patches.reduce(patched, template)
}

function patched(look: Look, { font, fill, stroke, box, layout }: StylePatch): Look {
  return {
    ...look,
    font: patchedFont(look.font, font),
    fill: patchedFill(look.fill, fill),
    accentActive: look.accentActive && fill?.active === undefined,
    stroke: patchedStroke(look.stroke, stroke),
    box: look.box && { ...look.box, color: box?.color ?? look.box.color },
    layout: {
      ...look.layout,
      y: layout?.y ?? look.layout.y,
      align: layout?.align ?? look.layout.align,
      maxWords: layout?.maxWords === undefined ? look.layout.maxWords : layout.maxWords,
    },
  }
}

function patchedFont(font: Look['font'], patch: StylePatch['font']): Look['font'] {
  if (patch === undefined) return font
  return {
    ...font,
    family: FONT_FAMILIES.find((family) => family === patch.family) ?? font.family,
    weight: patch.weight === undefined ? font.weight : nearest(FONT_WEIGHTS, patch.weight),
    size: patch.size ?? font.size,
    case: patch.case ?? font.case,
  }
}

function patchedFill(fill: Look['fill'], patch: StylePatch['fill']): Look['fill'] {
  if (patch === undefined) return fill
  const { upcoming = fill.upcoming, spoken = patch.upcoming ?? fill.spoken } = patch
  // Where a template has no colour of its own for the spoken word, it stays like the words around it.
  const active = patch.active ?? (fill.active === fill.upcoming ? upcoming : fill.active)
  return { upcoming, spoken, active, gradientTo: upcoming === fill.upcoming ? fill.gradientTo : null }
}

function patchedStroke(stroke: Look['stroke'], patch: StylePatch['stroke']): Look['stroke'] {
  if (patch === undefined) return stroke
  const { width = stroke?.width ?? 0.06, color = stroke?.color ?? '#000000' } = patch
  return width === 0 ? null : { width, color }
}

function nearest<Value extends number>(values: readonly Value[], wanted: number): Value {
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best))
}
