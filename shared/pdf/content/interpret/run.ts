/**
 * Runs the operations of one content stream: the part of the graphics state that affects sizes, and every
 * operator that names a resource (ISO 32000-2, annex A).
 */

import { mapped } from '../../../lists.ts';
import {
  arrayItems,
  key,
  nameText,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from '../../objects.ts';
import type { ContentReader } from '../syntax/operations.ts';
import { markColorSpace, markGroup, markInlineColorSpace, markNamedColorSpace } from './colorspaces.ts';
import type { ContentFrame } from './frame.ts';
import { type CurrentFont, Graphics } from './graphics.ts';
import { concat, IDENTITY, type Linear, linearOf } from './linear.ts';
import type { Located, Resource, ResourceCategory } from './resources.ts';
import type { ContentUnit, DrawnImage, UnitKind } from './units.ts';

/** Callbacks of a run into the interpreter of the whole document. */
export interface ContentHost {
  readonly context: PDFContext;
  readonly visitor: ContentVisitor;
  /** Returns the unit of a stream that `frame` draws; null, with a doubt, if unavailable. */
  streamUnit(kind: UnitKind, ref: PDFRef, stream: PDFRawStream, frame: ContentFrame): ContentUnit | null;
  /** Returns the unit of a Type 3 font; null if unavailable. */
  fontUnit(font: Located, frame: ContentFrame): ContentUnit | null;
  image(ref: PDFRef, stream: PDFRawStream): DrawnImage;
}

/** Visitor of content, called once per unit. The reader is at the operation and moves on afterwards. */
export interface ContentVisitor {
  /**
   * Called before the content of this page or stream is read, once for each scope that resolves its names
   * differently.
   */
  begin?(content: PDFDict, frame: ContentFrame): void;
  /** Called when this unit shows text (`Tj`, `TJ`, `'` or `"`); the last operand holds the codes. */
  text?(font: CurrentFont, reader: ContentReader, unit: ContentUnit): void;
  /** `ctm` is relative to the unit's own space. */
  inlineImage?(reader: ContentReader, ctm: Linear): void;
}

export class ContentRun {
  readonly #frame: ContentFrame;
  readonly #host: ContentHost;
  readonly #graphics = new Graphics();

  constructor(frame: ContentFrame, host: ContentHost) {
    this.#frame = frame;
    this.#host = host;
  }

  run(reader: ContentReader): void {
    while (reader.next()) if (!this.#operation(reader)) break;
    if (reader.problem !== null) this.#frame.doubt('names');
  }

  /** Returns false if the rest cannot be interpreted. */
  #operation(reader: ContentReader): boolean {
    switch (reader.operator) {
      case 'q':
        if (this.#graphics.save()) return true;
        this.#frame.doubt('names');
        return false;
      case 'Q':
        this.#graphics.restore();
        return true;
      case 'cm': {
        const linear = this.#linear(reader);
        if (linear !== null) this.#graphics.concat(linear);
        return true;
      }
      case 'BT':
        this.#graphics.textMatrix = IDENTITY;
        return true;
      case 'Tm':
        this.#graphics.textMatrix = this.#linear(reader) ?? this.#graphics.textMatrix;
        return true;
      case 'Tz':
        this.#graphics.state.horizontalScale = this.#number(reader) / 100;
        return true;
      case 'Tf':
        this.#selectFont(reader);
        return true;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"':
        this.#showText(reader);
        return true;
      case 'Do':
        this.#drawXObject(reader);
        return true;
      case 'gs':
        this.#applyExtGState(this.#named(reader, 'ExtGState', 1)?.object);
        return true;
      case 'cs':
      case 'CS':
        this.#selectColorSpace(reader);
        return true;
      case 'sc':
      case 'SC':
      case 'scn':
      case 'SCN':
        if (reader.kind(reader.operandCount - 1) === 'name') this.#selectPattern(reader);
        return true;
      case 'sh':
        this.#markShading(this.#named(reader, 'Shading', 1)?.object);
        return true;
      case 'BDC':
      case 'DP':
        // The property list is a direct dictionary, or the name of one.
        if (reader.kind(reader.operandCount - 1) === 'name') this.#named(reader, 'Properties', 1);
        return true;
      case 'BI':
        this.#inlineImage(reader);
        return true;
      default:
        if (!reader.operatorKnown) this.#unknownOperator(reader);
        return true;
    }
  }

  /**
   * Readers ignore it, or split it into several operators. The operands limit the consequences: without a
   * name it reaches no resource, and without operands it only saves or restores the state.
   */
  #unknownOperator(reader: ContentReader): void {
    const operands = Array.from({ length: reader.operandCount }, (_, index) => reader.kind(index));
    if (operands.includes('name')) this.#frame.doubt('names');
    else if (operands.length > 0 || /q|BT/i.test(reader.operator)) this.#frame.doubt('sizes');
  }

  /** Resolves the resource named by the operand `fromEnd` places before the operator. */
  #named(reader: ContentReader, category: ResourceCategory, fromEnd: number): Resource | null {
    const name = reader.name(reader.operandCount - fromEnd);
    if (name === null) {
      this.#frame.doubt('names');
      return null;
    }
    return this.#frame.lookup(category, name);
  }

  #number(reader: ContentReader): number {
    const number = reader.number(reader.operandCount - 1);
    if (Number.isNaN(number)) this.#frame.doubt('sizes');
    return Number.isNaN(number) ? 1 : number;
  }

  #linear(reader: ContentReader): Linear | null {
    // With more than six operands, readers use the last six.
    const first = reader.operandCount - 6;
    const [a, b, c, d] = mapped([0, 1, 2, 3], (index) => reader.number(first + index));
    if (!Number.isNaN(a + b + c + d)) return { a, b, c, d };
    this.#frame.doubt('sizes');
    return null;
  }

  #drawXObject(reader: ContentReader): void {
    const resource = this.#named(reader, 'XObject', 1);
    if (resource === null || resource.ref === null) return;
    const stream = resource.object;
    if (!(stream instanceof PDFRawStream)) return;
    const subtype = stream.dict.lookup(key('Subtype'));
    const kind = subtype instanceof PDFName ? nameText(subtype) : null;
    if (kind === 'Image') {
      markColorSpace(this.#frame, stream.dict.get(key('ColorSpace')), this.#host.context);
      this.#frame.unit.draw(this.#host.image(resource.ref, stream), this.#graphics.state.ctm);
    } else if (kind === 'Form') {
      this.#drawStream('form', resource.ref, stream, this.#graphics.state.ctm);
    } else {
      // PostScript XObjects paint nothing here; readers differ on any other kind.
      if (kind !== 'PS') this.#frame.doubt('names');
    }
  }

  #drawStream(kind: UnitKind, ref: PDFRef, stream: PDFRawStream, ctm: Linear): void {
    const matrix = linearOf(stream.dict.get(key('Matrix')), this.#host.context);
    if (matrix === null) this.#frame.doubt('sizes');
    markGroup(this.#frame, stream.dict);
    const unit = this.#host.streamUnit(kind, ref, stream, this.#frame);
    if (unit !== null) this.#frame.unit.draw(unit, concat(matrix ?? IDENTITY, ctm));
  }

  #selectPattern(reader: ContentReader): void {
    const resource = this.#named(reader, 'Pattern', 1);
    const pattern = resource?.object;
    if (pattern instanceof PDFRawStream && resource?.ref != null) {
      // "The pattern matrix maps pattern space to the default coordinate space of the pattern's parent
      // content stream" (8.7.3.1), independent of `cm`.
      this.#drawStream('pattern', resource.ref, pattern, IDENTITY);
    } else if (pattern instanceof PDFDict) {
      this.#markShading(pattern.lookup(key('Shading')));
      this.#applyExtGState(pattern.lookup(key('ExtGState')));
    }
  }

  #markShading(shading: unknown): void {
    const dict = shading instanceof PDFRawStream ? shading.dict : shading;
    if (dict instanceof PDFDict) markColorSpace(this.#frame, dict.get(key('ColorSpace')), this.#host.context);
  }

  #selectColorSpace(reader: ContentReader): void {
    const name = reader.name(reader.operandCount - 1);
    if (name === null) this.#frame.doubt('names');
    else markNamedColorSpace(this.#frame, name, this.#host.context);
  }

  #applyExtGState(extGState: unknown): void {
    if (!(extGState instanceof PDFDict)) return;
    const font = extGState.lookup(key('Font'));
    if (font instanceof PDFArray) this.#selectExtGStateFont(font);
    const mask = extGState.lookup(key('SMask'));
    if (!(mask instanceof PDFDict)) return;
    const ref = mask.get(key('G'));
    const group = mask.lookup(key('G'));
    if (ref instanceof PDFRef && group instanceof PDFRawStream) {
      // "the CTM in effect at the time the ExtGState is set" (11.6.5.2)
      this.#drawStream('form', ref, group, this.#graphics.state.ctm);
    }
  }

  #selectExtGStateFont(entry: PDFArray): void {
    const [ref, size] = arrayItems(entry);
    const dict = this.#host.context.lookup(ref);
    const number = this.#host.context.lookup(size);
    if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict) || !(number instanceof PDFNumber)) {
      this.#frame.doubt('names');
      return;
    }
    this.#graphics.state.font = { dict, owner: ref, path: [] };
    this.#graphics.state.fontSize = number.asNumber();
  }

  #selectFont(reader: ContentReader): void {
    const resource = this.#named(reader, 'Font', 2);
    this.#graphics.state.font = resource?.located ?? 'missing';
    this.#graphics.state.fontSize = this.#number(reader);
  }

  #showText(reader: ContentReader): void {
    const { font } = this.#graphics.state;
    this.#host.visitor.text?.(font, reader, this.#frame.unit);
    if (font === 'missing') return;
    if (font === 'inherited') {
      // It may be a Type 3 font, whose glyphs use names of their own. A page inherits no font.
      if (this.#frame.unit.kind !== 'page') this.#frame.doubt('names');
      return;
    }
    if (!isType3(font)) return;
    const unit = this.#host.fontUnit(font, this.#frame);
    if (unit !== null) this.#frame.unit.draw(unit, this.#graphics.textLinear);
  }

  #inlineImage(reader: ContentReader): void {
    const entries = reader.inlineImage?.entries;
    // If both forms of the key are present, readers differ on which one they use.
    for (const name of ['CS', 'ColorSpace']) markInlineColorSpace(this.#frame, entries?.get(name));
    this.#host.visitor.inlineImage?.(reader, this.#graphics.state.ctm);
  }
}

function isType3(font: Located): boolean {
  const subtype = font.dict.lookup(key('Subtype'));
  return subtype instanceof PDFName && nameText(subtype) === 'Type3';
}
