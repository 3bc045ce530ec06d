import { type BlurredBox, blurredBoxes, type Film, filmBlur, type FilmState } from '../../model/index.ts'
import { svgPath } from '../svg-path.ts'

/** Blurs what lies under an element: the picture behind the boxes of captions. */
export type BlurredPicture = {
  /** @param scale CSS pixels per pixel of the frame */
  show(film: Film, state: FilmState, scale: number): void
}

/** How far a blur reaches, in standard deviations. */
const REACH = 3

/**
 * Creates a layer under captions, with an element for each blurred box. Browsers blur the video itself, on the GPU; a
 * canvas would have to copy every frame of it, and Safari cannot blur one.
 */
export function createBlurredPicture(layer: HTMLElement): BlurredPicture {
  let shown: readonly string[] = []
  return {
    show(film, state, scale) {
      const blur = filmBlur(film)
      if (blur === 0 && layer.childElementCount === 0) return
      const styles = blur === 0 ? [] : blurredBoxes(state).map((box) => blurringStyle(box, { blur, scale }))
      while (layer.childElementCount > styles.length) layer.lastElementChild?.remove()
      while (layer.childElementCount < styles.length) layer.append(document.createElement('div'))
      for (const [at, style] of styles.entries()) {
        const element = layer.children[at]
        // Setting an equal style would make the browser arrange and blur again.
        if (element instanceof HTMLElement && style !== shown[at]) element.style.cssText = style
      }
      shown = styles
    },
  }
}

/** The style of an element that blurs what is behind a box. @param o.scale CSS pixels per pixel of the frame */
export function blurringStyle(
  { rect, trace, state, center }: BlurredBox,
  { blur, scale }: { readonly blur: number; readonly scale: number },
): string {
  // A browser blurs what is behind an element and nothing beyond it: the blur needs pixels around the visible part.
  const around = Math.ceil(REACH * blur)
  const [left, top] = [rect.x0 - around, rect.y0 - around]
  return [
    'position:absolute',
    `left:${left * scale}px`,
    `top:${top * scale}px`,
    `width:${(rect.x1 - rect.x0 + 2 * around) * scale}px`,
    `height:${(rect.y1 - rect.y0 + 2 * around) * scale}px`,
    `-webkit-backdrop-filter:blur(${blur * scale}px)`,
    `backdrop-filter:blur(${blur * scale}px)`,
    `clip-path:path("${svgPath(trace, { x: -left, y: -top, scale })}")`,
    `opacity:${state.alpha}`,
    `transform-origin:${(center.x - left) * scale}px ${(center.y - top) * scale}px`,
    `transform:${transformOf(state, scale)}`,
  ].join(';')
}

/** The movement of a page, as `standAt` applies it. */
function transformOf({ x, shift, tilt, skew, scale }: BlurredBox['state'], pixel: number): string {
  return `translate(${x * pixel}px,${shift * pixel}px) rotate(${tilt}rad) matrix(1,0,${-skew},1,0,0) scale(${scale})`
}
