package tessera.plan.quota;

import tessera.lint.finding.LintFinding;

/**
 * A finding about an amount of a quota to write.
 *
 * @param key the quota key that it is about
 */
record NamespacePolicyFinding(String key, LintFinding finding) {}
