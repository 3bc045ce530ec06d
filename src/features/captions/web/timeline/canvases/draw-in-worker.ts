import { type CanvasChange, LANES, type LaneCanvases, type LaneElements } from './lane-canvases.ts'
import type { FromLaneWorker, ToLaneWorker } from './lane-worker.ts'
import { pageFaces } from './page-faces.ts'
import { createRecorder } from './record.ts'
import { sharePictures } from './share-pictures.ts'

/**
 * Starts a worker that draws the lanes.
 * @param onFail the worker cannot be loaded, and the canvases are as they were
 * @returns ends it
 */
export function drawInWorker(
  elements: LaneElements,
  onOpen: (canvases: LaneCanvases) => void,
  onFail: () => void,
): () => void {
  const worker = new Worker(new URL('./lane-worker.ts', import.meta.url), { type: 'module' })
  const starting = new AbortController()
  const { signal } = starting
  const start = () => {
    starting.abort()
    onOpen(openInWorker(elements, worker))
  }
  worker.addEventListener('message', start, { signal })
  worker.addEventListener('error', onFail, { signal })
  return () => {
    starting.abort()
    worker.terminate()
  }
}

function openInWorker(elements: LaneElements, worker: Worker): LaneCanvases {
  const listeners = new Set<(change: CanvasChange) => void>()
  let isBusy = false
  let loadedFonts = 0
  const changed = (change: CanvasChange) => {
    if (change === 'drawn') isBusy = false
    if (change === 'font') loadedFonts += 1
    for (const listener of listeners) listener(change)
  }
  const send = (message: ToLaneWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const pictures = sharePictures(send, () => changed('picture'))
  const measuring = document.createElement('canvas').getContext('2d')
  const recorder = createRecorder({
    measureText: (text) => measuring?.measureText(text) ?? new TextMetrics(),
    idOf: pictures.idOf,
  })
  worker.addEventListener('message', ({ data }: MessageEvent<FromLaneWorker>) => {
    if (data !== 'started') changed(data)
  })
  // In the order of the lanes, by which a recording names them.
  const canvases = LANES.map((lane) => elements.get(lane)?.transferControlToOffscreen() ?? new OffscreenCanvas(1, 1))
  send({ type: 'open', canvases, faces: pageFaces() }, canvases)

  return {
    elements,
    contextOf: (lane) => (elements.has(lane) ? recorder.contextOf(lane) : undefined),
    fit(lane, fit) {
      if (measuring !== null) measuring.font = fit.font
      // Chromium keeps, for each list of families in a worker, what stood in for a missing one: a new list ends that.
      recorder.fit(lane, loadedFonts === 0 ? fit : { ...fit, font: `${fit.font}, loaded-${loadedFonts}` })
    },
    drawWaveform: recorder.drawWaveform,
    show() {
      const recording = recorder.take()
      if (recording.numbers.length === 0) return
      isBusy = true
      const sounds = recording.waveforms.map(({ peaks }) => peaks.data.buffer)
      send({ type: 'draw', recording }, [recording.numbers.buffer, ...sounds])
    },
    isBusy: () => isBusy,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
