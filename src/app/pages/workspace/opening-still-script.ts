import { editorAreas, initialPane, STORED_PANE } from '#features/captions/web/index.ts'
import { STILL } from './opening-still.ts'

/** After this time an editor that does not open has a problem, which the still would cover, ms. */
const LONGEST_MS = 15_000

type Given = ReturnType<typeof givenToScript>
type Calls = {
  readonly initialPane: typeof initialPane
  readonly pictureSize: typeof editorAreas.pictureSize
  readonly layOutEditor: typeof layOutEditor
}

/**
 * Runs in the document's head, after the script of the early requests. Until the editor's code has drawn the captions, it
 * shows the editor's empty areas, and the server's picture of the captions where the picture of the editor will be.
 */
export function openingStillScript(): string {
  const calls: Calls = { initialPane, layOutEditor, pictureSize: editorAreas.pictureSize }
  const sources = Object.entries(calls).map(([name, call]) => `${name}:${call.toString()}`)
  return `(${showOpeningStill.toString()})(${JSON.stringify(givenToScript())},{${sources.join()}})`
}

function givenToScript() {
  const { WIDE, EDITOR, TOP_BAR, WIDE_AREAS, NARROW_AREAS, WORDS, PANELS } = editorAreas
  const { STAGE, PICTURE_ROOM, PICTURE, PLAYBACK_BAR } = editorAreas
  const { areas, timeline } = editorAreas.LEAST_PX
  const least = (px: number) => `min(${px}px, (100% - 12px) * ${px / (areas + timeline)})`
  return {
    still: STILL,
    wide: WIDE,
    storedPane: STORED_PANE,
    least: { areas: least(areas), timeline: least(timeline) },
    classes: {
      editor: `pointer-events-none absolute inset-x-0 z-10 mt-header ${EDITOR}`,
      topBar: TOP_BAR,
      wide: { areas: WIDE_AREAS, stage: STAGE.wide, panels: PANELS.wide },
      narrow: { areas: NARROW_AREAS, stage: STAGE.narrow, panels: PANELS.narrow },
      words: WORDS,
      room: PICTURE_ROOM,
      picture: PICTURE,
      playbackBar: PLAYBACK_BAR,
    },
    longestMs: LONGEST_MS,
  }
}

/**
 * Until the captions are drawn, for 15 s, or until other areas fit side by side. Serialised with `toString()`: it may not
 * use anything outside its body.
 */
function showOpeningStill(given: Given, { layOutEditor: layOut, ...calls }: Calls): void {
  const id = location.pathname.split('/')[2] ?? ''
  const wide = matchMedia(given.wide)
  const over = new AbortController()
  const end = () => over.abort()
  const show = async () => {
    const still = await window.earlyPictures?.get(given.still.replace(':projectId', id))
    if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    if (still === undefined || over.signal.aborted) return
    still.alt = ''
    still.className = 'absolute inset-0 size-full'
    still.setAttribute('elementtiming', 'opening-still')
    const picture = document.createElement('div')
    picture.className = given.classes.picture
    Object.assign(picture.style, calls.pictureSize(still.naturalWidth, still.naturalHeight))
    picture.append(still)
    const editor = layOut(given, { picture, isWide: wide.matches, initialPane: calls.initialPane })
    document.getElementById('app')?.before(editor)
    // Text that the picture would cut is not drawn (application.css).
    document.documentElement.dataset['openingStill'] = ''
    over.signal.addEventListener('abort', () => {
      editor.remove()
      delete document.documentElement.dataset['openingStill']
    })
  }
  window.openingStill = { end }
  wide.addEventListener('change', end, { signal: over.signal })
  setTimeout(end, given.longestMs)
  void show()
}

/** The areas of the editor, empty but for the picture. Serialised, as above. */
function layOutEditor(
  { classes, least, storedPane }: Given,
  o: { readonly picture: Element; readonly isWide: boolean; readonly initialPane: Calls['initialPane'] },
): Element {
  const area = (className: string, ...children: readonly Element[]) => {
    const element = document.createElement('div')
    element.className = className
    element.append(...children)
    return element
  }
  const timelinePane = (): ReturnType<typeof o.initialPane> => {
    try {
      const stored = JSON.parse(localStorage.getItem(storedPane) ?? 'null')
      // As `useTimelinePane` reads it.
      if (typeof stored.isOpen === 'boolean' && stored.percent >= 10 && stored.percent <= 95) return stored
    } catch {
      // Storage is empty or blocked, or a person has changed the text in it.
    }
    return o.initialPane()
  }
  const { areas, stage, panels } = o.isWide ? classes.wide : classes.narrow
  const { isOpen, percent } = timelinePane()
  const room = area(`[grid-area:stage] min-h-0 ${stage}`, area(classes.room, o.picture))
  const parts = [room, area(`[grid-area:bar] ${classes.playbackBar}`), area(panels)]
  if (o.isWide) parts.push(area(classes.words))
  const above = area('', area(`grid h-full ${areas}`, ...parts))
  Object.assign(above.style, { flex: `${percent} 1 0`, minHeight: least.areas })
  const rows = area('flex min-h-0 flex-1 flex-col', above)
  if (o.isWide && isOpen) {
    const timeline = area('bg-surface')
    Object.assign(timeline.style, { flex: `${100 - percent} 1 0`, minHeight: least.timeline })
    rows.append(area('h-3 shrink-0'), timeline)
  }
  const editor = area(classes.editor, area(classes.topBar), rows)
  editor.ariaHidden = 'true'
  return editor
}
