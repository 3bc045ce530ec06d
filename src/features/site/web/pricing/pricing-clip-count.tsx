/** Clips in a row, and maximum rows; the text beside the picture states the full number. */
const PER_ROW = 20
const MOST_ROWS = 10
/** One clip with the gap after it, in pixels. */
const STEP = { across: 11, down: 14 }

/** One upright clip for each video that a plan's credits caption. Decorative. */
export function ClipCount({ videos }: { videos: number }) {
  const shown = Math.min(videos, PER_ROW * MOST_ROWS)
  const rest = shown % PER_ROW
  return (
    <div aria-hidden="true" className="mt-6 grid content-end xl:h-35">
      {rest > 0 && <Clips across={rest} down={1} />}
      {shown >= PER_ROW && <Clips across={PER_ROW} down={Math.floor(shown / PER_ROW)} />}
    </div>
  )
}

function Clips({ across, down }: { across: number; down: number }) {
  return <div className={CLIPS} style={{ width: across * STEP.across, height: down * STEP.down }} />
}

/** Two sets of stripes, which form clips of 7 by 11 pixels where they cross. */
const CLIPS =
  'bg-accent [mask-composite:intersect] [mask-image:repeating-linear-gradient(to_right,black_0_7px,transparent_7px_11px),repeating-linear-gradient(to_bottom,transparent_0_3px,black_3px_14px)]'
