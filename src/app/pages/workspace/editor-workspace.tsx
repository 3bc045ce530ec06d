import { usePreference } from '#features/accounts/web/index.ts'
import { beginReading, Editor, type EditorSlots, type TemplatePickerSlot } from '#features/captions/web/index.ts'
import {
  DuplicateButton,
  NewCutButton,
  type OwnFile,
  TransparencyNotice,
  useOwnFile,
  type useProject,
} from '#features/media/web/index.ts'
import { LazyCommentMarks, LazyCommentsPanel, ShareButton } from '#features/review/web/index.ts'
import {
  CaptionCanvas,
  ExportPanel,
  type ExportPanelProps,
  FontName,
  preloadCaptionFonts,
  TemplatePicker,
} from '#features/rendering/web/index.ts'
import { allows } from '#features/collaboration/model/index.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import type { EarlyRun } from './video-progress.tsx'
import { WorkspaceBrand } from './workspace-brand.tsx'
import { useChosenStart } from './use-chosen-start.ts'
import { useFavouriteTemplates } from './use-favourite-templates.ts'
import { useOpeningStill } from './use-opening-still.ts'
import { useStartTime } from './use-start-time.ts'
import { RenameButton } from './rename-button.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** Loaded while a video is not prepared only. */
const VideoProgress = deferredComponent(async () => (await import('./video-progress.tsx')).VideoProgress, null)
const VideoTrouble = deferredComponent(async () => (await import('./video-progress.tsx')).VideoTrouble, null)

/** Props of {@link EditorWorkspace}. */
export type EditorWorkspaceProps = {
  readonly project: Project
  /** The run of captions whose video is not here yet. Default: the video is here. */
  readonly early?: EarlyRun
}

/** Begins to read the captions of a page that is being opened, and to load their fonts, before the editor is there. */
export function openAhead(projectId: string): void {
  beginReading(projectId, ({ document }) => preloadCaptionFonts(document))
}

/** The caption editor with the painter, looks and export of other features. */
export function EditorWorkspace({ project, early }: EditorWorkspaceProps) {
  const { id, title, assets } = project
  const startMs = useStartTime()
  const ownFile = useOwnFile(id, assets.preview === null)
  const tour = usePreference('editorTour')
  const chosen = useChosenStart()
  const still = useOpeningStill(id)
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
            <NewCutButton project={project} />
            <ShareButton projectId={id} access={project.access} size="sm" />
          </>
        }
        source={assets.preview ?? ownFile.address}
        poster={assets.poster}
        noVideo={noVideoText(project, ownFile)}
        videoStatus={project.stage !== 'prepared' && <VideoProgress project={project} />}
        videoNotice={(early || project.stage === 'refused') && <VideoTrouble project={project} early={early} />}
        timeline={project}
        startMs={startMs}
        firstLook={isSilent && chosen ? { look: chosen.look, onUsed: chosen.onUsed } : undefined}
        tour={{ isDue: tour.value === null, onShown: () => tour.set('seen') }}
        {...still}
        {...SLOTS}
        exportPanel={(slot) => renderExport(project, slot)}
      />
    </WorkspaceBrand>
  )
}

const SLOTS: Omit<EditorSlots, 'exportPanel'> = {
  onFirstCaptions: preloadCaptionFonts,
  preview: (slot) => <CaptionCanvas {...slot} />,
  templatePicker: (slot) => <AccountTemplatePicker {...slot} />,
  fontName: (slot) => <FontName {...slot} />,
  comments: (slot) => <LazyCommentsPanel {...slot} />,
  commentMarks: (slot) => <LazyCommentMarks {...slot} />,
}

/** Why there is no picture, and when there will be. */
function noVideoText({ stage, ownerName, access }: Project, { state }: OwnFile): string | undefined {
  if (state === 'opening') return ''
  if (stage === 'refused') return 'This video could not be read.'
  if (stage === 'prepared') return undefined
  const words = allows(access, 'suggest') ? 'You can already edit the words.' : 'You can already read the words.'
  const later = 'Its picture appears here once it is prepared.'
  if (state === 'unplayable') return `Your browser cannot play this file. ${later} ${words}`
  if (stage !== 'uploading') return `This video is being prepared. Its picture appears here in a moment. ${words}`
  return `${ownerName === null ? 'This video is not uploaded yet.' : `${ownerName} is still uploading this video.`} ${later} ${words}`
}

/** What an export of the video still waits for; null if it may begin. */
function exportWaitsFor({ stage }: Project): string | null {
  if (stage === 'refused') return 'This video could not be read, so it has no export. Its caption files are below.'
  if (stage === 'checking') return 'The export waits until the video is checked, in a moment.'
  if (stage === 'uploading')
    return 'The export waits for the whole video, which is still being uploaded. Caption files are ready.'
  return null
}

function renderExport(project: Project, slot: ExportPanelProps) {
  const { probe, ownerName } = project
  return (
    <>
      {ownerName !== null && (
        <p className="text-sm wrap-anywhere text-muted">
          This video is {ownerName}’s. Exports are stored in their account, and their whole team can download them.
        </p>
      )}
      <TransparencyNotice probe={probe} />
      <ExportPanel {...slot} waitsFor={exportWaitsFor(project)} />
    </>
  )
}

/** The templates, with the favourites of the account. */
function AccountTemplatePicker(slot: TemplatePickerSlot) {
  return <TemplatePicker {...slot} favourites={useFavouriteTemplates()} />
}
