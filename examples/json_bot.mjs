// A bot in JavaScript: a view a line on standard input, a bet a line on standard output.
import { createInterface } from "node:readline";

const RANKS = "23456789TJQKA";

for await (const line of createInterface({ input: process.stdin })) {
  const view = JSON.parse(line);
  if (view.version !== 1) throw new Error(`version ${view.version} is not known here`);
  // By seat: the cards that I see, my own where my forehead card is hidden.
  const cards = view.forehead_cards.map((card) => card ?? view.own_card);
  const ranks = cards.map((card) => RANKS.indexOf(card[0]));
  const target = ranks.indexOf(Math.max(...ranks));
  // One chip for each street still to come must stay.
  const streetsToCome = 3 - view.street;
  const chips = Math.min(3, view.chips_left[view.seat] - streetsToCome, view.street + 1);
  const card = view.street === 3 ? view.action_cards[0] : null;
  console.log(JSON.stringify({ type: "bet", seat: view.seat, target, chips, card }));
}
