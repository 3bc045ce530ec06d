import { usePreference } from '#features/accounts/web/index.ts'
import { Editor, type EditorSlots, type TemplatePickerSlot } from '#features/captions/web/index.ts'
import { DuplicateButton, TransparencyNotice, useOwnFile, type useProject } from '#features/media/web/index.ts'
import { LazyCommentMarks, LazyCommentsPanel } from '#features/review/web/index.ts'
import {
  CaptionCanvas,
  ExportPanel,
  type ExportPanelProps,
  FontName,
  TemplatePicker,
} from '#features/rendering/web/index.ts'
import { WorkspaceBrand } from './workspace-brand.tsx'
import { useChosenStart } from './use-chosen-start.ts'
import { useFavouriteTemplates } from './use-favourite-templates.ts'
import { useStartTime } from './use-start-time.ts'
import { RenameButton } from './rename-button.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** The caption editor with the painter, looks and export of other features. */
export function EditorWorkspace({ project }: { project: Project }) {
  const { id, title, assets } = project
  const startMs = useStartTime()
  const ownFile = useOwnFile(id, assets.preview === null)
  const tour = usePreference('editorTour')
  const chosen = useChosenStart()
  // A silent video has no transcription that could begin in the chosen look.
  const isSilent = project.probe?.audio === null
  return (
    <WorkspaceBrand projectId={id} isOwner={project.access === 'owner'}>
      <Editor
        projectId={id}
        title={title}
        ownerName={project.ownerName}
        titleActions={
          <>
            <RenameButton project={project} size="sm" />
            <DuplicateButton project={project} size="sm" />
          </>
        }
        source={assets.preview ?? ownFile}
        poster={assets.poster}
        timeline={project}
        startMs={startMs}
        firstLook={isSilent && chosen ? { look: chosen.look, onUsed: chosen.onEnd } : undefined}
        tour={{ isDue: tour.value === null, onShown: () => tour.set('seen') }}
        {...SLOTS}
        exportPanel={(slot) => renderExport(project, slot)}
      />
    </WorkspaceBrand>
  )
}

const SLOTS: Omit<EditorSlots, 'exportPanel'> = {
  preview: (slot) => <CaptionCanvas {...slot} />,
  templatePicker: (slot) => <AccountTemplatePicker {...slot} />,
  fontName: (slot) => <FontName {...slot} />,
  comments: (slot) => <LazyCommentsPanel {...slot} />,
  commentMarks: (slot) => <LazyCommentMarks {...slot} />,
}

function renderExport({ probe, ownerName }: Project, slot: ExportPanelProps) {
  return (
    <>
      {ownerName !== null && (
        <p className="text-sm wrap-anywhere text-muted">
          This video is {ownerName}’s. Exports are stored in their account, and their whole team can download them.
        </p>
      )}
      <TransparencyNotice probe={probe} />
      <ExportPanel {...slot} />
    </>
  )
}

/** The templates, with the favourites of the account. */
function AccountTemplatePicker(slot: TemplatePickerSlot) {
  return <TemplatePicker {...slot} favourites={useFavouriteTemplates()} />
}
