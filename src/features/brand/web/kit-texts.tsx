import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { CaptionDocument, KitClosing, KitTitle, OverlayTextName } from '#features/captions/model/index.ts'
import { type LookPatch, mergePatches, newestTemplate, TEMPLATES } from '#features/templates/model/index.ts'
import { ColorField } from '#ui/color-field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-field.tsx'
import type { BrandKit } from '../model/brand-kit.ts'
import { kitSample } from './kit-sample.ts'

/** Draws one moment of captions, as large as its parent. */
export type DrawPicture = (slot: { readonly document: CaptionDocument; readonly tMs: number }) => ReactNode

type KitTextsProps = {
  readonly kit: BrandKit
  onChange(changed: Partial<BrandKit>): void
  readonly drawPicture: DrawPicture
}

/** The look of titles in the videos of a kit, and a text for all of them. */
export function KitTitleFields({ kit, onChange, drawPicture }: KitTextsProps) {
  const { title } = kit
  const change = (changed: Partial<KitTitle>) => title && onChange({ title: withoutAbsent({ ...title, ...changed }) })
  return (
    <>
      <Switch
        label="Titles follow the kit"
        hint="Their look and length; a video keeps its own text"
        checked={title !== null}
        onChange={(on) => onChange({ title: on ? { durationMs: TITLE_MS } : null })}
      />
      {title !== null && (
        <WithPicture kit={kit} name="title" drawPicture={drawPicture}>
          <TextArea
            label="Text in every video"
            hint="Leave it empty, and only videos with a text of their own show a title."
            rows={2}
            maxLength={LONGEST_TEXT}
            value={title.text ?? ''}
            onChange={({ target: { value } }) => change({ text: value === '' ? undefined : value })}
          />
          <LookFields kit={kit} name="title" value={title} onChange={change} />
        </WithPicture>
      )}
    </>
  )
}

/** The closing card of the videos of a kit. */
export function KitClosingFields({ kit, onChange, drawPicture }: KitTextsProps) {
  const { closing } = kit
  const change = (changed: Partial<KitClosing>) =>
    closing && onChange({ closing: withoutAbsent({ ...closing, ...changed }) })
  return (
    <>
      <Switch
        label="Closing card in every video"
        hint="Over the last seconds. Sound and length stay."
        checked={closing !== null}
        onChange={(on) => onChange({ closing: on ? FIRST_CARD : null })}
      />
      {closing !== null && (
        <WithPicture kit={kit} name="closing" drawPicture={drawPicture}>
          <TextArea
            label="Text"
            rows={2}
            maxLength={LONGEST_TEXT}
            value={closing.text}
            onChange={({ target: { value } }) => change({ text: value })}
          />
          <LookFields kit={kit} name="closing" value={closing} onChange={change} />
          <Switch
            label="Cover the video"
            checked={closing.background !== undefined}
            onChange={(on) => change({ background: on ? CARD_COLOR : undefined })}
          />
          {closing.background !== undefined && (
            <ColorField
              label="Card"
              swatches={kit.colors}
              value={closing.background}
              onChange={(background) => change({ background })}
            />
          )}
        </WithPicture>
      )}
    </>
  )
}

type PictureProps = Pick<KitTextsProps, 'kit' | 'drawPicture'> & {
  readonly name: OverlayTextName
  readonly children: ReactNode
}

/** Fields beside the picture of what they make. */
function WithPicture({ kit, name, drawPicture, children }: PictureProps) {
  // The fields answer first; the picture is laid out after them.
  const drawn = useDeferredValue(kit)
  const { document, tMs } = useMemo(() => kitSample(drawn, name), [drawn, name])
  return (
    <div className="flex flex-wrap gap-6">
      <div
        role="img"
        aria-label={name === 'title' ? 'Picture of the title' : 'Picture of the closing card'}
        className="relative aspect-9/16 w-48 shrink-0 self-start overflow-hidden rounded-lg border border-border bg-linear-to-b from-[#5b6b7c] to-[#22262c] max-sm:mx-auto"
      >
        {drawPicture({ document, tMs })}
      </div>
      <div className="grid min-w-56 flex-1 content-start gap-4">{children}</div>
    </div>
  )
}

type Styled = Pick<KitTitle, 'durationMs' | 'template' | 'patch' | 'place'>

type LookFieldsProps = Pick<KitTextsProps, 'kit'> & {
  readonly name: OverlayTextName
  readonly value: Styled
  onChange(changed: Partial<Styled>): void
}

function LookFields({ kit, name, value, onChange }: LookFieldsProps) {
  const look = useMemo(() => kitSample(kit, name).look, [kit, name])
  const restyle = (patch: LookPatch) => onChange({ patch: mergePatches(value.patch ?? {}, patch) })
  return (
    <>
      <Select
        label="Look"
        value={value.template?.id ?? SAME}
        options={LOOKS}
        onChange={(id) => onChange({ template: id === SAME ? undefined : { id, version: newestTemplate(id).version } })}
      />
      <ColorField
        label="Letters"
        swatches={kit.colors}
        value={look.fill.upcoming}
        onChange={(upcoming) => restyle({ fill: { upcoming } })}
      />
      <Slider
        label="Size"
        unit="%"
        min={2}
        max={12}
        step={0.1}
        value={Math.round(look.font.size * 1_000) / 10}
        onChange={(percent) => restyle({ font: { size: percent / 100 } })}
      />
      <Slider
        label="Position from the top"
        unit="%"
        min={5}
        max={95}
        value={Math.round((value.place?.y ?? look.layout.y) * 100)}
        onChange={(percent) => onChange({ place: { ...value.place, y: percent / 100 } })}
      />
      <Slider
        label="Shown for"
        unit=" s"
        min={0.5}
        max={15}
        step={0.1}
        value={value.durationMs / 1_000}
        onChange={(seconds) => onChange({ durationMs: Math.round(seconds * 1_000) })}
      />
    </>
  )
}

/** Without fields that were switched off: an absent part has one form. */
function withoutAbsent<Part extends object>(part: Part): Part {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields that may be undefined are optional
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part
}

const LONGEST_TEXT = 500
const TITLE_MS = 3_000
const CARD_COLOR = '#14100E'
const FIRST_CARD: KitClosing = { text: 'Follow for more', durationMs: 2_500, background: CARD_COLOR }
const SAME = 'captions'
const LOOKS = [
  { value: SAME, label: 'Same as the captions' },
  ...TEMPLATES.map(({ id, name }) => ({ value: id, label: name })),
]
