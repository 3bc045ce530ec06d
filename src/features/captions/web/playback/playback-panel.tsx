import {
  ArrowLeftFromLine,
  ArrowLeftToLine,
  ArrowRightFromLine,
  ArrowRightToLine,
  Bookmark,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  FastForward,
  PanelLeftClose,
  PanelRightClose,
  Repeat,
  RepeatOff,
  Rewind,
  Square,
} from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { AnchoredPopover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { CaptionDelaysDialog } from '../times/caption-delays-dialog.tsx'
import { useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { MarkerList } from '../transcript/marker-list.tsx'
import { chooseRate, RATES } from './playback-settings.ts'
import { ShiftTimesDialog } from '../times/shift-times-dialog.tsx'
import { StretchTimesDialog } from '../times/stretch-times-dialog.tsx'
import { doTransport, type TransportAction } from './transport.ts'
import { usePlaybackSettings } from './use-playback-settings.ts'

const DIALOGS = { shift: ShiftTimesDialog, stretch: StretchTimesDialog, delays: CaptionDelaysDialog } as const

/** Everything that the keys of playback and timing do, for pointer and touch. */
export function PlaybackPanel({ anchor, onClose }: { anchor: Element | null; onClose(): void }) {
  const mayEdit = useMayEdit()
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>()
  const Chosen = dialog && DIALOGS[dialog]
  if (Chosen !== undefined)
    return (
      <FocusAfterwards on={anchor}>
        <Chosen onClose={onClose} />
      </FocusAfterwards>
    )
  return (
    <AnchoredPopover anchor={anchor} open onClose={onClose} title="Playback" side="top" align="end">
      <Speed />
      <Group label="Play">
        <Tool action="slower" label="Slower, or back 3 seconds" shortcut="J" icon={<Rewind />} />
        <Tool action="stop" label="Stop" shortcut="K" icon={<Square />} />
        <Tool action="faster" label="Play, or twice as fast" shortcut="L" icon={<FastForward />} />
      </Group>
      <Group label="Move the playhead">
        <Tool action="back" label="Back 3 seconds" shortcut="Shift J" icon={<ChevronsLeft />} />
        <Tool action="frameBack" label="One frame back" shortcut="," icon={<ChevronLeft />} />
        <Tool action="frameForward" label="One frame forward" shortcut="." icon={<ChevronRight />} />
        <Tool action="forward" label="Forward 3 seconds" shortcut="Shift L" icon={<ChevronsRight />} />
      </Group>
      <Loop />
      {mayEdit && (
        <Section title="Times">
          <div className="grid grid-cols-2 gap-1.5">
            <Action action="split">Split caption here</Action>
            <Button size="sm" onClick={() => setDialog('shift')}>
              Shift times…
            </Button>
            <Button size="sm" onClick={() => setDialog('stretch')}>
              Stretch times…
            </Button>
            <Button size="sm" onClick={() => setDialog('delays')}>
              Lead-in, linger…
            </Button>
          </div>
          <TimeTools />
        </Section>
      )}
      <Section title="Markers">
        {mayEdit && (
          <Action action="addMarker">
            <Bookmark /> Add a marker here
          </Action>
        )}
        <MarkerList />
      </Section>
    </AnchoredPopover>
  )
}

/** Moves the focus once the dialog in it is closed: the button that opened the dialog is gone by then. */
function FocusAfterwards({ on, children }: { on: Element | null; children: ReactNode }) {
  useEffect(
    () => () => {
      if (on instanceof HTMLElement) on.focus()
    },
    [on],
  )
  return children
}

function Speed() {
  const { player } = useOpenEditor()
  const { rate } = usePlaybackSettings(player)
  return (
    <Select
      label="Speed"
      size="sm"
      value={String(rate)}
      options={RATES.map((each) => ({ value: String(each), label: each === 1 ? 'Normal' : `${each}×` }))}
      onChange={(chosen) => chooseRate(player, Number(chosen))}
    />
  )
}

function Loop() {
  const { player } = useOpenEditor()
  const { loop } = usePlaybackSettings(player)
  return (
    <Section title={loop === null ? 'Loop' : `Loop ${formatMediaTime(loop.t0, 1)} – ${formatMediaTime(loop.t1, 1)}`}>
      <Row>
        <Tool action="loopFrom" label="Loop from here" shortcut="I" icon={<ArrowRightFromLine />} />
        <Tool action="loopTo" label="Loop to here" shortcut="O" icon={<ArrowLeftFromLine />} />
        {loop === null ? (
          <Tool action="loopCaption" label="Loop this caption" shortcut="R" icon={<Repeat />} />
        ) : (
          <Tool action="loopNothing" label="Stop the loop" shortcut="X" icon={<RepeatOff />} />
        )}
      </Row>
    </Section>
  )
}

/** Nudges the selected words, and rolls edges to the playhead. */
function TimeTools() {
  return (
    <>
      <Group label="Move the selected words">
        <Tool action="nudgeFrameBack" label="One frame earlier" shortcut="Alt Shift ←" icon={<ChevronsLeft />} />
        <Tool action="nudgeBack" label="10 ms earlier" shortcut="Alt ←" icon={<ChevronLeft />} />
        <Tool action="nudgeForward" label="10 ms later" shortcut="Alt →" icon={<ChevronRight />} />
        <Tool action="nudgeFrameForward" label="One frame later" shortcut="Alt Shift →" icon={<ChevronsRight />} />
      </Group>
      <Group label="Roll edges to the playhead">
        <Tool action="rollStart" label="Roll the start of the word here" shortcut="{" icon={<ArrowLeftToLine />} />
        <Tool action="rollEnd" label="Roll the end of the word here" shortcut="}" icon={<ArrowRightToLine />} />
        <Tool
          action="rollCaptionStart"
          label="Roll the start of the caption here"
          shortcut="("
          icon={<PanelLeftClose />}
        />
        <Tool
          action="rollCaptionEnd"
          label="Roll the end of the caption here"
          shortcut=")"
          icon={<PanelRightClose />}
        />
      </Group>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="tabular font-sans text-sm font-medium tracking-normal">
        {title}
      </h3>
      {children}
    </div>
  )
}

type GroupProps = {
  readonly label: string
  readonly children: ReactNode
}

/** Buttons under their name: rows with the same icons do different things. */
function Group({ label, children }: GroupProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1">
      <p id={id} className="text-xs text-muted">
        {label}
      </p>
      <Row>{children}</Row>
    </div>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex gap-1.5">{children}</div>
}

type ToolProps = {
  readonly action: TransportAction
  readonly label: string
  readonly shortcut: string
  readonly icon: ReactNode
}

function Tool({ action, ...button }: ToolProps) {
  const editor = useOpenEditor()
  return (
    <IconButton
      {...button}
      variant="secondary"
      tooltipSide="top"
      className="grow"
      onClick={() => doTransport(editor, action)}
    />
  )
}

function Action({ action, children }: { action: TransportAction; children: ReactNode }) {
  const editor = useOpenEditor()
  return (
    <Button size="sm" onClick={() => doTransport(editor, action)}>
      {children}
    </Button>
  )
}
