import { Check, Copy, Download, EllipsisVertical, Link, Link2Off, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { LOOK_NAME_LENGTH, type OwnLook, type SavedLook } from '#features/templates/model/index.ts'
import { downloadTemplate, useLookActions } from '#features/templates/web/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useCopy } from '#platform/web/use-copy.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'

/** Props of {@link CollectionMenu}. */
type CollectionMenuProps = { readonly own: OwnLook; onUse(look: SavedLook): void }

/** The actions of a saved look; fewer for one that an owner shares. */
export function CollectionMenu({ own, onUse }: CollectionMenuProps) {
  const { name, look, sharedBy } = own
  const isMine = sharedBy === null
  const [isRenaming, setIsRenaming] = useState(false)
  const { rename, duplicate, ...act } = useCardActions(own)
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        align="end"
        renderTrigger={(trigger) => (
          <button
            {...trigger}
            type="button"
            aria-label={`Actions for ${name}`}
            className="hit-target absolute! right-1.5 bottom-1.5 grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-text [&_svg]:size-4"
          >
            <EllipsisVertical aria-hidden="true" />
          </button>
        )}
      >
        <MenuItem icon={<Check aria-hidden="true" />} onSelect={() => onUse(look)}>
          Use
        </MenuItem>
        {isMine && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setIsRenaming(true)}>
            Rename
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden="true" />} onSelect={duplicate}>
          {isMine ? 'Duplicate' : 'Save to my looks'}
        </MenuItem>
        <MenuItem icon={<Download aria-hidden="true" />} onSelect={act.download}>
          Download
        </MenuItem>
        {isMine && <Sharing own={own} {...act} />}
      </Menu>
      <RenameDialog
        heading="Rename look"
        label="Name"
        longest={LOOK_NAME_LENGTH}
        title={name}
        open={isRenaming}
        onClose={() => setIsRenaming(false)}
        save={rename}
      />
    </>
  )
}

type Actions = Omit<ReturnType<typeof useCardActions>, 'rename' | 'duplicate' | 'download'>

/** Sharing and deleting, for the owner. */
function Sharing({ own: { isShared, linkToken }, share, copyLink, revokeLink, remove }: Actions & { own: OwnLook }) {
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Users aria-hidden="true" />} onSelect={share}>
        {isShared ? 'Stop sharing with team' : 'Share with team'}
      </MenuItem>
      <MenuItem icon={<Link aria-hidden="true" />} onSelect={copyLink}>
        {linkToken === null ? 'Share by link' : 'Copy link'}
      </MenuItem>
      {linkToken !== null && (
        <MenuItem icon={<Link2Off aria-hidden="true" />} onSelect={revokeLink}>
          Revoke link
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={remove}>
        Delete
      </MenuItem>
    </>
  )
}

/** The actions of one card. Each reports its result in a toast. */
function useCardActions({ id, name, look, isShared, linkToken }: OwnLook) {
  const actions = useLookActions()
  const { copy } = useCopy()
  return {
    rename: (wanted: string) => actions.rename(id, wanted),
    duplicate: () => report(actions.duplicate(id), (made) => toast.success(`Saved “${made.name}” to your looks.`)),
    download() {
      try {
        downloadTemplate({ name, look })
      } catch (error) {
        showRefusal(error)
      }
    },
    share: () =>
      report(actions.share(id, !isShared), () =>
        toast.success(isShared ? `Only you see “${name}” now.` : `Your collaborators can use “${name}” now.`),
      ),
    copyLink: () =>
      report(linkToken === null ? linkOf(actions.createLink(id)) : Promise.resolve(linkToken), async (token) => {
        const url = `${location.origin}/look/${token}`
        if (await copy(url)) toast.success('Link copied. Anyone who has it can see and save this look.')
        else toast.info(url, { title: 'Copy this link', duration: 20_000 })
      }),
    revokeLink: () => report(actions.revokeLink(id), () => toast.success(`The link to “${name}” no longer works.`)),
    remove: () =>
      report(actions.remove(id), () =>
        toast.success(`Deleted “${name}”.`, {
          action: { label: 'Undo', onSelect: () => report(actions.restore(id), () => undefined) },
        }),
      ),
  }
}

async function linkOf(change: ReturnType<ReturnType<typeof useLookActions>['createLink']>): Promise<string> {
  const { linkToken } = await change
  if (linkToken === null) throw new Error('a created link has a token')
  return linkToken
}

/** Reports what a change did, or why it was refused. */
function report<Answer>(change: Promise<Answer>, onDone: (answer: Answer) => unknown): void {
  change.then(onDone).catch(showRefusal)
}

function showRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error
  toast.error(error.message)
}
