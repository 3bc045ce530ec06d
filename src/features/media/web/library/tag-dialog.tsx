import { useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { hasTag, tagsOfVideos } from '../../model/arrange-videos.ts'
import type { Project } from '../../model/contract.ts'
import { cleanTag, MAX_TAGS, Tag, tagKey } from '../../model/tag.ts'
import { useProjects, useTagVideos } from '../queries.ts'

type TagVideosProps = { videos: readonly Project[]; open: boolean; onClose: () => void }

/** Adds tags to videos and removes them. */
export function TagVideos({ videos, open, onClose }: TagVideosProps) {
  const title = videos.length === 1 ? 'Tags' : `Tags of ${pluralize(videos.length, 'video')}`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description="A few words to find your videos by. Only you see them."
    >
      {open && <TagForm videos={videos} onClose={onClose} />}
    </Dialog>
  )
}

/** The tags that were changed here, by key. */
type Changes = ReadonlyMap<string, { readonly tag: Tag; readonly isOn: boolean }>

function TagForm({ videos, onClose }: Omit<TagVideosProps, 'open'>) {
  const all = useProjects().data ?? []
  const [changes, setChanges] = useState<Changes>(new Map())
  const [typed, setTyped] = useState('')
  const save = useTagVideos()
  const change = (tag: Tag, isOn: boolean) => setChanges(new Map(changes).set(tagKey(tag), { tag, isOn }))
  const isTyped = Tag.safeParse(cleanTag(typed)).success

  function addTyped() {
    change(cleanTag(typed), true)
    setTyped('')
  }
  function saveAll() {
    const made = [...changes.values(), ...(isTyped ? [{ tag: cleanTag(typed), isOn: true }] : [])]
    save.mutate(
      {
        projectIds: videos.map(({ id }) => id),
        add: made.filter(({ isOn }) => isOn).map(({ tag }) => tag),
        remove: made.filter(({ isOn }) => !isOn).map(({ tag }) => tag),
      },
      { onSuccess: onClose },
    )
  }

  const tags = tagsOfVideos([...all, { tags: [...changes.values()].map(({ tag }) => tag) }])
  return (
    <form
      method="post"
      className="grid gap-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) addTyped()
        else saveAll()
      }}
    >
      <TextField
        label="New tag"
        data-focus-first=""
        maxLength={30}
        value={typed}
        autoComplete="off"
        error={save.error?.message}
        onChange={(event) => setTyped(event.target.value)}
        end={
          <Button size="sm" variant="ghost" className="mr-1" disabled={!isTyped} onClick={addTyped}>
            Add
          </Button>
        }
      />
      {tags.length === 0 ? (
        <p className="text-sm text-muted">No tags yet. A video can have up to {MAX_TAGS}.</p>
      ) : (
        <fieldset className="grid">
          <legend className="sr-only">Tags</legend>
          {tags.map((tag) => (
            <TagCheckbox key={tagKey(tag)} tag={tag} videos={videos} changes={changes} onChange={change} />
          ))}
        </fieldset>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={save.isPending} disabled={changes.size === 0 && !isTyped} onClick={saveAll}>
          Save
        </Button>
      </div>
    </form>
  )
}

type TagCheckboxProps = {
  tag: Tag
  videos: readonly Project[]
  changes: Changes
  onChange: (tag: Tag, isOn: boolean) => void
}

function TagCheckbox({ tag, videos, changes, onChange }: TagCheckboxProps) {
  const count = videos.filter((video) => hasTag(video, tag)).length
  const isOn = changes.get(tagKey(tag))?.isOn
  return (
    <Checkbox
      label={tag}
      checked={isOn ?? count === videos.length}
      isMixed={isOn === undefined && count > 0 && count < videos.length}
      onChange={(event) => onChange(tag, event.target.checked)}
    />
  )
}
