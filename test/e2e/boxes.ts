import type { Frame, Page } from "@playwright/test";
import { amountPattern, rewriteHere } from "./rewrite.ts";

/**
 * What of a page's text cannot be read, by the boxes of its letters: cut off, out of its box, on other text, under
 * something painted, an amount or a telephone number in two lines, an amount wider than its field, or a page that scrolls
 * sideways. One line for each fault, empty is good. Looks into open shadow roots and frames; passes over text that is
 * meant for screen readers alone.
 *
 * An ellipsis is not a fault, but where it takes away an amount or an order's number.
 *
 * Not seen: text of `::before` and `::after`; a cover that is such a box, or of a shape other than its box (`clip-path`,
 * `mask`); letters in the color of what is behind them, which axe measures.
 */
export async function boxFaults(page: Page): Promise<string[]> {
  return ((await boxFaultsAt(page)) ?? []).map(([fault]) => fault);
}

/** What a page shows where it has amounts: its own, or this one in the place of each. */
export type Amount = "its own" | (string & {});

/**
 * The same in one question for several amounts, which are its own again afterwards. Each fault with the amount that it
 * was seen with. A page without amounts is measured once.
 * @param width the window that is asked for
 * @returns undefined while the window has another width
 */
export async function boxFaultsAt(
  page: Page,
  width?: number,
  amounts: readonly Amount[] = ["its own"],
): Promise<Faults | undefined> {
  const whole = await askIn(page.mainFrame(), amounts, width);
  if (!whole) return undefined;
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const framed = await Promise.all(frames.map((frame) => askIn(frame, amounts)));
  return [whole, ...framed].flatMap((faults) => faults ?? []);
}

type Faults = [fault: string, amount: Amount][];
type Ask = (amounts: readonly Amount[], width?: number) => Faults | undefined;

/** Asks in a frame, whose page keeps the program: it is compiled once for all that it is asked. */
async function askIn(frame: Frame, ...question: Parameters<Ask>): Promise<Faults | undefined> {
  const answer = await frame.evaluate(
    (given) => (window as { askBoxes?: Ask }).askBoxes?.(...given) ?? "askBoxes" in window,
    question,
  );
  if (typeof answer !== "boolean") return answer;
  if (answer) return undefined;
  const [make, ...functions] = [makeAsk, measuring, rewriteHere].map(String);
  await frame.evaluate(`window.askBoxes = (${make})(${[...functions, JSON.stringify(amountPattern)].join()})`);
  return askIn(frame, ...question);
}

/** Runs in the page. */
function makeAsk(measureIn: typeof measuring, write: typeof rewriteHere, pattern: string): Ask {
  return (amounts, width) => {
    if (width !== undefined && innerWidth !== width) return undefined;
    const found: Faults = [];
    measureIn((measure) => {
      let isMeasured = false;
      for (const amount of amounts) {
        const writeBack = amount === "its own" ? undefined : write(pattern, amount);
        if (isMeasured && !writeBack) continue;
        isMeasured = true;
        for (const fault of new Set(measure())) found.push([fault, amount]);
        writeBack?.();
      }
    });
    return found;
  };
}

/**
 * The measuring itself, for one who measures as long as the page has the same elements and styles: only its boxes are asked
 * for again. Runs in the page, so that it can use nothing from outside.
 */
