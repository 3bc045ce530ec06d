import type { SafeZone } from './safe-zone.ts'

const READ = '2026-11-24'

/** Approximate areas that a tool for editors checks captions against, as fractions of the frame. */
const MEASURED = {
  by: 'the caption check of premiere-pro-bridge',
  url: 'https://glama.ai/mcp/servers/matt-j-penny/premiere-pro-bridge/tools/check_caption_safe_zone',
  isPublished: false,
  read: READ,
} as const

/** The title-safe margin of 5% per edge, which players cover with their controls. */
const TITLE_SAFE = { top: 0.05, right: 0.05, bottom: 0.05, left: 0.05 }
const PLAYER_CONTROLS = { kind: 'controls', label: 'Player controls', x0: 0, y0: 0.95, x1: 1, y1: 1 } as const

/** The safe zones of each app. Apps change without notice: check the sources, then change figures and dates together. */
export const SAFE_ZONES: readonly SafeZone[] = [
  {
    id: 'tiktok',
    name: 'TikTok',
    aspects: ['9:16'],
    margins: { top: 250 / 1920, right: 170 / 1080, bottom: 420 / 1920, left: 0 },
    // TikTok publishes template files without figures: https://ads.tiktok.com/help/article/tiktok-kyte-set-up-guide
    marginSource: {
      by: 'SOCaptions',
      url: 'https://socaptions.com/blog/tiktok-safe-zones-2026',
      isPublished: false,
      read: READ,
    },
    furniture: [
      { kind: 'tabs', label: 'Following and For You', x0: 0, y0: 0, x1: 1, y1: 0.08 },
      { kind: 'buttons', label: 'Like, comment and share', x0: 0.82, y0: 0.35, x1: 1, y1: 0.85 },
      { kind: 'text', label: 'Name, description and sound', x0: 0, y0: 0.78, x1: 1, y1: 1 },
    ],
    furnitureSource: MEASURED,
  },
  {
    id: 'reels',
    name: 'Reels',
    aspects: ['9:16'],
    margins: { top: 0.14, right: 0.06, bottom: 0.35, left: 0.06 },
    marginSource: {
      by: 'Meta’s guidance for ads in Reels, as cited by Shotstack',
      url: 'https://shotstack.io/learn/vertical-video-safe-zones/',
      isPublished: true,
      read: READ,
    },
    furniture: [
      { kind: 'tabs', label: 'Reels and camera', x0: 0, y0: 0, x1: 1, y1: 0.06 },
      { kind: 'buttons', label: 'Like, comment and share', x0: 0.85, y0: 0.4, x1: 1, y1: 0.8 },
      { kind: 'text', label: 'Name, description and sound', x0: 0, y0: 0.8, x1: 1, y1: 1 },
    ],
    furnitureSource: MEASURED,
  },
  {
    id: 'shorts',
    name: 'Shorts',
    aspects: ['9:16'],
    margins: { top: 288 / 1920, right: 192 / 1080, bottom: 672 / 1920, left: 48 / 1080 },
    marginSource: {
      by: 'Google’s safe zone for vertical ads, as cited by Shotstack',
      url: 'https://shotstack.io/learn/vertical-video-safe-zones/',
      isPublished: true,
      read: READ,
    },
    furniture: [
      { kind: 'tabs', label: 'Search and camera', x0: 0, y0: 0, x1: 1, y1: 0.06 },
      { kind: 'buttons', label: 'Like, comment, share and remix', x0: 0.86, y0: 0.45, x1: 1, y1: 0.82 },
      { kind: 'text', label: 'Channel, title and sound', x0: 0, y0: 0.82, x1: 1, y1: 1 },
    ],
    furnitureSource: MEASURED,
  },
  {
    id: 'youtube',
    name: 'YouTube',
    aspects: ['16:9'],
    margins: TITLE_SAFE,
    marginSource: MEASURED,
    furniture: [PLAYER_CONTROLS],
    furnitureSource: MEASURED,
  },
  {
    id: 'linkedin',
    name: 'LinkedIn',
    aspects: ['9:16', '16:9'],
    margins: TITLE_SAFE,
    marginSource: MEASURED,
    furniture: [PLAYER_CONTROLS],
    furnitureSource: MEASURED,
  },
  {
    id: 'x',
    name: 'X',
    aspects: ['9:16', '16:9'],
    margins: TITLE_SAFE,
    marginSource: MEASURED,
    furniture: [PLAYER_CONTROLS],
    furnitureSource: MEASURED,
  },
]
