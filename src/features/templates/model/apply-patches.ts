import { FONT_FAMILIES, FONT_WEIGHTS, type Look } from './look.ts'
import { type LookPatch, overlay } from './look-patch.ts'
import { type Template, withReducedMotion } from './template.ts'

/** The layers of patches, in the order they apply: each overrides those before it. */
const LAYERS = ['brand', 'document', 'speaker', 'caption', 'word'] as const
/** A source of patches. */
export type LookLayer = (typeof LAYERS)[number]

/** The patches of all layers that have one, in the order they apply. */
export function orderPatches(patches: Readonly<Partial<Record<LookLayer, LookPatch | undefined>>>): LookPatch[] {
  return LAYERS.flatMap((layer) => patches[layer] ?? [])
}

/**
 * The template's look with patches applied in order, the last one winning.
 * @param o.reducedMotion the template's calm variant; patches do not change its animation
 */
export function applyPatches(template: Template, patches: readonly LookPatch[], { reducedMotion = false } = {}): Look {
  const base = reducedMotion ? withReducedMotion(template) : template
  return patches.reduce<Look>(
    (look, patch) => applyPatch(look, reducedMotion ? { ...patch, animation: undefined } : patch),
    base,
  )
}

/**
 * Patches field by field, except where one field depends on another, or a saved value must be converted for drawing.
 */
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
  // Without a separate colour for the spoken word, it keeps the colour of the words around it.
  const active = patch.active ?? (fill.active === fill.upcoming ? upcoming : fill.active)
  const { gradientTo = upcoming === fill.upcoming ? fill.gradientTo : null } = patch
  return { ...fill, upcoming, spoken, active, gradientTo }
}

/** A patch of any field adds the whole outline; a width of 0 removes it. */
function patchedStroke(stroke: Look['stroke'], patch: LookPatch['stroke']): Look['stroke'] {
  if (patch === undefined) return stroke
  if (patch === null) return null
  const { width = stroke?.width ?? 0.06, color = stroke?.color ?? '#000000' } = patch
  return width === 0 ? null : { width, color }
}

/** Adds a box only for a patch with its scope: a box colour alone must not add boxes to other templates. */
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
