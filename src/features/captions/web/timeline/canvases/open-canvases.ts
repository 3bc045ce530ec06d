import { createWaveformImage } from '../drawing/waveform-image.ts'
import { drawInWorker } from './draw-in-worker.ts'
import { fitContext, type LaneCanvases, type LaneElements } from './lane-canvases.ts'

/**
 * Opens the canvases of the lanes: in a worker, or in the page where the browser has no canvases for workers.
 * @param onOpen called once
 * @returns closes them; a canvas of a worker cannot be opened again
 */
export function openCanvases(elements: LaneElements, onOpen: (canvases: LaneCanvases) => void): () => void {
  const drawHere = () => onOpen(drawInPage(elements))
  if ('transferControlToOffscreen' in HTMLCanvasElement.prototype) return drawInWorker(elements, onOpen, drawHere)
  drawHere()
  return () => undefined
}

function drawInPage(elements: LaneElements): LaneCanvases {
  const contexts = new Map([...elements].map(([lane, element]) => [lane, element.getContext('2d') ?? undefined]))
  const waveform = createWaveformImage()
  return {
    elements,
    contextOf: (lane) => contexts.get(lane),
    fit(lane, fit) {
      const ctx = contexts.get(lane)
      if (ctx !== undefined) fitContext(ctx, fit)
    },
    drawWaveform(part) {
      const ctx = contexts.get('waveform')
      if (ctx !== undefined) waveform.draw(ctx, part)
    },
    show: () => undefined,
    isBusy: () => false,
    onChange: () => () => undefined,
  }
}
