import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { wholeFragments } from './fragments.ts'

const ManifestPart = z.object({
  /** File beside the manifest. */
  name: z.string(),
  /** The frame it begins with. */
  first: z.int().min(0),
  headBytes: z.int().min(0),
  bytes: z.int().min(0),
  frames: z.int().min(0),
})
type ManifestPart = z.output<typeof ManifestPart>

/** What of an unfinished export is safely on the disk. */
export const Manifest = z.object({
  parts: z.array(ManifestPart),
  /** The last part goes to the end of the video. */
  complete: z.boolean(),
  /** How often an encoder was started; names its file. */
  starts: z.int().min(0),
  /** What the parts were made from: parts of another export are of no use. */
  recipe: z.string(),
})
export type Manifest = z.output<typeof Manifest>

const NAME = 'manifest.json'

/** The manifest in a directory; undefined when there is none, or one of another recipe. */
export async function readManifest(directory: string, recipe: string): Promise<Manifest | undefined> {
  const text = await readIfExists(join(directory, NAME))
  if (text === undefined) return undefined
  const manifest = Manifest.parse(JSON.parse(text))
  return manifest.recipe === recipe ? manifest : undefined
}

/** How many frames the manifest's parts hold. */
export function framesIn(manifest: Manifest): number {
  return manifest.parts.reduce((sum, part) => sum + part.frames, 0)
}

/**
 * Looks how far the part that is being written has come, and records it. First the part's bytes are synced, then
 * the manifest is: what it says is there even after a power cut.
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

/** Replaces the manifest in one step. */
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
