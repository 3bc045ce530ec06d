import { z } from 'zod'

/**
 * `filmstrip.json`: the layout of `filmstrip.jpg`. Tile `i` is in column `i % columns` of row `floor(i / columns)` and
 * shows the last keyframe at or before `i × intervalMs`.
 */
export const Filmstrip = z.object({
  version: z.literal(1),
  /** The interval between tiles, in milliseconds of media time. */
  intervalMs: z.int().min(1),
  count: z.int().min(1),
  columns: z.int().min(1),
  rows: z.int().min(1),
  /** The width of a tile in pixels. */
  tileWidth: z.int().min(2),
  tileHeight: z.int().min(2),
})
export type Filmstrip = z.output<typeof Filmstrip>

const COLUMNS = 10
const MOST_TILES = 100
const TILE_HEIGHT = 96
const SHORTEST_INTERVAL_MS = 500

/** Plans the filmstrip of a video: at most 100 tiles, at least half a second apart. */
export function planFilmstrip(video: { durationMs: number; width: number; height: number }): Filmstrip {
  const intervalMs = Math.max(SHORTEST_INTERVAL_MS, Math.ceil(video.durationMs / MOST_TILES))
  const count = Math.max(1, Math.min(MOST_TILES, Math.ceil(video.durationMs / intervalMs)))
  const columns = Math.min(COLUMNS, count)
  const tileWidth = Math.max(2, Math.round((video.width * TILE_HEIGHT) / video.height / 2) * 2)
  return {
    version: 1,
    intervalMs,
    count,
    columns,
    rows: Math.ceil(count / columns),
    tileWidth,
    tileHeight: TILE_HEIGHT,
  }
}
