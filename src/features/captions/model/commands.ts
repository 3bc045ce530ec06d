import { z } from 'zod'
import { Cue, ProfileId, storableText, TemplateRef, Word, WordTag, WordText } from './document.ts'
import { spliceOf } from './splices.ts'
import { StylePatch } from './style-patch.ts'

const Id = Word.shape.id
const Ms = Word.shape.t0
const TypedWord = z.strictObject({ id: Id, text: WordText, join: Word.shape.join.optional() })
/** A word somebody typed; it has no time of its own yet, and the editor makes its id. */
export type TypedWord = z.output<typeof TypedWord>

/**
 * Everything that can be done to a caption document, as data: kept in the log, sent to the server, undone by
 * its inverse. Each speaks of words and cues by id, and the same command on the same document has one outcome.
 */
export const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('setWordText'), id: Id, text: WordText }),
  z.strictObject({
    type: z.literal('insertWords'),
    /** The word before; null for the start. */
    after: Id.nullable(),
    words: z.array(TypedWord).min(1).max(2_000),
    /** The cue they join, or the id of one to make for them. Default: the cue of the word before. */
    cueId: Id.optional(),
    /** When the first is spoken, ms. Default: right after the word before. */
    t0: Ms.optional(),
  }),
  z.strictObject({ type: z.literal('deleteWords'), ids: z.array(Id).min(1).max(200_000) }),
  /** One word becomes several that share its time; the first part keeps its id. */
  z.strictObject({ type: z.literal('splitWord'), id: Id, parts: z.array(TypedWord).min(2).max(200) }),
  /** Neighbours become one word under the id of the first. */
  z.strictObject({ type: z.literal('mergeWords'), ids: z.array(Id).min(2).max(200), text: WordText }),
  z.strictObject({
    type: z.literal('retimeWords'),
    words: z
      .array(z.strictObject({ id: Id, t0: Ms, t1: Ms }))
      .min(1)
      .max(200_000),
  }),
  z.strictObject({ type: z.literal('setTag'), ids: z.array(Id).min(1).max(200_000), tag: WordTag, on: z.boolean() }),
  /** Find and replace, everywhere at once. */
  z.strictObject({
    type: z.literal('replaceText'),
    find: storableText(500).min(1),
    replace: storableText(500),
    matchCase: z.boolean(),
    wholeWords: z.boolean(),
    /** Start of the ids of words that the replacement adds. */
    newId: Id.max(40),
    /** Only from this word to that one. Default: everywhere. */
    within: z.strictObject({ from: Id, to: Id }).optional(),
  }),
  /** The cue ends before this word; the rest becomes the cue `newId`. */
  z.strictObject({ type: z.literal('splitCue'), before: Id, newId: Id }),
  /** This cue takes in the one after it. */
  z.strictObject({ type: z.literal('mergeCues'), id: Id }),
  /** The lines of a cue, by hand; null gives them back to the rules. */
  z.strictObject({ type: z.literal('setBreaks'), id: Id, breaks: z.array(Id).max(200).nullable() }),
  /** Moves a word, and those between it and that edge, into the neighbouring cue. */
  z.strictObject({ type: z.literal('moveWord'), id: Id, to: z.enum(['previous', 'next']) }),
  /** Cuts everything into cues anew, by a profile. */
  z.strictObject({ type: z.literal('resegment'), profile: ProfileId, newId: Id.max(40) }),
  z.strictObject({ type: z.literal('setTemplate'), template: TemplateRef }),
  /** Replaces one patch of `styles` whole; null removes it. */
  z.strictObject({ type: z.literal('setStyle'), styleId: Id, patch: StylePatch.nullable() }),
  /** Puts back exactly what an edit took: the inverse of every command above. */
  z.strictObject({
    type: z.literal('restore'),
    words: z.array(spliceOf(Word)).optional(),
    cues: z.array(spliceOf(Cue)).optional(),
    template: TemplateRef.optional(),
    style: z.strictObject({ styleId: Id, patch: StylePatch.nullable() }).optional(),
    profile: ProfileId.optional(),
  }),
])
export type Command = z.output<typeof Command>
/** The commands of one type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>
