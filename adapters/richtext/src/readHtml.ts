import type { Root } from "hast"
import { fromParse5 } from "hast-util-from-parse5"
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parseFragment } from "parse5"
import { html_depth_max, strippedElements } from "./markupSchema.js"
import { readPasted, styleWords } from "./pastedMarkup.js"
import { secureMarkup } from "./secureMarkup.js"

type Parent = DefaultTreeAdapterTypes.ParentNode
type Child = DefaultTreeAdapterTypes.ChildNode

const textless = new Set(strippedElements)

const usedAttributes = new Set(["href", "src", "alt", "start"])

/**
 * Creates elements without unused attributes, and with few styles. Formatting elements thereby become equal, which
 * limits how many the parser reopens in each paragraph (HTML Standard, 13.2.4.3): a short text cannot produce a tree of
 * a million nodes.
 */
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespace, attributes) => {
    // In place: the parser compares formatting elements by this same array.
    const used = attributes.flatMap((attribute) => {
      if (attribute.name !== "style") return usedAttributes.has(attribute.name) ? [attribute] : []
      const value = styleWords(tagName, attribute.value)
      return value === "" ? [] : [{ ...attribute, value }]
    })
    attributes.splice(0, attributes.length, ...used)
    return defaultTreeAdapter.createElement(tagName, namespace, attributes)
  }
}

/** The text of a node's descendants, without recursion. */
const textBelow = (parent: Parent): string => {
  const texts: Array<string> = []
  const stack: Array<Child> = [...parent.childNodes].reverse()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (defaultTreeAdapter.isTextNode(node)) {
      texts.push(node.value)
    } else if ("childNodes" in node && !textless.has(node.nodeName)) {
      for (let index = node.childNodes.length - 1; index >= 0; index--) {
        const child = node.childNodes[index]
        if (child !== undefined) stack.push(child)
      }
    }
  }
  return texts.join("")
}

const plainName = /^[a-z][a-z0-9-]*$/i

/**
 * Renames an element whose name has other characters. `<a.b>` is legal HTML, but the conversion below parses the name
 * as a selector (an `a` of class `b`), and fails on `<template.b>`, which has no content.
 */
const rename = (node: Child): void => {
  if ("tagName" in node && !plainName.test(node.tagName)) node.tagName = "span"
}

/**
 * Bounds a tree: content nested too deeply becomes one text node, because thousands of siblings cost quadratic time
 * later. Also empties templates, which are never rendered.
 */
const bound = (root: Parent): void => {
  const stack: Array<{ readonly parent: Parent; readonly depth: number }> = [{ parent: root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { depth, parent } = next
    if ("content" in parent) parent.content.childNodes = []
    if (depth >= html_depth_max) parent.childNodes = [defaultTreeAdapter.createTextNode(textBelow(parent))]
    for (const child of parent.childNodes) {
      rename(child)
      if ("childNodes" in child) stack.push({ parent: child, depth: depth + 1 })
    }
  }
}

/** Parses HTML like a browser (HTML Standard, 13.2) and sanitises it. */
export const readHtml = (html: string): Root => {
  const fragment = parseFragment(html, { scriptingEnabled: false, treeAdapter })
  bound(fragment)
  const tree = fromParse5(fragment)
  return secureMarkup(readPasted(tree.type === "root" ? tree : { type: "root", children: [] }))
}
