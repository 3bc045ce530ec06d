/**
 * Draws the templates for review: `node scripts/contact-sheet.ts FOLDER [ID,ID]`. Without ids it writes one sheet of all
 * templates for each frame shape; with ids, a sheet for each of them: moments over four backgrounds, then scripts.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CaptionTrack,
  draw,
  EXACT_VIEW,
  filmBlur,
  filmStateAt,
  type Frame,
  redrawMask,
  type Scene,
  stateAt,
} from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import { fitTemplate, newestTemplate, type Template, TEMPLATES } from '#features/templates/model/index.ts'
import { BACKDROPS, type Backdrop } from './contact-sheet-backdrops.ts'
import { ENGLISH, MOMENTS, SCRIPTS } from './contact-sheet-tracks.ts'

const UPRIGHT: Frame = { width: 540, height: 960 }
const WIDE: Frame = { width: 960, height: 540 }
const SQUARE: Frame = { width: 640, height: 640 }
/** Tiles are half as large as their frames. */
const TILE_SCALE = 0.5
const GAP = 12
const LABEL_HEIGHT = 24
const COLUMNS = 8

const [folder, ids] = process.argv.slice(2)
if (folder === undefined) throw new Error('node scripts/contact-sheet.ts FOLDER [ID,ID]')
await mkdir(folder, { recursive: true })
if (ids === undefined) {
  await save('all-upright', allOf(UPRIGHT))
  await save('all-wide', allOf(WIDE))
  await save('all-square', allOf(SQUARE))
} else {
  for (const id of ids.split(',')) await save(id, sheetOf(newestTemplate(id)))
}

type Tile = {
  readonly template: Template
  readonly track: CaptionTrack
  readonly frame: Frame
  readonly backdrop: Backdrop
  readonly tMs: number
  readonly label: string
}

/** Every template once, over backgrounds in turn. */
function allOf(frame: Frame): Canvas {
  const tiles = TEMPLATES.map((template, at): Tile => {
    const backdrop = BACKDROPS[at % BACKDROPS.length] ?? BACKDROPS[0]
    return { template, track: ENGLISH, frame, backdrop, tMs: MOMENTS[2], label: template.name }
  })
  return gridOf(tiles, frame.width < frame.height ? COLUMNS : COLUMNS / 2)
}

/** One template: each background at four moments, upright and wide, and every script. */
function sheetOf(template: Template): Canvas {
  const upright = BACKDROPS.flatMap((backdrop) =>
    MOMENTS.map((tMs): Tile => ({
      template,
      track: ENGLISH,
      frame: UPRIGHT,
      backdrop,
      tMs,
      label: `${backdrop.name} ${tMs} ms`,
    })),
  )
  const scripts = Object.entries(SCRIPTS).map(([label, track]): Tile => {
    return { template, track, frame: UPRIGHT, backdrop: BACKDROPS[1], tMs: MOMENTS[2], label }
  })
  const wide = BACKDROPS.map((backdrop): Tile => ({
    template,
    track: ENGLISH,
    frame: WIDE,
    backdrop,
    tMs: MOMENTS[3],
    label: backdrop.name,
  }))
  return stacked([gridOf(upright, COLUMNS), gridOf(scripts, COLUMNS), gridOf(wide, COLUMNS / 2)])
}

function gridOf(tiles: readonly Tile[], columns: number): Canvas {
  const { width, height } = tiles[0]?.frame ?? UPRIGHT
  const cell = { width: width * TILE_SCALE + GAP, height: height * TILE_SCALE + LABEL_HEIGHT + GAP }
  const sheet = createCanvas(cell.width * columns + GAP, cell.height * Math.ceil(tiles.length / columns) + GAP)
  const context = sheet.getContext('2d')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, sheet.width, sheet.height)
  for (const [at, tile] of tiles.entries()) {
    const x = GAP + (at % columns) * cell.width
    const y = GAP + Math.floor(at / columns) * cell.height
    context.drawImage(pictureOf(tile), x, y, width * TILE_SCALE, height * TILE_SCALE)
    writeLabel(context, tile.label, x, y + height * TILE_SCALE)
  }
  return sheet
}

function pictureOf({ template, track, frame, backdrop, tMs }: Tile): Canvas {
  const canvas = createCanvas(frame.width, frame.height)
  const context = canvas.getContext('2d')
  backdrop.paint(context, frame)
  const scene = layOutScene({ track, template: fitTemplate(template, { w: frame.width, h: frame.height }), frame })
  blurBehind(canvas, scene, tMs)
  // Captions are drawn apart, because a canvas with a background smooths letters differently.
  const captions = createCanvas(frame.width, frame.height)
  draw(captions.getContext('2d'), scene, stateAt(scene, tMs), EXACT_VIEW)
  context.drawImage(captions, 0, 0)
  return canvas
}

/** Blurs the picture behind boxes, as an export does. */
function blurBehind(canvas: Canvas, scene: Scene, tMs: number): void {
  const { width, height } = canvas
  const film = { captions: scene, overlays: null }
  const blur = filmBlur(film)
  if (blur === 0) return
  const mask = createCanvas(width, height)
  const context = mask.getContext('2d')
  redrawMask(context, filmStateAt(film, tMs), EXACT_VIEW, { x0: 0, y0: 0, x1: width, y1: height })
  context.globalCompositeOperation = 'source-in'
  context.filter = `blur(${blur}px)`
  context.drawImage(canvas, 0, 0)
  canvas.getContext('2d').drawImage(mask, 0, 0)
}

function writeLabel(context: SKRSContext2D, text: string, x: number, y: number): void {
  context.fillStyle = '#000000'
  context.font = '15px sans-serif'
  context.fillText(text, x + 2, y + 17)
}

function stacked(sheets: readonly Canvas[]): Canvas {
  const all = createCanvas(
    Math.max(...sheets.map(({ width }) => width)),
    sheets.reduce((sum, { height }) => sum + height, 0),
  )
  const context = all.getContext('2d')
  let y = 0
  for (const sheet of sheets) {
    context.drawImage(sheet, 0, y)
    y += sheet.height
  }
  return all
}

async function save(name: string, sheet: Canvas): Promise<void> {
  const path = join(folder ?? '.', `${name}.png`)
  await writeFile(path, sheet.toBuffer('image/png'))
  console.log(path)
}
