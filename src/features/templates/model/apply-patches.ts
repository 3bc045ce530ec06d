import { DIM_START } from './dim.ts'
import { EMPHASIS_TAGS, TAG_BOX_START, TAG_START, type TagLook } from './emphasis.ts'
import { isFontFamily, nearestWeight } from './font-families.ts'
import { isOwnFamily } from './own-family.ts'
import type { Look } from './look.ts'
import { type LookPatch, overlay } from './look-patch.ts'
import { BORDER_START, BOX_SHADOW_START } from './effects/box-extras.ts'
import { effectsOf } from './effects/effects.ts'
import { EXIT_START, LETTERS_START } from './effects/part-starts.ts'
import { withStillInk } from './effects/poses.ts'
import { type Template, withReducedMotion } from './template.ts'
import { TRANSFORM_START } from './transform.ts'

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
  const patched = patches.reduce<Look>(
    (look, patch) => applyPatch(look, reducedMotion ? { ...patch, animation: undefined } : patch),
    base,
  )
  return reducedMotion ? withStillInk(patched) : patched
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
    animation: patchedAnimation(look.animation, patch.animation),
    emphasis: patchedEmphasis(look.emphasis, patch.emphasis),
    dim: patchedPart(look.dim, patch.dim, DIM_START),
    ...patchedInks(look, patch),
    transform: patchedPart(look.transform, patch.transform, TRANSFORM_START),
  }
}

function patchedFont(font: Look['font'], patch: LookPatch['font'] = {}): Look['font'] {
  const family =
    patch.family !== undefined && (isFontFamily(patch.family) || isOwnFamily(patch.family)) ? patch.family : font.family
  const isOwn = family === font.family && patch.weight === undefined
  return {
    ...overlay(font, patch),
    family,
    // Another family may not have this weight. The template's own weight stays as published.
    weight: isOwn ? font.weight : nearestWeight(family, patch.weight ?? font.weight),
  }
}

function patchedFill(fill: Look['fill'], patch: LookPatch['fill'] = {}): Look['fill'] {
  const { upcoming = fill.upcoming, spoken = patch.upcoming ?? fill.spoken } = patch
  // Without a separate colour for the spoken word, it keeps the colour of the words around it.
  const active = patch.active ?? (fill.active === fill.upcoming ? upcoming : fill.active)
  const { gradientTo = upcoming === fill.upcoming ? fill.gradientTo : null } = patch
  return { ...fill, upcoming, spoken, active, gradientTo }
}

function patchedAnimation(animation: Look['animation'], patch: LookPatch['animation'] = {}): Look['animation'] {
  return {
    ...overlay(animation, patch),
    exit: patchedPart(animation.exit, patch.exit, EXIT_START),
    letters: patchedPart(animation.letters, patch.letters, LETTERS_START),
  }
}

function patchedEmphasis(emphasis: Look['emphasis'], patch: LookPatch['emphasis']): Look['emphasis'] {
  if (patch === undefined) return emphasis
  const others = EMPHASIS_TAGS.flatMap((tag) => {
    if (tag === 'keyword' || patch[tag] === undefined) return []
    const own = patchedPart(emphasis[tag], patch[tag], TAG_START)
    return [[tag, own && withBox(own, emphasis[tag]?.box, patch[tag]?.box)]]
  })
  return { ...withBox(overlay(emphasis, patch), emphasis.box, patch.box), ...Object.fromEntries(others) }
}

function withBox<Part extends TagLook>(part: Part, box: TagLook['box'], patch: object | null | undefined): Part {
  return patch === undefined ? part : { ...part, box: patchedPart(box, patch, TAG_BOX_START) }
}

/** A patch of any field adds the whole part, with the initial values of the others. */
function patchedPart<Part extends object>(
  part: Part | null | undefined,
  patch: object | null | undefined,
  start: Part,
): Part | null | undefined {
  if (patch === undefined) return part
  return patch === null ? null : overlay(part ?? start, patch)
}

/** The ink that a patch of any field adds as a whole. */
function patchedInks(look: Look, patch: LookPatch): Partial<Look> {
  return Object.fromEntries(
    effectsOf('ink').flatMap<[string, unknown]>(({ field, start }) =>
      start === undefined ? [] : [[field, patchedPart<object>(look[field], patch[field], start)]],
    ),
  )
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
  if (box !== null) {
    return {
      ...overlay(box, patch),
      border: patchedPart(box.border, patch.border, BORDER_START),
      shadow: patchedPart(box.shadow, patch.shadow, BOX_SHADOW_START),
    }
  }
  const { scope, color = '#000000CC', radius = 0.2, padX = 0.3, padY = 0.1, ...extras } = patch
  return scope === undefined ? null : overlay({ scope, color, radius, padX, padY }, extras)
}
