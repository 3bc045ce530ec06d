import { CircleHelp, Download, Palette, Redo2, Search, Text, Undo2 } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Conflicts } from './conflicts.tsx'
import { useActions, useEditor, useMayEdit, useOpenEditor } from './editor-context.ts'
import { ExportTab } from './export-tab.tsx'
import { PeopleHere } from './people-here.tsx'
import { PlaybackBar } from './playback-bar.tsx'
import { SaveStatus, SaveTrouble } from './save-status.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import type { EditorProps } from './slots.ts'
import { StylePanel } from './style-panel.tsx'
import { TranscriptPanel } from './transcript-panel.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { VideoStage } from './video-stage.tsx'

type Parts = {
  readonly stage: ReactNode
  readonly transcript: ReactNode
  readonly style: ReactNode
  readonly exporting: ReactNode
}

/** Three areas where there is room: transcript, preview, inspector. On a phone the preview, and tabs below it. */
export function EditorLayout(props: Omit<EditorProps, 'api'>) {
  const editor = useOpenEditor()
  const [help, setHelp] = useState(false)
  const wide = useWide()
  useEditorKeys(editor, {
    onHelp: () => setHelp(true),
    onSave: () => void editor.store.actions.flush().catch(() => undefined),
  })

  const parts: Parts = {
    stage: <VideoStage preview={props.preview} source={props.source} poster={props.poster} />,
    transcript: <TranscriptPanel roomy={wide} />,
    style: <StylePanel templatePicker={props.templatePicker} lookOf={props.lookOf} />,
    exporting: <ExportTab projectId={props.projectId} exportPanel={props.exportPanel} />,
  }
  return (
    <div className="flex h-[calc(100dvh-var(--spacing-header,0px))] min-h-[30rem] flex-col bg-bg">
      <TopBar title={props.title} onHelp={() => setHelp(true)} />
      <div className="empty:hidden [&>*]:m-2">
        <SaveTrouble />
      </div>
      <Conflicts />
      {wide ? <WideLayout {...parts} /> : <NarrowLayout {...parts} />}
      <ShortcutHelp open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

function WideLayout({ stage, transcript, style, exporting }: Parts) {
  const mayEdit = useMayEdit()
  const [tab, setTab] = useState<'style' | 'export'>(mayEdit ? 'style' : 'export')
  return (
    <>
      <div className="grid min-h-0 grow grid-cols-[minmax(19rem,26rem)_minmax(0,1fr)_minmax(17rem,21rem)]">
        <div className="min-h-0 border-r border-border bg-surface">{transcript}</div>
        <div className="min-h-0 p-4">{stage}</div>
        <Tabs
          label="Style and export"
          className="h-full border-l border-border bg-surface"
          panelClassName="grow overflow-y-auto [container-type:inline-size]"
          value={tab}
          onChange={setTab}
          tabs={[
            ...(mayEdit ? [{ id: 'style' as const, label: 'Style', icon: <Palette />, panel: style }] : []),
            { id: 'export', label: 'Export', icon: <Download />, panel: exporting },
          ]}
        />
      </div>
      <PlaybackBar />
    </>
  )
}

function NarrowLayout({ stage, transcript, style, exporting }: Parts) {
  const mayEdit = useMayEdit()
  const [tab, setTab] = useState<'transcript' | 'style' | 'export'>('transcript')
  return (
    <div className="flex min-h-0 grow flex-col sm:grid sm:grid-cols-2 sm:grid-rows-[minmax(0,1fr)_auto]">
      <div className="h-[34dvh] shrink-0 p-2 sm:order-2 sm:h-auto">{stage}</div>
      <div className="sm:order-3 sm:col-span-2">
        <PlaybackBar />
      </div>
      <Tabs
        label="Transcript, style and export"
        className="min-h-0 grow border-border bg-surface sm:order-1 sm:border-r"
        panelClassName="grow overflow-y-auto [container-type:inline-size]"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'transcript', label: 'Transcript', icon: <Text />, panel: transcript },
          ...(mayEdit ? [{ id: 'style' as const, label: 'Style', icon: <Palette />, panel: style }] : []),
          { id: 'export', label: 'Export', icon: <Download />, panel: exporting },
        ]}
      />
    </div>
  )
}

function TopBar({ title, onHelp }: { title: string; onHelp(): void }) {
  const { undo, redo, setFind } = useActions()
  const canUndo = useEditor(({ past }) => past.length > 0)
  const canRedo = useEditor(({ future }) => future.length > 0)
  const finding = useEditor(({ find }) => find.open)
  const mayEdit = useMayEdit()
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b border-border bg-surface px-3">
      <h1 className="min-w-0 truncate text-base">{title}</h1>
      <div className="mr-auto ml-3">
        <SaveStatus />
      </div>
      <PeopleHere />
      {mayEdit && (
        <>
          <IconButton size="sm" label="Undo" shortcut="Ctrl Z" icon={<Undo2 />} disabled={!canUndo} onClick={undo} />
          <IconButton
            size="sm"
            label="Redo"
            shortcut="Ctrl Shift Z"
            icon={<Redo2 />}
            disabled={!canRedo}
            onClick={redo}
          />
        </>
      )}
      <IconButton
        size="sm"
        label={mayEdit ? 'Find and replace' : 'Find'}
        shortcut="Ctrl F"
        icon={<Search />}
        aria-pressed={finding}
        onClick={() => setFind({ open: !finding })}
      />
      <IconButton
        size="sm"
        label="Keyboard shortcuts"
        shortcut="?"
        icon={<CircleHelp />}
        onClick={onHelp}
        className="max-sm:hidden"
      />
    </header>
  )
}

const WIDE = '(min-width: 1024px)'

/** True where the three areas fit beside each other. */
function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
    () => true,
  )
}
