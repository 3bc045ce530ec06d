import { createElement } from 'react'
import {
  AbsoluteFill,
  Composition,
  OffthreadVideo,
  registerRoot,
  staticFile,
  useCurrentFrame,
  useVideoConfig,
} from 'remotion'

/** The current line; its spoken word is yellow and pops, as close to Bounce as possible. */
function CaptionedClip({ cues }) {
  const { fps } = useVideoConfig()
  const ms = (useCurrentFrame() / fps) * 1_000
  const cue = cues.find(({ t0, t1 }) => t0 <= ms && ms < t1)
  const video = createElement(OffthreadVideo, { src: staticFile('clip.mp4') })
  if (cue === undefined) return createElement(AbsoluteFill, null, video)
  const words = cue.words.map((word, at) => {
    const style = styleOf(word, cue.words[at + 1]?.t0 ?? cue.t1, ms)
    return createElement('span', { key: word.t0, style }, `${word.text.toUpperCase()} `)
  })
  const caption = createElement(AbsoluteFill, { style: PLACE }, createElement('p', { style: LINE }, words))
  return createElement(AbsoluteFill, null, video, caption)
}

const PLACE = { justifyContent: 'flex-end', paddingBottom: 560 }
const LINE = {
  margin: '0 70px',
  textAlign: 'center',
  font: '800 92px Montserrat, sans-serif',
  color: 'white',
  WebkitTextStroke: '9px black',
  paintOrder: 'stroke fill',
  textShadow: '0 4px 12px rgb(0 0 0 / 0.5)',
}

function styleOf({ t0 }, until, ms) {
  const word = { display: 'inline-block', whiteSpace: 'pre' }
  if (ms < t0 || ms >= until) return word
  return { ...word, color: '#ffe600', transform: `scale(${0.82 + 0.3 * Math.min(1, (ms - t0) / 160)})` }
}

registerRoot(() =>
  createElement(Composition, {
    id: 'captioned-clip',
    component: CaptionedClip,
    width: 1080,
    height: 1920,
    fps: 30,
    durationInFrames: 30,
    defaultProps: { cues: [], seconds: 1 },
    calculateMetadata: ({ props }) => ({ durationInFrames: Math.round(props.seconds * 30) }),
  }),
)
