package tessera.plan;

import tessera.kube.patch.UnifiedLineDiff;

/** A unified diff of the texts of an object now and after a change. */
final class UnifiedDiff {

    private UnifiedDiff() {}

    /** Returns the unified diff; empty if the texts are equal. */
    static String unifiedDiff(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        return "--- " + name + " (now)\n+++ " + name + " (then)\n"
                + UnifiedLineDiff.unifiedDiff(before.lines().toList(), after.lines().toList());
    }
}