function measuring(work: (measure: () => string[]) => void): void {
  /** Boxes touch without being in each other's way. */
  const slack = 1;
  interface Letters {
    /** The line's words, for the report. */
    words: string;
    element: Element;
    /** Lines of one block make room for each other by themselves. */
    block: Element;
    layer: Element | undefined;
    /** As far as it is seen, without the room that a font keeps above and below its letters. */
    box: DOMRect;
  }
  type Edges = Pick<DOMRectReadOnly, "left" | "top" | "right" | "bottom">;
  let faults: string[] = [];
  /** Where there is text, the elements there, and the fields among them. */
  const roots: (Document | ShadowRoot)[] = [document];
  const elements: Element[] = [];
  const fields: (HTMLInputElement | HTMLSelectElement)[] = [];
  /** Asks for each element once: texts have their boxes around them in common. */
  const once = <T>(ask: (element: Element) => T, answers = new Map<Element, T>()): ((element: Element) => T) => {
    return (element) => {
      const answer = answers.get(element) ?? ask(element);
      answers.set(element, answer);
      return answer;
    };
  };
  const styleOf = once((element) => getComputedStyle(element));
  /** Where it is in the page: asked for before the page is scrolled. */
  const boxes = new Map<Element, DOMRect>();
  const boxOf = once((element) => element.getBoundingClientRect(), boxes);
  const parentOf = (element: Element): Element | undefined =>
    element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
  /** The element itself, and those it is in. */
  const around = once((element): Element[] => {
    const parent = parentOf(element);
    return parent ? [element, ...around(parent)] : [element];
  });
  const name = (element: Element) =>
    element.localName + (element.id && `#${element.id}`) + [...element.classList].map((each) => `.${each}`).join("");
  const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const isTransparent = (color: string) => /^(?:transparent|none|rgba\(.*, 0\))$/.test(color);
  const isPainted = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    backgroundImage !== "none" || !isTransparent(backgroundColor);
  const paints = once((element) => {
    const style = styleOf(element);
    // Such a shape is only found at a point that it fills or strokes.
    if (element instanceof SVGGeometryElement) return !isTransparent(style.fill) || !isTransparent(style.stroke);
    return element.matches("img, video, canvas, iframe, object, embed") || isPainted(style);
  });
  const unseen = new Map<Element, boolean>();
  const isForScreenReaders = once((element): boolean => {
    const { clip, clipPath, overflowX } = styleOf(element);
    const { width, height } = boxOf(element);
    if (/inset\((?:50|100)%/.test(clipPath) || /^rect\((?:0px|1px)/.test(clip)) return true;
    if (clips(overflowX) && (width <= 1 || height <= 1)) return true;
    const parent = parentOf(element);
    return parent !== undefined && isForScreenReaders(parent);
  }, unseen);
  /** What a box does to what is in it. */
  const frameOf = once((element) => {
    const style = styleOf(element);
    const { position, overflowX, overflowY } = style;
    const isInner = style.display === "inline" || element === document.documentElement || element === document.body;
    return {
      position,
      holds: position !== "static" || style.transform !== "none" || style.containerType !== "normal",
      bounds: !isInner && (overflowX !== "visible" || overflowY !== "visible"),
      clipsX: clips(overflowX),
      clipsY: clips(overflowY),
      scrolls: /auto|scroll/.test(overflowX + overflowY),
      ellipsis: style.textOverflow === "ellipsis",
      isPainted: !isInner && isPainted(style),
    };
  });

  /** Cuts the box as the boxes around it do, and reports what they take away. */
  function seen(element: Element, words: string, whole: DOMRect): DOMRect | undefined {
    let { left, top, right, bottom } = whole;
    let scrolls = false;
    /** What an absolutely placed box is placed in: boxes between the two do not clip it. */
    let skipsTo = "";
    const isFigure = /[$]\s?\d/.test(words) || /^[\w!.#-]*\d[\w!.#-]*$/.test(words);
    for (const each of around(element)) {
      const frame = frameOf(each);
      if (skipsTo === "" || (skipsTo === "absolute" && frame.holds)) {
        skipsTo = "";
        const box = boxOf(each);
        if (frame.bounds) {
          const mayHide = frame.ellipsis && !isFigure;
          const cut = (clipsIt: boolean, by: number) => clipsIt && by > slack && !mayHide && !scrolls;
          if (cut(frame.clipsX, Math.max(box.left - left, right - box.right)))
            faults.push(`cut: “${words}” by ${name(each)}`);
          else if (cut(frame.clipsY, Math.max(box.top - top, bottom - box.bottom)))
            faults.push(`cut: “${words}” by ${name(each)}`);
          scrolls ||= frame.scrolls;
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        } else if (frame.isPainted && !scrolls && Math.max(box.left - left, right - box.right) > slack) {
          faults.push(`out of its box: “${words}” of ${name(each)}`);
        }
      }
      if (frame.position === "absolute" || frame.position === "fixed") skipsTo = frame.position;
    }
    const edge = document.documentElement.clientWidth;
    if (right > edge + slack || (left < -slack && right > slack)) faults.push(`out of the window: “${words}”`);
    return right - left > slack && bottom - top > slack
      ? new DOMRect(left, top, right - left, bottom - top)
      : undefined;
  }

  function* textsIn(root: Node): Generator<Text> {
    for (const node of root.childNodes) {
      if (node instanceof Text) {
        if (node.data.trim() !== "") yield node;
      } else if (node instanceof Element && !node.matches("script, style, noscript, template, option, title")) {
        elements.push(node);
        yield* textsIn(node);
        if (node.matches("input, select")) fields.push(node as HTMLInputElement | HTMLSelectElement);
        if (node.shadowRoot) {
          roots.push(node.shadowRoot);
          yield* textsIn(node.shadowRoot);
        }
      }
    }
  }

  /** How wide a choice is by itself: what a browser cuts from it does not scroll. */
  function ownWidth(choice: HTMLSelectElement): number {
    const alone = choice.cloneNode() as HTMLSelectElement;
    alone.append(new Option(choice.selectedOptions[0]?.text));
    alone.style.cssText += "position: fixed; width: max-content; min-width: 0; max-width: none";
    choice.after(alone);
    const width = alone.offsetWidth;
    alone.remove();
    return width;
  }

  /** To other words a buyer can scroll, or open the list. */
  function reportFields(): void {
    for (const field of fields.filter((each) => each.checkVisibility({ visibilityProperty: true }))) {
      const isChoice = field instanceof HTMLSelectElement;
      const words = isChoice ? (field.selectedOptions[0]?.text ?? "") : field.value;
      if (!/[$]\s?\d/.test(words)) continue;
      const missing = isChoice ? ownWidth(field) - field.offsetWidth : field.scrollWidth - field.clientWidth;
      if (missing > slack) faults.push(`cut: “${words}” by ${name(field)}`);
    }
  }

  const blockOf = once(
    (element) => around(element).find((each) => !/^inline$|^contents$/.test(styleOf(each).display)) ?? document.body,
  );
  const isLayer = once((element) => styleOf(element).position === "fixed" || element.matches(":modal, :popover-open"));
  const layerOf = (element: Element): Element | undefined => around(element).find(isLayer);

  function lettersOf(text: Text): Letters[] {
    const element = text.parentElement ?? (text.getRootNode() as ShadowRoot).host;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > slack && height > slack);
    for (const rect of rects) reach(element, rect);
    if (rects.length === 0 || isForScreenReaders(element)) return [];
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const words = text.data.trim().replace(/\s+/g, " ").slice(0, 60);
    for (const { index, 0: figure } of text.data.matchAll(/(?:RD|US)\$\s?[\d,]*\d\.\d\d|\d{3}-\d{3}-\d{4}/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`in two lines: “${figure}”`);
    }
    const [block, layer] = [blockOf(element), layerOf(element)];
    return rects.flatMap(({ left, top, width, height }) => {
      // Off to the left is where links for keyboards wait until they have the focus.
      if (left + width <= 0) return [];
      const box = seen(element, words, new DOMRect(left, top + height * 0.2, width, height * 0.6));
      return box ? [{ words, element, block, layer, box }] : [];
    });
  }

  /** Each painted box, and how far it and what is in it may be found. */
  const painted = new Map<Element, Edges>();
  const paintersOf = once((element): Element[] =>
    // The page itself is around every text: it covers none.
    around(element).filter((each) => each !== document.body && each !== document.documentElement && paints(each)),
  );

  /** As far as a drawing's line may leave its box: the corner of a line is at most four times as long as the line is wide. */
  function outlineOf(shape: SVGGraphicsElement): Edges {
    const { left, top, right, bottom } = boxOf(shape);
    const { a = 1, b = 0, c = 0, d = 1 } = shape.getScreenCTM() ?? {};
    const corner = 4 * Number.parseFloat(styleOf(shape).strokeWidth) * Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
    return { left: left - corner, top: top - corner, right: right + corner, bottom: bottom + corner };
  }

  /** Whether `::before` or `::after` may leave its box, and whether a marker is beside it. */
  const partsOf = once((element) => {
    const isOut = (pseudo: string) => {
      // What is not read is not computed: most elements have no such box.
      const style = getComputedStyle(element, pseudo);
      if (style.content === "none" || style.content === "normal") return false;
      const { position, transform, float, display } = style;
      return position !== "static" || transform !== "none" || float !== "none" || display !== "inline";
    };
    const { display, listStyleType, listStylePosition } = styleOf(element);
    const isMarked = display === "list-item" && listStyleType !== "none" && listStylePosition !== "inside";
    return { isOut: isOut("::before") || isOut("::after"), isMarked };
  });

  /** Where the element itself may be found: anywhere, where a part of it may; a marker is beside it. */
  function reachOf(element: Element): Edges {
    if (element instanceof SVGGraphicsElement) return outlineOf(element);
    const { clipsX, clipsY, holds } = frameOf(element);
    if (clipsX && clipsY && holds) return boxOf(element);
    const { isOut, isMarked } = partsOf(element);
    if (isOut) return { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    const { top, bottom } = boxOf(element);
    return isMarked ? { left: -Infinity, top, right: Infinity, bottom } : boxOf(element);
  }

  function reach(element: Element, { left, top, right, bottom }: Edges): void {
    if (left === right || top === bottom) return;
    for (const painter of paintersOf(element)) {
      const edges = painted.get(painter) ?? { left, top, right, bottom };
      painted.set(painter, {
        left: Math.min(edges.left, left),
        top: Math.min(edges.top, top),
        right: Math.max(edges.right, right),
        bottom: Math.max(edges.bottom, bottom),
      });
    }
  }

  /** Whether anything painted can be over the middle of a text: where nothing can, nobody needs to be asked. */
  function mayBeCovered({ element, box }: Letters, middle: number, all: [Element, Edges][]): boolean {
    // What is painted begins and ends at whole pixels.
    const isThere = ({ left, top, right, bottom }: Edges) =>
      top - slack <= middle && bottom + slack >= middle && left - slack <= box.right && right + slack >= box.left;
    return all.some(([painter, edges]) => isThere(edges) && !around(element).includes(painter));
  }

  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

  function reportOverlaps(all: Letters[]): void {
    const sorted = all.toSorted((a, b) => a.box.top - b.box.top);
    for (const [i, one] of sorted.entries()) {
      for (const other of sorted.slice(i + 1)) {
        if (other.box.top >= one.box.bottom) break;
        if (one.block !== other.block && one.layer === other.layer && overlap(one.box, other.box))
          faults.push(`overlap: “${one.words}” and “${other.words}”`);
      }
    }
  }

  function topmostAt(x: number, y: number): Element | undefined {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found ?? undefined;
  }

  /** The painted box over a point of a text, unless it goes along with the window, as a bar at its edge does. */
  function coverAt(element: Element, x: number, y: number): Element | undefined {
    const top = topmostAt(x, y);
    if (!top || around(element).includes(top) || element.contains(top)) return undefined;
    const own = new Set(around(element));
    // A sticky box is no longer where it was measured.
    if (scrollY > 0 && [...own].some((each) => styleOf(each).position === "sticky")) return undefined;
    const over = around(top).filter((each) => !own.has(each));
    if (over.some((each) => isLayer(each) || (styleOf(each).position === "sticky" && scrollY > 0))) return undefined;
    return over.find(paints);
  }

  function reportCovers(all: Letters[]): void {
    const middleOf = ({ box }: Letters) => box.top + box.height / 2;
    const screens: Letters[][] = [];
    const covers = [...painted];
    for (const each of all.filter((one) => !one.layer && mayBeCovered(one, middleOf(one), covers))) {
      const screen = Math.floor(middleOf(each) / innerHeight);
      if (screen < 0) continue;
      screens[screen] ??= [];
      screens[screen].push(each);
    }
    for (const [screen, letters] of Object.entries(screens)) {
      scrollTo({ top: Number(screen) * innerHeight, behavior: "instant" });
      for (const each of letters) {
        const { element, words, box } = each;
        const middle = middleOf(each) - scrollY;
        for (const x of [box.left + 2, box.left + box.width / 2, box.right - 2]) {
          const cover = coverAt(element, x, middle);
          if (cover) {
            faults.push(`covered: “${words}” by ${name(cover)}`);
            break;
          }
        }
      }
    }
    scrollTo({ top: 0, behavior: "instant" });
  }

  function reportSideways(): void {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return;
    const wide = [...document.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const widest = wide.filter((each) => !wide.some((other) => other.parentElement === each));
    faults.push(`scrolls sideways: ${widest.slice(0, 3).map(name).join(", ")}`);
  }

  const texts = [...textsIn(document.body)];
  // What lets clicks through hides words all the same.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important }");
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
  work(() => {
    faults = [];
    for (const kept of [boxes, unseen, painted]) kept.clear();
    scrollTo({ top: 0, left: 0, behavior: "instant" });
    for (const element of elements) if (paintersOf(element).length > 0) reach(element, reachOf(element));
    const all = texts.flatMap(lettersOf);
    reportFields();
    reportOverlaps(all);
    reportCovers(all);
    reportSideways();
    return faults;
  });
  for (const root of roots) root.adoptedStyleSheets.splice(root.adoptedStyleSheets.indexOf(sheet), 1);
}
