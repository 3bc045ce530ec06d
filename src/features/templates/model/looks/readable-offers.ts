import { FIRST_BOX } from '../effects/effects.ts'
import { followsWords } from '../effects/poses.ts'
import type { LookPatch } from '../look-patch.ts'
import type { Look } from '../look.ts'
import { type ColorSample, sampleColors } from './color-sample.ts'
import { type Backdrop, inksOf, isHollow, isReadable, type Lettering, READABLE, worstContrast } from './legibility.ts'
import { luminanceOf, paintOf, ratioOf } from '#platform/shared/light.ts'

/** A caption with the colours behind it. */
export type MeasuredLettering = Lettering & { readonly backdrop: Backdrop }

/** The least change of one kind that makes captions readable. */
export type ReadableOffer = {
  readonly kind: 'outline' | 'shadow' | 'box'
  readonly patch: LookPatch
  /** The lowest contrast with it. */
  readonly ratio: number
  /** How much it takes: the width of the outline in em, or the opacity of shadow or box, 0 to 1. */
  readonly amount: number
}

type Change = Pick<Look, 'stroke'> | Pick<Look, 'glow'> | Pick<Look, 'box'>
type Step = { readonly change: Change; readonly amount: number }

/**
 * The least outline, shadow and box with which all captions reach a contrast of 4.5, as far as there is one. Words whose
 * own style decides it are left out of an offer: a change of their caption does not reach them.
 */
export function readableOffers(captions: readonly MeasuredLettering[]): readonly ReadableOffer[] {
  const letterings = distinct(captions)
  return KINDS.flatMap(({ kind, field, stepsOf }) => {
    const changed = letterings.filter(({ ownFields }) => ownFields === undefined || !ownFields.includes(field))
    if (changed.every((each) => isReadable(each, each.backdrop))) return []
    // A style of one word alone says nothing about the others.
    const first = changed.find(({ ownFields }) => ownFields === undefined) ?? changed[0]
    const steps = first === undefined ? [] : stepsOf(first.look, groundFor(changed))
    const least = steps.find(({ change }) => reaches(changed, change))
    if (least === undefined) return []
    const { change, amount } = least
    const ratios = changed.map((each) => worstContrast(withChange(each, change), each.backdrop))
    return [{ kind, patch: change, ratio: leastOf(ratios), amount }]
  })
}

/** The kinds of offers, each with the field of a look that it changes. */
const KINDS = [
  { kind: 'outline', field: 'stroke', stepsOf: outlines },
  { kind: 'shadow', field: 'glow', stepsOf: glows },
  { kind: 'box', field: 'box', stepsOf: boxes },
] as const

/** Each lettering once, with the colours behind all captions that have it: a long video has few looks. */
function distinct(captions: readonly MeasuredLettering[]): readonly MeasuredLettering[] {
  const byLook = new Map<Look, Map<string, { readonly lettering: Lettering; readonly colors: ColorSample }>>()
  for (const { backdrop, ...lettering } of captions) {
    const { look, accent, ownFields = [] } = lettering
    const ofLook = byLook.get(look) ?? new Map<string, { lettering: Lettering; colors: ColorSample }>()
    byLook.set(look, ofLook)
    const key = [accent, ...ownFields].join(' ')
    const known = ofLook.get(key) ?? { lettering, colors: sampleColors() }
    ofLook.set(key, known)
    known.colors.add(backdrop)
  }
  return [...byLook.values()].flatMap((ofLook) =>
    [...ofLook.values()].map(({ lettering, colors }) => ({ ...lettering, backdrop: colors.all() })),
  )
}

function leastOf(ratios: readonly number[]): number {
  return ratios.reduce((least, ratio) => Math.min(least, ratio), Infinity)
}

function reaches(captions: readonly MeasuredLettering[], change: Change): boolean {
  return captions.every((each) => isReadable(withChange(each, change), each.backdrop, READABLE))
}

function withChange({ look, accent }: Lettering, change: Change): Lettering {
  return { look: { ...look, ...change }, accent }
}

/** Black or white: what differs more from all letters. */
function groundFor(captions: readonly Lettering[]): '#000000' | '#FFFFFF' {
  const lights = captions.flatMap((each) => {
    const { rest, active } = inksOf(each)
    return [...rest, ...active].map(({ rgb }) => luminanceOf(rgb))
  })
  const least = (ground: number) => leastOf(lights.map((light) => ratioOf(light, ground)))
  return least(0) >= least(1) ? '#000000' : '#FFFFFF'
}

const WIDEST_EM = 0.12
const WIDTH_STEP_EM = 0.005

/** Outlines from the present width up. */
function outlines(look: Look, color: string): Step[] {
  if (isHollow(look)) return []
  const present = look.stroke !== null && isLike(look.stroke.color, color) ? look.stroke : { width: 0, color }
  const count = Math.round((WIDEST_EM - present.width) / WIDTH_STEP_EM)
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const width = Math.round((present.width + (at + 1) * WIDTH_STEP_EM) * 1_000) / 1_000
    return { change: { stroke: { width, color: present.color } }, amount: width }
  })
}

const OPACITIES = Array.from({ length: 20 }, (_, at) => (at + 1) / 20)
const GLOW_RADIUS_EM = 0.16
const MOST_GLOWS = 2

/** Soft shadows on all sides, from a weak one to one that is drawn three times. */
function glows(look: Look, color: string): Step[] {
  const present = look.glow ?? []
  if (present.length >= MOST_GLOWS) return []
  return ([1, 2, 3] as const).flatMap((strength) =>
    OPACITIES.map((opacity) => ({
      change: { glow: [...present, { radius: GLOW_RADIUS_EM, color: withOpacity(color, opacity), strength }] },
      amount: (strength - 1 + opacity) / 3,
    })),
  )
}

/** Boxes behind each line; a box that is there becomes less transparent. One for the spoken word stays as it is. */
function boxes({ box }: Look, color: string): Step[] {
  if (followsWords(box) || box?.color === 'accent') return []
  const start = box === null ? 0 : paintOf(box.color).alpha
  const shape = box ?? { scope: FIRST_BOX, radius: 0.15, padX: 0.25, padY: 0.08 }
  const own = box === null || !isLike(box.color, color) ? color : box.color.slice(0, 7)
  return OPACITIES.filter((opacity) => opacity > start).map((opacity) => ({
    change: { box: { ...shape, color: withOpacity(own, opacity) } },
    amount: opacity,
  }))
}

/** Whether a colour is on the same side of the middle as black or white. */
function isLike(color: string, ground: string): boolean {
  const isDark = (each: string) => luminanceOf(paintOf(each).rgb) < 0.18
  return isDark(color) === isDark(ground)
}

function withOpacity(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
}
