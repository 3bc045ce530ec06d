import { usePreference } from '#features/accounts/web/index.ts'
import { Editor, type EditorSlots } from '#features/captions/web/index.ts'
import { DuplicateButton, type useProject } from '#features/media/web/index.ts'
import { LazyCommentMarks, LazyCommentsPanel } from '#features/review/web/index.ts'
import { CaptionCanvas, ExportPanel, TemplatePicker } from '#features/rendering/web/index.ts'
import { useStartTime } from './use-start-time.ts'
import { RenameButton } from './rename-button.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** The caption editor with the painter, looks and export of other features. */
export function EditorWorkspace({ project }: { project: Project }) {
  const { id, title, assets } = project
  const startMs = useStartTime()
  const tour = usePreference('editorTour')
  return (
    <Editor
      projectId={id}
      title={title}
      titleActions={
        <>
          <RenameButton project={project} size="sm" />
          <DuplicateButton project={project} size="sm" />
        </>
      }
      source={assets.preview}
      poster={assets.poster}
      timeline={project}
      startMs={startMs}
      tour={{ isDue: tour.value === null, onShown: () => tour.set('seen') }}
      {...SLOTS}
    />
  )
}

const SLOTS: EditorSlots = {
  preview: (slot) => <CaptionCanvas {...slot} />,
  templatePicker: (slot) => <TemplatePicker {...slot} />,
  exportPanel: (slot) => <ExportPanel {...slot} />,
  comments: (slot) => <LazyCommentsPanel {...slot} />,
  commentMarks: (slot) => <LazyCommentMarks {...slot} />,
}
