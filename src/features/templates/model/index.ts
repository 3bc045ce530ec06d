export { templatesContract } from './contract.ts'
export { applyPatches, type LookLayer, orderPatches } from './apply-patches.ts'
export {
  nearestTemplate,
  newestOf,
  newestTemplate,
  PUBLISHED,
  tagsOf,
  TEMPLATES,
  templateByRef,
  type TemplateVersion,
} from './catalogue.ts'
export { type ColorField, LOOK_GROUPS, type LookPath, type SliderField, type SliderUnit } from './look-field.ts'
export {
  completePatch,
  type DescribedField,
  type DescribedItemField,
  describeItem,
  describeLook,
  LOOK_FIELDS,
  patchAt,
  valueAt,
  withValue,
} from './look-fields.ts'
export { restPose } from './transform.ts'
export { combined } from './effects/enter-effect.ts'
export { grownBy, WEIGHT_STEPS } from './effects/active-weight.ts'
export { padded } from './effects/box-effect.ts'
export type { Placement } from './effects/enter-effect.ts'
export type { SweepEdge } from './effects/active-effect.ts'
export { type Box, FIRST_BOX, WHOLE_REVEAL } from './effects/effects.ts'
export type { ShapeOutset, ShapePath } from './effects/shape-effect.ts'
export type { LetterPose } from './effects/letters-effect.ts'
export type { CastShadow, Ink, InkGradient, Outline } from './effects/ink-effect.ts'
export {
  activeReach,
  boxOutset,
  boxParts,
  boxPlaces,
  isPlainBox,
  boxPose,
  boxReach,
  captionPose,
  entranceReach,
  exitPose,
  followsWords,
  hidesUnspoken,
  inkPose,
  inkTime,
  inkReach,
  isAlternating,
  letterPose,
  lettersReach,
  isActiveMoving,
  spokenWeight,
  sweepEdge,
  wordPose,
} from './effects/poses.ts'
export {
  FONT_CATEGORIES,
  FONT_FAMILIES,
  type FontCategory,
  type FontFamily,
  fontFamily,
  isFontFamily,
  nearestWeight,
} from './font-families.ts'
export { type BrightSpan, dimmedAlpha } from './dim.ts'
export { EMPHASIS_TAGS, type EmphasisTag, emphasisTag, styledTags, type TagLook, tagLook } from './emphasis.ts'
export { fitTemplate, type PictureShape } from './fit-template.ts'
export { emphasisFont } from './emphasis-font.ts'
export { isOwnFamily, ownFamily, type OwnFamily } from './own-family.ts'
export { Look } from './look.ts'
export { LookPatch, mergePatches } from './look-patch.ts'
export { findByName, findTemplates } from './find-templates.ts'
export { TEMPLATE_PICTURES, type TemplatePicture, templatePicturePath } from './picture-path.ts'
export { contrastRatio } from './looks/contrast.ts'
export { type Backdrop, type Lettering, READABLE, worstContrast } from './looks/legibility.ts'
export { lookDifference } from './looks/look-difference.ts'
export { freeLookName, LOOK_NAME_LENGTH, LookName, lookNameKey, MAX_OWN_LOOKS, OwnLook } from './looks/own-look.ts'
export { pathsOf, perWordFields, withoutFields } from './looks/patch-fields.ts'
export { type MeasuredLettering, type ReadableOffer, readableOffers } from './looks/readable-offers.ts'
export { copiedLook, DESIGNED, fitLook, LOOK_BYTES, lookOf, readCopiedLook, SavedLook } from './looks/saved-look.ts'
export { isSameLook, isSameVersion } from './looks/same-look.ts'
export { type NamedLook, readTemplateFile, writeTemplateFile } from './looks/template-file.ts'
export { surpriseLook } from './looks/surprise-look.ts'
export { TEMPLATE_TAGS, type TemplateTag } from './template-tags.ts'
export { Template, withReducedMotion } from './template.ts'
export { Color } from './units.ts'
