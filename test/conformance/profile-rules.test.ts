import assert from "node:assert/strict";
import { conform } from "./conform.ts";
import { profileRules } from "./profile-rules.ts";

for (const rule of profileRules) {
  conform(rule.rule, { needs: rule.needs }, async (target) => {
    assert.equal(await rule.judge(target), rule[target.profile]);
  });
}
