import {
  AbsoluteFill,
  Composition,
  OffthreadVideo,
  registerRoot,
  staticFile,
  useCurrentFrame,
  useVideoConfig,
} from 'remotion'

/** The words of the line that is on screen; the one that is spoken is yellow and jumps out. As near to Bounce as can be. */
function CaptionedClip({ cues }) {
  const { fps } = useVideoConfig()
  const ms = (useCurrentFrame() / fps) * 1_000
  const cue = cues.find(({ t0, t1 }) => t0 <= ms && ms < t1)
  return (
    <AbsoluteFill>
      <OffthreadVideo src={staticFile('clip.mp4')} />
      {cue !== undefined && (
        <AbsoluteFill style={{ justifyContent: 'flex-end', paddingBottom: 560 }}>
          <p style={LINE}>
            {cue.words.map((word, at) => (
              <span key={word.t0} style={styleOf(word, cue.words[at + 1]?.t0 ?? cue.t1, ms)}>
                {word.text.toUpperCase()}{' '}
              </span>
            ))}
          </p>
        </AbsoluteFill>
      )}
    </AbsoluteFill>
  )
}

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
  if (ms < t0 || ms >= until) return { display: 'inline-block', whiteSpace: 'pre' }
  const pop = 0.82 + 0.3 * Math.min(1, (ms - t0) / 160)
  return { display: 'inline-block', whiteSpace: 'pre', color: '#ffe600', transform: `scale(${pop})` }
}

registerRoot(() => (
  <Composition
    id="captioned-clip"
    component={CaptionedClip}
    width={1080}
    height={1920}
    fps={30}
    durationInFrames={30}
    defaultProps={{ cues: [], seconds: 1 }}
    calculateMetadata={({ props }) => ({ durationInFrames: Math.round(props.seconds * 30) })}
  />
))
