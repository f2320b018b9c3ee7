import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { counterScenes } from "./scenes/counter.ts";

const looks: Look[] = [
  { name: "the staff's day", language: "es", width: 360, colorScheme: "dark" },
  { name: "the staff's day", language: "en", width: 1280, colorScheme: "light" },
  { name: "the staff's payment, unconfirmed", language: "es", width: 1280, colorScheme: "dark" },
  { name: "the staff's decisions", language: "es", width: 360, colorScheme: "light" },
  { name: "the staff's decision, refused", language: "es", width: 360, colorScheme: "dark" },
  { name: "the staff's payment, paid twice", language: "en", width: 360, colorScheme: "light" },
  { name: "the staff's decisions, returns in doubt", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's decisions, returns in doubt", language: "en", width: 768, colorScheme: "dark" },
  { name: "the staff's payment, return in doubt", language: "es", width: 320, colorScheme: "dark" },
  { name: "the staff's payment, return in doubt", language: "en", width: 1280, colorScheme: "light" },
  { name: "the staff's search", language: "es", width: 360, colorScheme: "dark" },
  { name: "the staff's search, its help and the keys", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's search, its help and the keys", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the staff's close of day", language: "es", width: 360, colorScheme: "light" },
  { name: "the staff's close of day, large sums", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's close of day, large sums", language: "en", width: 768, colorScheme: "dark" },
  { name: "the staff's close of day, compared", language: "en", width: 320, colorScheme: "dark" },
  { name: "the staff's list of batches", language: "es", width: 320, colorScheme: "light" },
  { name: "the staff's list of batches", language: "en", width: 768, colorScheme: "dark" },
  { name: "the staff's columns of the bank's list", language: "en", width: 1280, colorScheme: "light" },
  { name: "the staff's business by days", language: "es", width: 1280, colorScheme: "light" },
  { name: "the staff's business by product", language: "es", width: 320, colorScheme: "dark" },
  { name: "the staff's business by product", language: "en", width: 1280, colorScheme: "light" },
  { name: "the staff's business, why not paid", language: "en", width: 360, colorScheme: "dark" },
  { name: "the staff's comparison with the bank", language: "es", width: 1280, colorScheme: "light" },
];

testScenes(counterScenes, {
  looks,
  async same(page) {
    await rewrite(page, "[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4}", "2b7e4d8a-3c1f-4e5a-9b6d-8f0a1c2e3d4f");
  },
});
