import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CATALOGUE, type CatalogueModel } from './catalogue.ts'
import { PUNCTUATION_MODEL } from './punctuation-model.ts'
import { SPEAKER_MODELS } from './speaker-models.ts'
import { VOICE_ACTIVITY_MODEL } from './voice-activity-model.ts'

/** The files that each kind of model needs, by role. */
const ROLES = {
  transducer: ['tokens', 'encoder', 'decoder', 'joiner'],
  'nemo-ctc': ['tokens', 'model'],
  whisper: ['tokens', 'encoder', 'decoder'],
} as const
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Ids of engines that are no models. */
const TAKEN = ['pocketsphinx', 'speech-service', 'alignment', 'auto', 'none']

const OwnFile = z.strictObject({
  role: z.enum(['tokens', 'encoder', 'decoder', 'joiner', 'model']),
  url: z
    .string()
    .refine(isAllowed, 'must begin with https:// or file:///, or with http:// and the address of this machine'),
  bytes: z.int().min(1).max(20_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'must be 64 hexadecimal digits in lower case'),
})

const OwnModel = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{1,49}$/u, 'must be 2 to 50 lower-case letters, digits and hyphens'),
    label: z.string().trim().min(1).max(60),
    kind: z.enum(['transducer', 'nemo-ctc', 'whisper']),
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/u, 'must be an ISO 639 code such as en'))
      .min(1)
      .max(200),
    detectsLanguage: z.boolean().default(false),
    /** Longest piece that it recognises well, in seconds. */
    maxPieceSeconds: z.number().min(5).max(30).default(28),
    memoryMb: z.int().min(64).max(3_072),
    licence: z.string().trim().min(1).max(100),
    author: z.string().trim().min(1).max(100),
    source: z.url({ protocol: /^https?$/u }),
    attribution: z.string().trim().min(1).max(200).nullable().default(null),
    files: z.array(OwnFile),
  })
  .refine(hasItsFiles, {
    path: ['files'],
    error: ({ input }) => `must be one of each role that a ${kindIn(input)} model has: ${rolesIn(input)}`,
  })

const OwnModels = z.strictObject({ models: z.array(OwnModel).max(50) })

/**
 * The models that the product knows: those of the operator's own file, then those of the product.
 * @param path the setting `SPEECH_MODELS_FILE`; undefined without one
 * @throws Error with one sentence if the file cannot be read, is not valid, or repeats an id
 */
export function knownModels(path: string | undefined): readonly CatalogueModel[] {
  return path === undefined ? CATALOGUE : [...readOwnModels(path), ...CATALOGUE]
}

function readOwnModels(path: string): CatalogueModel[] {
  try {
    const { models } = OwnModels.parse(JSON.parse(readFileSync(path, 'utf8')))
    const known = [...CATALOGUE, ...SPEAKER_MODELS, PUNCTUATION_MODEL, VOICE_ACTIVITY_MODEL]
    const ids = [...models, ...known].map(({ id }) => id).concat(TAKEN)
    const repeated = ids.find((id, at) => ids.indexOf(id) !== at)
    if (repeated !== undefined) throw new Error(`the id ${repeated} is used already.`)
    return models.map(modelOf)
  } catch (error) {
    throw new Error(`The file of speech models, ${path}, is wrong: ${faultOf(error)}`, { cause: error })
  }
}

function modelOf({ files, maxPieceSeconds, ...model }: z.output<typeof OwnModel>): CatalogueModel {
  const named = files.map(({ role, url, ...file }) => ({
    ...file,
    role,
    path: url,
    address: url,
    name: role === 'tokens' ? 'tokens.txt' : `${role}.onnx`,
  }))
  const hashes = named.map(({ sha256 }) => sha256).join('')
  return {
    ...model,
    quality: 'best',
    maxPieceMs: maxPieceSeconds * 1_000,
    revision: createHash('sha256').update(hashes).digest('hex').slice(0, 12),
    origin: '',
    files: named.map(({ path, address, name, bytes, sha256 }) => ({ path, address, name, bytes, sha256 })),
    archive: null,
    roles: Object.fromEntries(named.map(({ role, name }) => [role, name])),
  }
}

function isAllowed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username + password !== '') return false
  if (protocol === 'file:') return hostname === ''
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

function hasItsFiles({ kind, files }: { kind: keyof typeof ROLES; files: readonly { role: string }[] }): boolean {
  const wanted: readonly string[] = ROLES[kind]
  return files.length === wanted.length && wanted.every((role) => files.some((file) => file.role === role))
}

const Kind = z.object({ kind: z.enum(['transducer', 'nemo-ctc', 'whisper']) })

function kindIn(input: unknown): keyof typeof ROLES {
  return Kind.parse(input).kind
}

function rolesIn(input: unknown): string {
  return ROLES[kindIn(input)].join(', ')
}

function faultOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  return error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}.`).join(' ')
}
