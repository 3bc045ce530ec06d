import { z } from 'zod'
import { applyPatches } from '../apply-patches.ts'
import { completePatch } from '../look-fields.ts'
import type { Look } from '../look.ts'
import { LookPatch } from '../look-patch.ts'
import type { Template } from '../template.ts'

/** Rounds until the fields that depend on each other agree. */
const ROUNDS = 3

/**
 * The patch that makes captions look as wanted, naming only what differs.
 * @param template the template of the captions
 * @param under the patches below, in the order they apply
 * @returns null if no patch can: a look may have values beyond the limits of patches
 */
export function lookDifference(template: Template, under: readonly LookPatch[], wanted: Look): LookPatch | null {
  const present = applyPatches(template, under)
  const [base, whole] = [wholePatch(present, wanted), wholePatch(wanted, present)]
  if (!base || !whole) return null
  let patch: object = difference(base, whole)
  for (let round = 0; round < ROUNDS; round += 1) {
    const checked = LookPatch.safeParse(patch)
    if (!checked.success) return null
    const got: Fields = wholePatch(applyPatches(template, [...under, checked.data]), wanted) ?? {}
    const wrong = Object.entries(whole).filter(([key, value]) => !covers(got[key], value))
    if (wrong.length === 0) return checked.data
    // A rule that spans fields changed more than the patch names: name all of those sections.
    patch = { ...patch, ...Object.fromEntries(wrong) }
  }
  return null
}

/** Null for a look with values beyond the limits of patches. */
function wholePatch(look: Look, over: Look): LookPatch | null {
  try {
    return completePatch(look, over)
  } catch (error) {
    if (error instanceof z.ZodError) return null
    throw error
  }
}

type Fields = Readonly<Record<string, unknown>>

function difference(from: Fields, to: Fields): object {
  return Object.fromEntries(
    Object.entries(to).flatMap(([key, value]): [string, unknown][] => {
      const before = from[key]
      if (isSame(before, value)) return []
      return [[key, isSection(before) && isSection(value) ? difference(before, value) : value]]
    }),
  )
}

/** Whether a part of a look has all that is wanted of it. */
function covers(got: unknown, wanted: unknown): boolean {
  if (!isSection(got) || !isSection(wanted)) return isSame(got ?? null, wanted ?? null)
  return Object.entries(wanted).every(([key, value]) => covers(got[key], value))
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function isSection(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
