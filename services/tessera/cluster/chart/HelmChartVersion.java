package tessera.cluster.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.semver4j.Semver;

/**
 * A version of a chart, ordered by Semantic Versioning.
 *
 * @param text   as it is written
 * @param version the same with all three numbers
 */
record HelmChartVersion(String text, Semver version) implements Comparable<HelmChartVersion> {

    private static final Pattern SHAPE = Pattern.compile(
            "v?(\\d{1,9})" + "(?:\\.(\\d{1,9}))?" + "(?:\\.(\\d{1,9}))?(-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?");

    /** Parses a version, of which the last numbers may be missing; empty where it is none. */
    static Optional<HelmChartVersion> parse(String text) {
        var parts = SHAPE.matcher(text);
        if (parts.matches()) {
            return Optional
                    .ofNullable(Semver.parse("%d.%d.%d%s".formatted(number(parts.group(1)), number(parts.group(2)),
                            number(parts.group(3)), Objects.requireNonNullElse(parts.group(4), ""))))
                    .map(version -> new HelmChartVersion(text, version));
        }
        return Optional.empty();
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Returns the newest release; a pre-release only where there is no other. */
    static Optional<HelmChartVersion> newestOf(List<HelmChartVersion> versions) {
        return versions.stream().filter(version -> !version.isPreRelease()).max(Comparator.naturalOrder())
                .or(() -> versions.stream().max(Comparator.naturalOrder()));
    }

    boolean isPreRelease() {
        return !version.getPreRelease().isEmpty();
    }

    /** Returns whether a typed version means this one, as a leading {@code v} is often forgotten. */
    boolean matchesTyped(String typed) {
        return text.equals(typed) || text.equals("v" + typed) || typed.equals("v" + text);
    }

    @Override
    public int compareTo(HelmChartVersion other) {
        return version.compareTo(other.version);
    }
}
