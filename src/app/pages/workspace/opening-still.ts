import { z } from 'zod'

/** The picture of one video's editor in this browser. */
const Place = z.object({
  /** The path of the editor. */
  path: z.string(),
  /** Width and height of the window, px. */
  view: z.tuple([z.number(), z.number()]),
  /** Left, top, width and height of the picture in the page, px. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  hasPoster: z.boolean(),
})
type Place = z.output<typeof Place>

const STORED_AS = 'opening-stills'
/** Editors whose place the browser remembers: the last ones. */
const MOST_PLACES = 20
/** After this time an editor that does not open has a problem, which the still would cover, ms. */
const LONGEST_MS = 15_000

declare global {
  interface Window {
    /** Set by {@link OPENING_STILL_SCRIPT}; absent in a document of another page. */
    openingStill?: { end(): void }
  }
}

/**
 * Runs in the document's head. Until the editor's code has drawn the captions, it shows them as a picture of the server
 * over the poster, at the place of the picture on the last visit. Only an editor that has opened in this browser is
 * remembered, so nothing is requested for a visitor, nor for a video without captions.
 */
export const OPENING_STILL_SCRIPT = `(${showOpeningStill.toString()})('${STORED_AS}',${LONGEST_MS})`

/** Serialised with `toString()`: it may not use anything outside its body. */
function showOpeningStill(storedAs: string, longestMs: number): void {
  const findPlace = () => {
    try {
      const places: Place[] = JSON.parse(localStorage.getItem(storedAs) ?? '[]')
      const place = places.find(({ path, view: [width, height] }) => {
        return path === location.pathname && width === innerWidth && height === innerHeight
      })
      return place && { hasPoster: place.hasPoster, box: place.box.map((px) => `${px}px`) }
    } catch {
      // Storage is blocked, or a person has changed the text in it.
      return undefined
    }
  }
  const place = findPlace()
  // An address with a time opens elsewhere.
  if (place === undefined || location.search !== '') return
  const id = location.pathname.split('/')[2] ?? ''
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? '?motion=reduced' : ''
  const still = document.createElement('div')
  still.ariaHidden = 'true'
  const [left, top, width, height] = place.box
  Object.assign(still.style, { left, top, width, height, position: 'absolute', zIndex: '10' })
  Object.assign(still.style, { overflow: 'hidden', borderRadius: '.5rem', background: '#000', pointerEvents: 'none' })
  let isOver = false
  const end = () => {
    isOver = true
    still.remove()
    delete document.documentElement.dataset['openingStill']
  }
  const show = () => {
    if (isOver) return
    if (document.body === null) return addEventListener('DOMContentLoaded', show)
    document.body.append(still)
    // Text that the picture would cut is not drawn (application.css).
    document.documentElement.dataset['openingStill'] = ''
  }
  const add = (source: string) => {
    const picture = new Image()
    Object.assign(picture.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
    picture.style.objectFit = 'contain'
    picture.fetchPriority = 'high'
    picture.alt = ''
    picture.src = source
    still.append(picture)
    return picture
  }
  if (place.hasPoster) add(`/api/media/${id}/poster.jpg`)
  const captions = add(`/api/stills/${id}/opening.webp${motion}`)
  captions.setAttribute('elementtiming', 'opening-still')
  captions.addEventListener('load', show)
  window.openingStill = { end }
  setTimeout(end, longestMs)
  // The picture will stand elsewhere.
  addEventListener('resize', end, { once: true })
}

/** Ends the still of the document: the page shows the captions, or something else. */
export function endOpeningStill(): void {
  window.openingStill?.end()
}

/** Has the still of a page that closes drawn for its next opening, with the edits until now. */
export function drawStillAhead(projectId: string): void {
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? '?motion=reduced' : ''
  // Without it the next opening draws the still, some tenths of a second later.
  void fetch(`/api/stills/${projectId}/opening.webp${motion}`, { keepalive: true }).catch(() => undefined)
}

/** Remembers where the picture of an editor stands now, for the next time it opens. */
export function rememberPicture(picture: HTMLElement, { path, hasPoster }: Pick<Place, 'path' | 'hasPoster'>): void {
  // The picture stands elsewhere while it fills the screen, and above an open keyboard.
  if (document.fullscreenElement !== null || picture.closest('[data-keyboard]') !== null) return
  const { left, top, width, height } = picture.getBoundingClientRect()
  if (width === 0) return
  const place: Place = {
    path,
    view: [innerWidth, innerHeight],
    box: [left + scrollX, top + scrollY, width, height],
    hasPoster,
  }
  const others = rememberedPlaces().filter((each) => each.path !== path)
  try {
    localStorage.setItem(STORED_AS, JSON.stringify([place, ...others].slice(0, MOST_PLACES)))
  } catch (error) {
    // Without storage the editor opens without a still.
    if (!(error instanceof DOMException)) throw error
  }
}

function rememberedPlaces(): readonly Place[] {
  try {
    const stored = z.array(Place).safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? '[]'))
    return stored.success ? stored.data : []
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return []
    throw error
  }
}
