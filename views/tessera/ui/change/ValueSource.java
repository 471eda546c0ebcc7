package tessera.ui.change;

import java.util.ArrayList;
import tessera.plan.operator.HelmValues;

/**
 * Where the value of a path comes from: the chart, the release as it is, or the user who is about to change it.
 *
 * @param chart    what the chart has; empty where that is not known, or nothing
 * @param released what the release sets; empty where it sets nothing
 * @param own      what the user sets; empty for nothing
 * @param away     whether the user takes away what the release sets
 */
record ValueSource(String chart, String released, String own, boolean away) {

    private static final String UNKNOWN = "as the chart has it";

    static ValueSource of(String path, HelmValues chart, HelmValues release, HelmValues own) {
        return new ValueSource(chart.said(path), release.said(path), own.said(path), own.takesAway(path));
    }

    /** What counts where the user says nothing. */
    String inherited() {
        return !released.isEmpty() && !away ? released : chart;
    }

    /** The same, with where it comes from. */
    String inheritedWords() {
        if (!released.isEmpty() && !away) {
            return released + " (release)";
        }
        return chart.isEmpty() ? UNKNOWN : chart + " (chart)";
    }

    /** Which value counts and whose it is, and which it takes the place of. */
    String words() {
        var others = new ArrayList<String>();
        boolean mine = !own.isEmpty() || away;
        if (mine && !released.isEmpty()) {
            others.add("release: " + released);
        }
        if ((!own.isEmpty() || (!released.isEmpty() && !away)) && !chart.isEmpty()) {
            others.add("chart: " + chart);
        }
        return others.isEmpty() ? source() : source() + " (" + String.join(", ", others) + ")";
    }

    private String source() {
        if (!own.isEmpty()) {
            return "Set by you";
        }
        if (away) {
            return "Back to the chart";
        }
        return released.isEmpty() ? "" : "Set by the release";
    }

    /** Whether something can be taken back to what is below it. */
    boolean resettable() {
        return !own.isEmpty() || away || !released.isEmpty();
    }
}
