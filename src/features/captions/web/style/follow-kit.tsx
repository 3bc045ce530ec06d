import { LOOK_FIELDS } from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import {
  type BrandKitRef,
  type CaptionDocument,
  changesFromKit,
  type Command,
  MAIN_STYLE,
  resetTexts,
} from '../../model/index.ts'
import { useActions, useEditor, useMayEdit } from '../store/editor-context.ts'

/** Whether the video follows a brand kit, what was changed in it, and whether the kit has changed since. */
export function FollowKit({ kit }: { readonly kit: BrandKitRef }) {
  const { edit } = useActions()
  const held = useEditor(({ doc }) => doc.brandKit)
  const doc = useEditor((state) => state.doc)
  const mayEdit = useMayEdit()
  const changes = changesFromKit(doc)
  const isFollowing = held !== undefined
  const isBehind = isFollowing && (held.id !== kit.id || held.revision !== kit.revision)
  return (
    <div className="grid gap-3">
      <Switch
        label="Follow the brand kit"
        hint={isFollowing ? undefined : 'A change of the kit then restyles this video'}
        disabled={!mayEdit}
        checked={isFollowing}
        onChange={(on) => edit([{ type: 'setBrandKit', kit: on ? kit : null }])}
      />
      {isFollowing && (
        <p role="status" className="text-sm text-muted">
          {changes.length === 0 ? 'This video looks like its brand kit.' : `Changed here: ${namesOf(changes)}.`}
        </p>
      )}
      {isFollowing && changes.length > 0 && mayEdit && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          onClick={() => edit(resetToKit(doc, held))}
        >
          Use the kit’s look
        </Button>
      )}
      {isBehind && (
        <Notice
          tone="info"
          title="The brand kit has changed"
          actions={
            mayEdit && (
              <Button size="sm" variant="primary" onClick={() => edit([{ type: 'setBrandKit', kit }])}>
                Update this video
              </Button>
            )
          }
        >
          This video has an earlier revision of it. What was changed here stays.
        </Notice>
      )}
    </div>
  )
}

/** The commands that replace what was changed in the document by what its kit set. */
function resetToKit(doc: CaptionDocument, { style = {} }: BrandKitRef): Command[] {
  return [
    ...(style.template === undefined ? [] : [{ type: 'setTemplate' as const, template: style.template }]),
    { type: 'setStyle', styleId: MAIN_STYLE, patch: style.patch ?? {} },
    { type: 'setOverlays', overlays: { logo: style.logo ?? null } },
    ...resetTexts(doc),
  ]
}

/** Names in full, of which the rest is counted. */
const SHOWN = 3

function namesOf(changes: readonly string[]): string {
  const names = [...new Set(changes.map(nameOf))]
  const more = names.length - SHOWN
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ')
}

function nameOf(change: string): string {
  if (change === 'template' || change === 'logo' || change === 'title') return change
  if (change === 'closing') return 'closing card'
  const field = FIELDS.get(change)
  if (field === undefined) return change.split('.')[0] ?? change
  const label = field.label.toLowerCase()
  return field.control === 'color' && !label.includes('colour') ? `${label} colour` : label
}

const FIELDS = new Map<string, { readonly label: string; readonly control: string }>(Object.entries(LOOK_FIELDS))
