const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const makers = {
  async slow(order) {
    await pause(4000);
    return order;
  },
  async failing() {
    await pause(1500);
    throw new Error("the store could not make the order");
  },
  never: () => new Promise(() => {}),
};

/** What the tag gets as its `order`: the id itself, or a function that makes the order when the buyer presses. */
export function orderSource(source, order) {
  const make = makers[source];
  return make ? () => make(order) : order;
}
