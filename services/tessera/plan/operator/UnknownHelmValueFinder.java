package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.model.ProblemException;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** Warns of values that a chart does not name, most of them mistyped and without effect. */
final class UnknownHelmValueFinder {

    private static final String GLOBAL = "global";
    /** One letter in so many may be another. */
    private static final int ALIKE = 4;

    private final HelmChartMetadata chart;
    private final JsonNode defaults;
    private final TreeSet<String> knownPaths = new TreeSet<>();
    private final List<String> unknownPaths = new ArrayList<>();

    private UnknownHelmValueFinder(HelmChartMetadata chart) throws ProblemException {
        this.chart = chart;
        defaults = HelmValues.read(chart.defaultValues()).nodeAt("");
        collectPaths(defaults, "");
        if (chart.name().equals(HelmReleaseNamespacedName.USUAL.name())) {
            GpuOperatorChartValueDescription.standardValues().forEach(value -> knownPaths.add(value.path()));
        }
    }

    /** Returns a warning for each unknown value. */
    static List<HelmReleaseWarning> warnings(HelmValues set, HelmChartMetadata chart) throws ProblemException {
        var unknown = new UnknownHelmValueFinder(chart);
        // A chart without values of its own does not say which it heeds.
        if (!unknown.defaults.isEmpty()) {
            unknown.compareTrees(set.nodeAt(""), unknown.defaults, "");
        }
        return unknown.unknownPaths.stream()
                .<HelmReleaseWarning>map(path -> new HelmReleaseWarning.UnknownChartValue(chart.name(), chart.version(),
                        path, unknown.nearestPath(path)))
                .toList();
    }

    private void collectPaths(JsonNode tree, String above) {
        tree.properties().forEach(entry -> {
            knownPaths.add(above + entry.getKey());
            collectPaths(entry.getValue(), above + entry.getKey() + ".");
        });
    }

    private void compareTrees(JsonNode set, JsonNode named, String above) {
        for (var entry : set.properties()) {
            var path = above + entry.getKey();
            if (above.isEmpty() && (entry.getKey().equals(GLOBAL) || chart.parts().contains(entry.getKey()))) {
                continue;
            }
            var below = named.path(entry.getKey());
            if (below.isObject() && !below.isEmpty()) {
                compareTrees(entry.getValue(), below, path + ".");
            } else if (below.isMissingNode() && !knownPaths.contains(path)) {
                if (knownPaths.stream().anyMatch(each -> each.startsWith(path + "."))) {
                    compareTrees(entry.getValue(), MissingNode.getInstance(), path + ".");
                } else {
                    collectLeaves(entry.getValue(), path);
                }
            }
        }
    }

    private void collectLeaves(JsonNode set, String path) {
        if (set.isObject() && !set.isEmpty()) {
            set.properties().forEach(entry -> collectLeaves(entry.getValue(), path + "." + entry.getKey()));
        } else {
            unknownPaths.add(path);
        }
    }

    private Optional<String> nearestPath(String path) {
        int maximum = Math.max(1, path.length() / ALIKE);
        // The same name at another place is likelier than another name at this one.
        var elsewhere = knownPaths.stream().filter(
                each -> lastSegment(each).equals(lastSegment(path)) && firstSegment(each).equals(firstSegment(path)));
        var alike = knownPaths.stream().filter(each -> editDistance(each, path) <= maximum)
                .sorted(Comparator.comparingInt(each -> editDistance(each, path)));
        return Stream.concat(alike, elsewhere).findFirst();
    }

    private static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private static String firstSegment(String path) {
        return path.substring(0, Math.max(0, path.indexOf('.')));
    }

    /** Returns the number of letters to insert, delete, replace or transpose. */
    private static int editDistance(String one, String two) {
        var rows = new int[one.length() + 1][two.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= two.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : cheapestEdit(rows, one, two, i, j);
            }
        }
        return rows[one.length()][two.length()];
    }

    private static int cheapestEdit(int[][] rows, String one, String two, int i, int j) {
        boolean same = one.charAt(i - 1) == two.charAt(j - 1);
        int minimum = Math.min(Math.min(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1 && j > 1 && one.charAt(i - 1) == two.charAt(j - 2)
                && one.charAt(i - 2) == two.charAt(j - 1);
        return swapped ? Math.min(minimum, rows[i - 2][j - 2] + 1) : minimum;
    }
}
