import { FONT_FAMILIES, FONT_WEIGHTS, type Look } from './look.ts'
import { type LookPatch, overlay } from './look-patch.ts'
import { type Template, withReducedMotion } from './template.ts'

/** Whose patches change a template's look, in the order they apply: each wins over those before it. */
const LAYERS = ['brand', 'document', 'speaker', 'caption', 'word'] as const
/** One source of patches. */
export type LookLayer = (typeof LAYERS)[number]

/** The patches of the layers that have one, in the order they apply. */
export function orderPatches(patches: Readonly<Partial<Record<LookLayer, LookPatch | undefined>>>): LookPatch[] {
  return LAYERS.flatMap((layer) => patches[layer] ?? [])
}

/**
 * The template's look with patches applied in order, the last one winning.
 * @param o.reducedMotion the template's calm variant; patches change nothing about how it moves
 */
export function applyPatches(template: Template, patches: readonly LookPatch[], { reducedMotion = false } = {}): Look {
  const base = reducedMotion ? withReducedMotion(template) : template
  return patches.reduce<Look>(
    (look, patch) => applyPatch(look, reducedMotion ? { ...patch, animation: undefined } : patch),
    base,
  )
}

/** Field by field, except where one field follows another or a saved value has to become one that can be drawn. */
function applyPatch(look: Look, patch: LookPatch): Look {
  return {
    ...overlay(look, patch),
    font: patchedFont(look.font, patch.font),
    fill: patchedFill(look.fill, patch.fill),
    accentActive: patch.accentActive ?? (look.accentActive && patch.fill?.active === undefined),
    stroke: patchedStroke(look.stroke, patch.stroke),
    box: patchedBox(look.box, patch.box),
  }
}

function patchedFont(font: Look['font'], patch: LookPatch['font'] = {}): Look['font'] {
  const { weight } = patch
  return {
    ...overlay(font, patch),
    family: FONT_FAMILIES.find((family) => family === patch.family) ?? font.family,
    weight: weight === undefined ? font.weight : nearest(FONT_WEIGHTS, weight),
  }
}

function patchedFill(fill: Look['fill'], patch: LookPatch['fill'] = {}): Look['fill'] {
  const { upcoming = fill.upcoming, spoken = patch.upcoming ?? fill.spoken } = patch
  // Where a template has no colour of its own for the spoken word, it stays like the words around it.
  const active = patch.active ?? (fill.active === fill.upcoming ? upcoming : fill.active)
  const { gradientTo = upcoming === fill.upcoming ? fill.gradientTo : null } = patch
  return { ...fill, upcoming, spoken, active, gradientTo }
}

/** A patch of one field adds the whole outline; a width of 0 takes it away. */
function patchedStroke(stroke: Look['stroke'], patch: LookPatch['stroke']): Look['stroke'] {
  if (patch === undefined) return stroke
  if (patch === null) return null
  const { width = stroke?.width ?? 0.06, color = stroke?.color ?? '#000000' } = patch
  return width === 0 ? null : { width, color }
}

/** Only a patch that says what the box hugs adds one: a box colour alone must not put boxes on other templates. */
function patchedBox(box: Look['box'], patch: LookPatch['box']): Look['box'] {
  if (patch === undefined) return box
  if (patch === null) return null
  if (box !== null) return overlay(box, patch)
  const { scope, color = '#000000CC', radius = 0.2, padX = 0.3, padY = 0.1 } = patch
  return scope === undefined ? null : { scope, color, radius, padX, padY }
}

function nearest<Value extends number>(values: readonly Value[], wanted: number): Value {
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best))
}
