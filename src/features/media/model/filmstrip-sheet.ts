import type { Filmstrip } from './filmstrip.ts'

/** The time that one sheet of the filmstrip covers, in milliseconds. */
export const SHEET_MS = 60_000

/** The time between the tiles of a sheet, in milliseconds. */
export const SHEET_INTERVAL_MS = 1_000
const COLUMNS = 10
/** A tile fits in this box, so that a sheet of a very wide or tall video still fits in a canvas. */
const TILE = { width: 160, height: 72 } as const

/** The number of sheets of a video, at least 1. */
export function countSheets(durationMs: number): number {
  return Math.max(1, Math.ceil(durationMs / SHEET_MS))
}

/**
 * The layout of one sheet: a tile a second, the first at the start of the minute.
 * @param minute from 0
 * @returns undefined if the video has no such minute
 */
export function planSheet(
  video: { readonly durationMs: number; readonly width: number; readonly height: number },
  minute: number,
): Filmstrip | undefined {
  if (!Number.isInteger(minute) || minute < 0 || minute >= countSheets(video.durationMs)) return undefined
  const restMs = video.durationMs - minute * SHEET_MS
  const count = Math.max(1, Math.ceil(Math.min(SHEET_MS, restMs) / SHEET_INTERVAL_MS))
  const scale = Math.min(TILE.width / video.width, TILE.height / video.height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  const columns = Math.min(COLUMNS, count)
  return {
    version: 1,
    intervalMs: SHEET_INTERVAL_MS,
    count,
    columns,
    rows: Math.ceil(count / columns),
    tileWidth: even(video.width),
    tileHeight: even(video.height),
  }
}

/** The address of a sheet; the first request makes it. */
export function sheetPath(projectId: string, minute: number): string {
  return `/api/media/${projectId}/filmstrip/${minute}.jpg`
}

/** The place of a tile on its sheet, in pixels. */
export type TilePlace = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/**
 * The tile that shows a moment.
 * @param timeMs from the start of the sheet; times outside it get the first or last tile
 */
export function tileAt(plan: Filmstrip, timeMs: number): TilePlace {
  const index = Math.min(Math.max(Math.floor(timeMs / plan.intervalMs), 0), plan.count - 1)
  return {
    x: (index % plan.columns) * plan.tileWidth,
    y: Math.floor(index / plan.columns) * plan.tileHeight,
    width: plan.tileWidth,
    height: plan.tileHeight,
  }
}
