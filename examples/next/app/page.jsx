import { Checkout } from "./checkout.jsx";

// Rendered on the server, with the tag and its order in the page's HTML.
export default async function Page({ searchParams }) {
  const { order = "A-1001" } = await searchParams;
  return <Checkout order={order} />;
}
