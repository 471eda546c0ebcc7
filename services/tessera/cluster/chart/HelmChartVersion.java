package tessera.cluster.chart;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of a chart, ordered by Semantic Versioning.
 *
 * @param text   as it is written
 * @param number its three parts
 * @param preRelease  what follows a hyphen, part by part; empty for a version that is meant for all
 */
record HelmChartVersion(String text, List<BigInteger> number,
        List<String> preRelease) implements Comparable<HelmChartVersion> {

    private static final Pattern SHAPE = Pattern
            .compile("v?(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern DOT = Pattern.compile("\\.");
    private static final Comparator<HelmChartVersion> ORDER = Comparator
            .<HelmChartVersion, List<BigInteger>>comparing(HelmChartVersion::number, HelmChartVersion::compareNumbers)
            .thenComparing(HelmChartVersion::preRelease, HelmChartVersion::compareEarly);

    /** Parses a version; empty where it is none. */
    static Optional<HelmChartVersion> parse(String text) {
        var parts = SHAPE.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var number = Arrays.asList(parsePart(parts.group(1)), parsePart(parts.group(2)), parsePart(parts.group(3)));
        return Optional.of(new HelmChartVersion(text, number,
                parts.group(4) == null ? List.of() : List.of(DOT.split(parts.group(4), -1))));
    }

    private static BigInteger parsePart(String digits) {
        return digits == null ? BigInteger.ZERO : new BigInteger(digits);
    }

    /** Returns the newest release; a pre-release only where there is no other. */
    static Optional<HelmChartVersion> newestOf(List<HelmChartVersion> versions) {
        return versions.stream().filter(version -> version.preRelease().isEmpty()).max(ORDER)
                .or(() -> versions.stream().max(ORDER));
    }

    /** Returns whether a typed version means this one, as a leading {@code v} is often forgotten. */
    boolean matchesTyped(String typed) {
        return text.equals(typed) || text.equals("v" + typed) || typed.equals("v" + text);
    }

    @Override
    public int compareTo(HelmChartVersion other) {
        return ORDER.compare(this, other);
    }

    private static int compareNumbers(List<BigInteger> one, List<BigInteger> other) {
        for (int at = 0; at < one.size(); at++) {
            int compared = one.get(at).compareTo(other.get(at));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    /** Compares pre-releases; a version without one is later. */
    private static int compareEarly(List<String> one, List<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Boolean.compare(one.isEmpty(), other.isEmpty());
        }
        for (int at = 0; at < Math.min(one.size(), other.size()); at++) {
            int compared = comparePart(one.get(at), other.get(at));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    private static int comparePart(String one, String other) {
        boolean digits = DIGITS.matcher(one).matches();
        boolean others = DIGITS.matcher(other).matches();
        if (digits && others) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return digits == others ? one.compareTo(other) : digits ? -1 : 1;
    }
}
