import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { startProcess } from '#platform/server/process.ts'

/** Makes clips for one test file, in a folder that is removed afterwards. Call it once, at the top level. */
export async function clipMaker(): Promise<{
  readonly folder: string
  /** Runs ffmpeg with the given inputs and options; returns the path of the clip. */
  make(name: string, ...args: readonly string[]): Promise<string>
  /** Loops a clip, for a file that is quick to make and slow to process. */
  repeat(name: string, path: string, times: number): Promise<string>
  /** Copies the start of a clip without encoding, for tests that do not depend on its length. */
  firstSecond(name: string, path: string): Promise<string>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-clips-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const make = async (name: string, ...args: readonly string[]): Promise<string> => {
    const path = join(folder, name)
    await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
    return path
  }
  return {
    folder,
    make,
    repeat: (name, path, times) => make(name, '-stream_loop', String(times - 1), '-i', path, '-c', 'copy'),
    firstSecond: (name, path) => make(name, '-i', path, '-t', '1', '-map', '0', '-c', 'copy'),
  }
}

/** A moving test picture, as ffmpeg's input arguments. */
export function picture({ size = '320x180', fps = '25', seconds = 2 } = {}): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}:d=${seconds}`]
}

/** A tone, as ffmpeg's input arguments. */
export function tone({ hertz = 440, seconds = 2 } = {}): string[] {
  return ['-f', 'lavfi', '-i', `sine=f=${hertz}:d=${seconds}`]
}

/** The quickest H.264, as ffmpeg's output arguments. */
export const QUICK_H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const

/** The path of a real clip beside the project; undefined if it is missing, and the test is skipped. */
export function realClip(name: string): string | undefined {
  const path = resolve('..', 'shared', 'media', 'video', name)
  return existsSync(path) ? path : undefined
}

/** Runs a media tool on our own files outside the sandbox and returns its output. */
export async function runTool(command: 'ffmpeg' | 'ffprobe', args: readonly string[]): Promise<string> {
  const lines: string[] = []
  const { code, stderrTail } = await startProcess({ command, args, onStdoutLine: (line) => lines.push(line) }).done
  if (code !== 0) throw new Error(`${command} failed: ${stderrTail}`)
  return lines.join('\n')
}
