/** An entry in the list of uses. */
class Node<K, A> {
  before: Node<K, A> | null = null
  after: Node<K, A> | null = null

  constructor(readonly key: K, readonly value: A) {}
}

/**
 * A map whose entries have the order of their last use. Every operation takes constant time: deleting from and adding
 * to a `Map` at each use leaves holes in its table, which later deletions of the oldest entry go through.
 */
export class RecencyMap<K, A> {
  readonly #nodes = new Map<K, Node<K, A>>()
  #oldest: Node<K, A> | null = null
  #newest: Node<K, A> | null = null

  get size(): number {
    return this.#nodes.size
  }

  /** The value of a key, which becomes the most recently used; undefined on a miss. */
  get(key: K): A | undefined {
    const node = this.#nodes.get(key)
    if (node === undefined) return undefined
    if (node !== this.#newest) {
      this.#unlink(node)
      this.#append(node)
    }
    return node.value
  }

  /** Whether there is this key; does not count as a use. */
  has(key: K): boolean {
    return this.#nodes.has(key)
  }

  /** Adds an entry of a new key, as the most recently used. */
  add(key: K, value: A): void {
    const node = new Node(key, value)
    this.#nodes.set(key, node)
    this.#append(node)
  }

  /** Deletes a key and returns its value; undefined when there is none. */
  delete(key: K): A | undefined {
    const node = this.#nodes.get(key)
    return node === undefined ? undefined : this.#remove(node)
  }

  /** Deletes the least recently used entry and returns its value; undefined when the map is empty. */
  deleteOldest(): A | undefined {
    return this.#oldest === null ? undefined : this.#remove(this.#oldest)
  }

  #remove(node: Node<K, A>): A {
    this.#nodes.delete(node.key)
    this.#unlink(node)
    return node.value
  }

  #unlink(node: Node<K, A>): void {
    const { after, before } = node
    if (before === null) this.#oldest = after
    else before.after = after
    if (after === null) this.#newest = before
    else after.before = before
  }

  #append(node: Node<K, A>): void {
    node.before = this.#newest
    node.after = null
    if (this.#newest === null) this.#oldest = node
    else this.#newest.after = node
    this.#newest = node
  }
}
