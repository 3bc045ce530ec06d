import type { Env } from '#platform/server/env.ts'
import { createMediaRunner, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'

/** Opens the configured runner of ffmpeg, ffprobe and the font sanitizer. */
export function openMediaRunner(env: Env, warn: (message: string) => void): MediaRunner {
  return createMediaRunner({
    ffmpegPath: env.FFMPEG_PATH,
    ffprobePath: env.FFPROBE_PATH,
    otsPath: env.OTS_SANITIZE_PATH,
    allowUnsandboxed: env.ALLOW_UNSANDBOXED_MEDIA,
    warn,
  })
}
