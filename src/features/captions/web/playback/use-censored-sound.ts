import { useEffect } from 'react'
import { censoredSpansOf, censoringAt } from '../../model/index.ts'
import { useOpenEditor } from '../store/editor-context.ts'

/** Half a frame of the screen, ms: the sound changes at the frame nearest to the edge of a word. */
const AHEAD_MS = 8
/** As in exports. */
const BEEP_HZ = 1_000
const BEEP_LEVEL = 0.2
/** Fades of a beep, against clicks, s. */
const FADE_S = 0.003

/** Mutes the playing video, or beeps, while a censored word is spoken, as its export does. */
export function useCensoredSound(video: HTMLVideoElement | null): void {
  const { store, player } = useOpenEditor()
  useEffect(() => {
    if (video === null) return
    const beep = createBeep()
    let frame = 0
    let mutedBefore: boolean | undefined
    function follow(element: HTMLVideoElement) {
      // Read frame by frame, so that an edit costs nothing while the video rests.
      const spans = player.isPlaying() ? censoredSpansOf(store.getState().doc) : []
      const sound = censoringAt(spans, element.currentTime * 1_000 + AHEAD_MS)
      if (sound !== undefined) mutedBefore ??= element.muted
      if (sound !== undefined) element.muted = true
      else if (mutedBefore !== undefined) {
        element.muted = mutedBefore
        mutedBefore = undefined
      }
      // A video that the person muted does not beep.
      beep.set(sound === 'beep' && mutedBefore === false ? element.volume : 0)
      frame = player.isPlaying() ? requestAnimationFrame(() => follow(element)) : 0
    }
    const restart = () => {
      cancelAnimationFrame(frame)
      follow(video)
    }
    const stop = player.onPlaying(restart)
    restart()
    return () => {
      stop()
      cancelAnimationFrame(frame)
      if (mutedBefore !== undefined) video.muted = mutedBefore
      beep.close()
    }
  }, [video, store, player])
}

/** A tone at a volume from 0 to 1. Makes no sound engine before the first beep, which follows a press on Play. */
function createBeep(): { set(volume: number): void; close(): void } {
  let open: { readonly context: AudioContext; readonly gain: GainNode } | undefined
  let current = 0
  return {
    set(volume) {
      if (volume === current) return
      current = volume
      open ??= openTone()
      const { context, gain } = open
      gain.gain.setTargetAtTime(volume * BEEP_LEVEL, context.currentTime, FADE_S)
    },
    close: () => void open?.context.close(),
  }
}

function openTone() {
  const context = new AudioContext()
  const tone = new OscillatorNode(context, { frequency: BEEP_HZ })
  const gain = new GainNode(context, { gain: 0 })
  tone.connect(gain).connect(context.destination)
  tone.start()
  return { context, gain }
}
