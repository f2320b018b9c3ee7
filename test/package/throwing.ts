import type { Node } from "@babel/types";
import { declarationsOf } from "./sources.ts";

/** Whether one of our functions may throw on its own account: by a `throw`, or by calling one of ours that may. */
export function mayThrow(file: string, name: string, asked = new Set<string>()): boolean {
  const key = `${file} ${name}`;
  if (asked.has(key)) return false;
  asked.add(key);
  return declarationsOf(file, name).some(({ node, file: home }) => {
    const body = bodyOf(node);
    return body !== undefined && throwsIn(body, (called) => mayThrow(home, called, asked));
  });
}

/** The body of a function declaration, or of a function that a constant holds. */
function bodyOf(node: Node): Node | undefined {
  return isFunction(node) && "body" in node ? (node.body as Node) : undefined;
}

/** Function declarations, expressions and arrows. */
export function isFunction(node: Node): boolean {
  return /^(?:TSDeclareFunction|FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/**
 * Whether running this code may throw: functions in it count where they are called by name or given to a call. What is
 * tried is left out where a `catch` follows.
 */
function throwsIn(node: Node, calledThrows: (name: string) => boolean, inner = new Map<string, Node>()): boolean {
  if (node.type === "ThrowStatement") return true;
  const within = (one: Node) => throwsIn(one, calledThrows, inner);
  if (node.type === "TryStatement" && node.handler) {
    return within(node.handler) || (node.finalizer ? within(node.finalizer) : false);
  }
  for (const child of childrenOf(node)) {
    if (child.type === "FunctionDeclaration" && child.id) inner.set(child.id.name, child.body);
  }
  if (node.type === "CallExpression") {
    const given = node.arguments.map((one) => bodyOf(one)).filter((body) => body !== undefined);
    if (given.some(within)) return true;
    if (node.callee.type === "Identifier") {
      const body = inner.get(node.callee.name);
      inner.delete(node.callee.name);
      if (body ? within(body) : calledThrows(node.callee.name)) return true;
    }
  }
  return childrenOf(node).some((child) => !isFunction(child) && within(child));
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([key]) => !/omments$|^loc$|^typeAnnotation$|^typeParameters$/.test(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}
