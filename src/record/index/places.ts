/** The rising places of a record's items among those of all shards; nothing is kept while they have no gaps. */
export class Places {
  #count = 0;
  /** Null while each item is at its own position. */
  #places: Uint32Array<ArrayBuffer> | null = null;

  push(place: number): void {
    if (this.#places === null && place !== this.#count)
      this.#places = Uint32Array.from({ length: Math.max(1_024, this.#count * 2) }, (_, i) => i);
    if (this.#places !== null) {
      if (this.#count === this.#places.length) this.#grow(this.#places);
      this.#places[this.#count] = place;
    }
    this.#count++;
  }

  at(position: number): number {
    return this.#places === null ? position : (this.#places[position] ?? -1);
  }

  /** The position of the item at a place; -1 where this record has none. */
  positionOf(place: number): number {
    if (this.#places === null) return place >= 0 && place < this.#count ? place : -1;
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.at(middle);
      if (found === place) return middle;
      if (found < place) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(places: Uint32Array<ArrayBuffer>): void {
    this.#places = new Uint32Array(places.length * 2);
    this.#places.set(places);
  }
}
