package tessera.ui.change;

import java.util.ArrayList;
import tessera.plan.operator.HelmValues;

/**
 * Source of the value at a path: the chart, the release, or the user's change.
 *
 * @param chartValue    what the chart has; empty where that is not known, or nothing
 * @param releaseValue what the release sets; empty where it sets nothing
 * @param userValue      what the user sets; empty for nothing
 * @param removed     whether the user takes away what the release sets
 */
record HelmValueOrigin(String chartValue, String releaseValue, String userValue, boolean removed) {

    private static final String UNKNOWN = "as the chart has it";

    static HelmValueOrigin forPath(String path, HelmValues chart, HelmValues release, HelmValues values) {
        return new HelmValueOrigin(chart.valueText(path), release.valueText(path), values.valueText(path),
                values.isRemoved(path));
    }

    /** Returns the inherited value with its source. */
    String inheritedText() {
        if (!releaseValue.isEmpty() && !removed) {
            return releaseValue + " (release)";
        }
        return chartValue.isEmpty() ? UNKNOWN : chartValue + " (chart)";
    }

    /** Returns the applied value with its source, and the value that it replaces. */
    String sourceText() {
        var others = new ArrayList<String>();
        boolean mine = !userValue.isEmpty() || removed;
        if (mine && !releaseValue.isEmpty()) {
            others.add("release: " + releaseValue);
        }
        if ((!userValue.isEmpty() || (!releaseValue.isEmpty() && !removed)) && !chartValue.isEmpty()) {
            others.add("chart: " + chartValue);
        }
        return others.isEmpty() ? sourceName() : sourceName() + " (" + String.join(", ", others) + ")";
    }

    private String sourceName() {
        if (!userValue.isEmpty()) {
            return "Set by you";
        }
        if (removed) {
            return "Back to the chart";
        }
        return releaseValue.isEmpty() ? "" : "Set by the release";
    }

    /** Returns whether the value can be reset to the one below it. */
    boolean isResettable() {
        return !userValue.isEmpty() || removed || !releaseValue.isEmpty();
    }
}
