package tessera.cluster.chart;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of a chart, as Semantic Versioning orders them.
 *
 * @param text   as it is written
 * @param number its three parts
 * @param early  what follows a hyphen, part by part; empty for a version that is meant for all
 */
record ChartVersion(String text, List<BigInteger> number, List<String> early) implements Comparable<ChartVersion> {

    private static final Pattern SHAPE = Pattern
            .compile("v?(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern DOT = Pattern.compile("\\.");
    private static final Comparator<ChartVersion> ORDER = Comparator
            .<ChartVersion, List<BigInteger>>comparing(ChartVersion::number, ChartVersion::compareNumbers)
            .thenComparing(ChartVersion::early, ChartVersion::compareEarly);

    /** Empty where it is none. */
    static Optional<ChartVersion> read(String text) {
        var parts = SHAPE.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var number = Arrays.asList(part(parts.group(1)), part(parts.group(2)), part(parts.group(3)));
        return Optional.of(new ChartVersion(text, number,
                parts.group(4) == null ? List.of() : List.of(DOT.split(parts.group(4), -1))));
    }

    private static BigInteger part(String digits) {
        return digits == null ? BigInteger.ZERO : new BigInteger(digits);
    }

    /** The newest that is meant for all; of those that are not only where there is no other. */
    static Optional<ChartVersion> newest(List<ChartVersion> versions) {
        return versions.stream().filter(version -> version.early().isEmpty()).max(ORDER)
                .or(() -> versions.stream().max(ORDER));
    }

    /** Whether a user who types some version means this one: a leading {@code v} is often forgotten. */
    boolean isMeantBy(String typed) {
        return text.equals(typed) || text.equals("v" + typed) || typed.equals("v" + text);
    }

    @Override
    public int compareTo(ChartVersion other) {
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

    /** One without such parts is later than one with them. */
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
