import type { PictureSize } from '#platform/server/pictures/picture-size.ts'
import { type ReceivedPicture, sizeOfPng } from '#platform/server/pictures/receive-picture.ts'
import { pictureLevels } from '#platform/shared/picture-levels.ts'
import { LOGO_STORED_SIDE } from '../model/index.ts'

/** The file with all levels. */
export const ENCODED_LOGO = 'logo.png'
const LARGEST_LEVEL = 'largest.png'

/** Writes a picture as one PNG file with all levels. @returns the size of its largest level, in pixels */
export async function encodeLogo(picture: ReceivedPicture): Promise<PictureSize> {
  const most = `w='min(${LOGO_STORED_SIDE},iw)':h='min(${LOGO_STORED_SIDE},ih)':force_original_aspect_ratio=decrease`
  await picture.encode({ filters: `[0:v:0]${scaled(most)}[largest]`, files: { largest: LARGEST_LEVEL } })
  const size = await sizeOfPng(picture.path(LARGEST_LEVEL))
  await picture.encode({ from: LARGEST_LEVEL, filters: `${sideBySide(size)}[levels]`, files: { levels: ENCODED_LOGO } })
  return size
}

/** Scales colours multiplied by their opacity: the colour of transparent pixels would bleed into the edges otherwise. */
function scaled(size: string): string {
  return `format=rgba,format=gbrap,premultiply=inplace=1,${scaledTo(size)},unpremultiply=inplace=1,format=rgba`
}

function scaledTo(size: string): string {
  return `scale=${size}:flags=area+accurate_rnd+full_chroma_int+full_chroma_inp,setsar=1`
}

function sideBySide(size: PictureSize): string {
  const levels = pictureLevels(size)
  const names = (name: string) => levels.map((_, at) => `[${name}${at}]`).join('')
  return [
    `[0:v:0]format=rgba,format=gbrap,premultiply=inplace=1,split=${levels.length}${names('from')}`,
    ...levels.map(
      ({ width, height }, at) =>
        `[from${at}]${scaledTo(`${width}:${height}`)},pad=w=${width}:h=${size.height}:color=black@0[to${at}]`,
    ),
    `${names('to')}hstack=inputs=${levels.length},unpremultiply=inplace=1,format=rgba`,
  ].join(';')
}
