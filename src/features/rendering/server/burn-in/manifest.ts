import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { wholeFragments } from './fragments.ts'

const ManifestPart = z.object({
  /** File name in the manifest's directory. */
  name: z.string(),
  /** Its first frame. */
  first: z.int().min(0),
  headBytes: z.int().min(0),
  bytes: z.int().min(0),
  frames: z.int().min(0),
})
type ManifestPart = z.output<typeof ManifestPart>

/** The synced parts of an unfinished export. */
export const Manifest = z.object({
  parts: z.array(ManifestPart),
  /** True once the last part reaches the end of the video. */
  complete: z.boolean(),
  /** Number of encoder starts, which numbers the part files. */
  starts: z.int().min(0),
  /** Hash of the inputs of the parts; parts with another recipe are not reused. */
  recipe: z.string(),
})
export type Manifest = z.output<typeof Manifest>

const NAME = 'manifest.json'

/** The manifest in a directory; undefined if it is missing or has another recipe. */
export async function readManifest(directory: string, recipe: string): Promise<Manifest | undefined> {
  const text = await readIfExists(join(directory, NAME))
  if (text === undefined) return undefined
  const manifest = Manifest.parse(JSON.parse(text))
  return manifest.recipe === recipe ? manifest : undefined
}

/** Number of frames in the parts of the manifest. */
export function framesIn(manifest: Manifest): number {
  return manifest.parts.reduce((sum, part) => sum + part.frames, 0)
}

/**
 * Records the complete fragments of the part that is being written. Syncs the part before the manifest, so that the
 * manifest is true even after a power failure.
 */
export async function recordPart(
  directory: string,
  manifest: Manifest,
  part: { name: string; first: number },
): Promise<Manifest> {
  const known = manifest.parts.find(({ name }) => name === part.name)
  const whole = await wholeFragments(join(directory, part.name), known)
  if (whole.frames === (known?.frames ?? 0)) return manifest
  await sync(join(directory, part.name))
  const others = manifest.parts.filter(({ name }) => name !== part.name)
  return writeManifest(directory, { ...manifest, parts: [...others, { ...part, ...whole }] })
}

/** Replaces the manifest atomically. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<Manifest> {
  const temporary = join(directory, `${NAME}.new`)
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(manifest))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(directory, NAME))
  await sync(directory)
  return manifest
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
