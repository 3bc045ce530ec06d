import { type CSSProperties, type ReactNode, useId } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import './widgets.css'

/** Props of {@link SplitPane}; the panes' element fills its parent. */
export type SplitPaneProps = {
  /** What the handle between the panes resizes, for screen readers: "Resize the transcript". */
  label: string
  first: ReactNode
  /** Null shows the first pane alone, without a handle; it stays mounted. */
  second: ReactNode | null
  /** Side by side (`horizontal`, by default) or one above the other. */
  orientation?: 'horizontal' | 'vertical'
  /** Share of the first pane, percent; 50 by default. A double press on the handle brings it back. */
  initialPercent?: number
  /** Least width or height of the panes, px; 120 by default. */
  minFirstPx?: number
  minSecondPx?: number
  /** When somebody has resized the panes, with the share of the first one in percent: the moment to remember it. */
  onResize?: (percent: number) => void
  disabled?: boolean
}

/** Their content does not size panes, so that the browser lays it out once, and not first to measure it. */
const PANE = '[contain:size_layout]'

/** The library keeps to the least sizes only after a first layout, and would lay out the panes' content again. */
const WITH_LEAST = {
  horizontal: 'ui-split-columns',
  vertical: 'ui-split-rows',
}

/** Two panes with a handle between them: dragged, or moved by arrow keys, Home and End. */
export function SplitPane({
  label,
  first,
  second,
  orientation = 'horizontal',
  initialPercent = 50,
  minFirstPx = 120,
  minSecondPx = 120,
  onResize,
  disabled = false,
}: SplitPaneProps) {
  const id = useId()
  return (
    <Group
      id={id}
      className={WITH_LEAST[orientation]}
      style={leastSizes(minFirstPx, minSecondPx)}
      orientation={orientation}
      disabled={disabled}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        const percent = layout[`${id}-first`]
        if (isUserInteraction && percent !== undefined) onResize?.(percent)
      }}
    >
      <Panel id={`${id}-first`} className={PANE} defaultSize={`${initialPercent}%`} minSize={minFirstPx}>
        {first}
      </Panel>
      {second !== null && (
        <>
          <Separator
            id={`${id}-handle`}
            aria-label={label}
            disabled={disabled}
            className="ui-split-handle grid place-items-center outline-none"
          >
            <span />
          </Separator>
          <Panel id={`${id}-second`} className={PANE} minSize={minSecondPx}>
            {second}
          </Panel>
        </>
      )}
    </Group>
  )
}

/** Where both do not fit beside the handle, they share the room in proportion, as the library would. */
function leastSizes(firstPx: number, secondPx: number): CSSProperties {
  const least = (px: number) => `min(${px}px, (100% - 12px) * ${px / (firstPx + secondPx)})`
  return Object.fromEntries([
    ['--least-first', least(firstPx)],
    ['--least-second', least(secondPx)],
  ])
}
