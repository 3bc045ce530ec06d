import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { applyPatches } from '../apply-patches.ts'
import { PUBLISHED, templateByRef, TEMPLATES } from '../catalogue.ts'
import { Look } from '../look.ts'
import { completePatch } from '../look-fields.ts'
import type { LookPatch } from '../look-patch.ts'
import { Template } from '../template.ts'
import { describeFault } from './describe-fault.ts'
import { lookDifference } from './look-difference.ts'
import { LookName } from './own-look.ts'
import { DESIGNED, fitLook, LOOK_BYTES, type SavedLook } from './saved-look.ts'

/** A look with its name. */
export type NamedLook = { readonly name: string; readonly look: SavedLook }

/** The format of files that are written. */
const FORMAT = 'wordpop-template/2'

/**
 * The text of a template file with this look.
 * @throws AppError `not_found` for a template that was never published here
 */
export function writeTemplateFile({ name, look }: NamedLook): string {
  const { template, patch } = fitLook(look, DESIGNED)
  const base = templateByRef(template)
  const drawn = lookFields(applyPatches(base, [patch]))
  const calm = applyPatches(base, [patch], { reducedMotion: true })
  const file = {
    format: FORMAT,
    id: base.id,
    version: base.version,
    name,
    description: `A look made from the template ${base.name}.`,
    ...(base.fit !== undefined && { fit: base.fit }),
    ...drawn,
    reducedMotion: { animation: base.reducedMotion.animation, fill: calm.fill, layout: calm.layout },
  } satisfies Template
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads a template file. Nothing in it is run, and unknown fields are refused.
 * @throws AppError `too_large` above `LOOK_BYTES`; `unprocessable` with the first fault, or for a later format
 */
export function readTemplateFile(text: string): NamedLook {
  if (text.length > LOOK_BYTES) {
    throw new AppError('too_large', `A template file has at most ${LOOK_BYTES / 1_000} kB.`, { maxBytes: LOOK_BYTES })
  }
  const json = parsed(text.replace(/^\uFEFF/u, ''))
  rejectOtherFormat(json)
  const read = Template.extend({ name: LookName }).safeParse(json)
  if (!read.success) throw new AppError('unprocessable', describeFault(THIS, read.error))
  const { id, version, name } = read.data
  const base =
    PUBLISHED.find((template) => template.id === id && template.version === version) ??
    TEMPLATES.find((template) => template.id === id) ??
    TEMPLATES[0]
  if (base === undefined) throw new Error('no template is published')
  const patch = patchFor(base, lookFields(read.data))
  const shape = read.data.fit === undefined ? {} : { shape: { ...DESIGNED } }
  return { name, look: { template: { id: base.id, version: base.version }, patch, ...shape } }
}

const THIS = 'This template'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw noTemplate()
    throw error
  }
}

function rejectOtherFormat(json: unknown): void {
  if (typeof json !== 'object' || json === null || !('format' in json) || typeof json.format !== 'string')
    throw noTemplate()
  const number = /^wordpop-template\/(\d{1,4})$/.exec(json.format)?.[1]
  if (number === undefined) throw noTemplate()
  if (Number(number) <= 2) return
  throw new AppError('unprocessable', `This template has the format ${json.format}, which is not known here yet.`)
}

function noTemplate(): AppError {
  return new AppError(
    'unprocessable',
    `This file is not a caption template. Choose a JSON file in the format ${FORMAT}.`,
  )
}

/** Only what differs from the template if that suffices, so that the style panel shows it as changed. */
function patchFor(base: Template, look: Look): LookPatch {
  const difference = lookDifference(base, [], look)
  if (difference !== null) return difference
  try {
    return completePatch(look)
  } catch (error) {
    if (error instanceof z.ZodError) throw new AppError('unprocessable', describeFault(THIS, error))
    throw error
  }
}

/** A look without the other fields of its template. */
function lookFields(look: Look): Look {
  return Look.parse(JSON.parse(JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, Reflect.get(look, key)])))))
}

const KEYS = Object.keys(Look.shape)
