import { newestTemplate } from '#features/templates/model/index.ts'
import type { Frame } from '../../model/index.ts'
import { captionPicture } from './caption-picture.ts'

const BACKGROUND = ['#2b2320', '#14100e'] as const
const ACCENT = '#FF8A4C'
const ON_ACCENT = '#1D130D'

/**
 * The preview picture of a page: its title as the painter of exports captions it, over the product's name.
 * @returns a PNG
 */
export function socialPicture(o: { title: string; name: string; frame: Frame }): Uint8Array<ArrayBuffer> {
  const karaoke = newestTemplate('karaoke')
  const boxed = newestTemplate('boxed')
  const words = o.title.split(' ')
  return captionPicture({
    frame: o.frame,
    background: BACKGROUND,
    captions: [
      {
        words,
        spoken: words.length - 1,
        template: {
          ...karaoke,
          font: { ...karaoke.font, weight: 900, size: 0.17, leading: 1.12 },
          fill: { ...karaoke.fill, active: ACCENT },
          layout: { ...karaoke.layout, width: 0.84, maxLines: 3, y: 0.42 },
        },
      },
      {
        words: [o.name],
        spoken: 0,
        template: {
          ...boxed,
          font: { ...boxed.font, size: 0.066 },
          box: boxed.box && { ...boxed.box, color: ACCENT },
          fill: { ...boxed.fill, upcoming: ON_ACCENT, active: ON_ACCENT, spoken: ON_ACCENT },
          layout: { ...boxed.layout, y: 0.85 },
        },
      },
    ],
  })
}
