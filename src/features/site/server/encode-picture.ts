import type { PictureSize } from '#platform/server/pictures/picture-size.ts'
import { type ReceivedPicture, sizeOfPng } from '#platform/server/pictures/receive-picture.ts'
import { SITE_PICTURE_FILES } from '../model/index.ts'

/** The largest sizes in pixels: about four and two times as large as it is shown. */
const LOGO = { width: 640, height: 128 }
const MAIL = { width: 400, height: 64 }
/** Phones may crop all but the inner 80% of an icon. */
const DRAWN = 0.8

const { logo, mail, tab, apple, small, large } = SITE_PICTURE_FILES

/** Writes a picture as PNG files in every size of `SITE_PICTURE_FILES`. @returns the size of `logo.png`, in pixels */
export async function encodeSitePicture(picture: ReceivedPicture): Promise<PictureSize> {
  await picture.encode({
    filters: FILTERS,
    files: { out0: logo, out1: mail, out2: tab, out3: apple, out4: small, out5: large },
  })
  return sizeOfPng(picture.path(logo))
}

/** Colours are scaled multiplied by their opacity: the colour of transparent pixels would bleed into the edges. */
const FILTERS = [
  '[0:v:0]format=rgba,format=gbrap,premultiply=inplace=1,split=7[in0][in1][in2][in3][in4][in5][corner]',
  `[in0]${fitted(LOGO)}[out0]`,
  `[in1]${fitted(MAIL)}[out1]`,
  `[in2]${fitted({ width: 64, height: 64 })},pad=64:64:-1:-1:color=black@0[out2]`,
  // The ground of an icon: the colour of the picture's corner, on white where that is transparent.
  '[corner]crop=1:1:0:0,unpremultiply=inplace=1,format=rgba,split=3[corner3][corner4][corner5]',
  ...[180, 192, 512].flatMap((side, at) => onGround(side, at + 3)),
].join(';')

function onGround(side: number, at: number): string[] {
  const drawn = Math.round(side * DRAWN)
  return [
    `color=white:size=${side}x${side}[white${at}]`,
    `[corner${at}]scale=${side}:${side}:flags=neighbor[tone${at}]`,
    `[in${at}]scale=${drawn}:${drawn}:force_original_aspect_ratio=decrease:flags=lanczos,setsar=1,unpremultiply=inplace=1,format=rgba[drawn${at}]`,
    `[white${at}][tone${at}]overlay=format=rgb:shortest=1[ground${at}]`,
    `[ground${at}][drawn${at}]overlay=(W-w)/2:(H-h)/2:format=rgb:shortest=1,format=rgb24[out${at}]`,
  ]
}

/** Never larger than it is, as large pictures are only made smaller. */
function fitted({ width, height }: { width: number; height: number }): string {
  return `scale=w='min(${width},iw)':h='min(${height},ih)':force_original_aspect_ratio=decrease:flags=lanczos,setsar=1,unpremultiply=inplace=1,format=rgba`
}
