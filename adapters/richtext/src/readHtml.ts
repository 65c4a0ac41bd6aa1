import type { Root } from "hast"
import { fromParse5 } from "hast-util-from-parse5"
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parseFragment } from "parse5"
import { html_depth_max } from "./markupLimits.js"
import { strippedElements } from "./markupSchema.js"
import { secureMarkup } from "./secureMarkup.js"

type Parent = DefaultTreeAdapterTypes.ParentNode
type Child = DefaultTreeAdapterTypes.ChildNode

const textless = new Set(strippedElements)

const kept = new Set(["href", "src", "alt", "start"])

/**
 * Elements without the attributes that nobody asks for. Formatting elements become alike by it, which limits how many are opened again in
 * each paragraph (HTML Standard, 13.2.4.3): a short text cannot make a tree of a million nodes.
 */
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespace, attributes) => {
    // In place: the parser tells formatting elements apart by this very list.
    attributes.splice(0, attributes.length, ...attributes.filter(({ name }) => kept.has(name)))
    return defaultTreeAdapter.createElement(tagName, namespace, attributes)
  }
}

/** All text below a node, without recursion. */
const textBelow = (parent: Parent): string => {
  const texts: Array<string> = []
  const waiting: Array<Child> = [...parent.childNodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) {
      texts.push(node.value)
    } else if ("childNodes" in node && !textless.has(node.nodeName)) {
      for (let index = node.childNodes.length - 1; index >= 0; index--) {
        const child = node.childNodes[index]
        if (child !== undefined) waiting.push(child)
      }
    }
  }
  return texts.join("")
}

const plainName = /^[a-z][a-z0-9-]*$/i

/**
 * Gives an element a neutral name when its own holds other signs. `<a.b>` is legal HTML; the conversion below would read it as a selector, as an
 * `a` of class `b`, and fails on `<template.b>`, which has no content.
 */
const rename = (node: Child): void => {
  if ("tagName" in node && !plainName.test(node.tagName)) node.tagName = "span"
}

/** Makes one text of what is nested too deeply, since thousands side by side cost their square later on, and empties templates, which nothing shows. */
const bound = (root: Parent): void => {
  const waiting: Array<{ readonly parent: Parent; readonly depth: number }> = [{ parent: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { depth, parent } = next
    if ("content" in parent) parent.content.childNodes = []
    if (depth >= html_depth_max) parent.childNodes = [defaultTreeAdapter.createTextNode(textBelow(parent))]
    for (const child of parent.childNodes) {
      rename(child)
      if ("childNodes" in child) waiting.push({ parent: child, depth: depth + 1 })
    }
  }
}

/** Reads HTML as a browser does (HTML Standard, 13.2) and keeps what a description may hold. */
export const readHtml = (html: string): Root => {
  const fragment = parseFragment(html, { scriptingEnabled: false, treeAdapter })
  bound(fragment)
  const tree = fromParse5(fragment)
  return secureMarkup(tree.type === "root" ? tree : { type: "root", children: [] })
}
