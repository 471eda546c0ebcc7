package tessera.cluster.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.semver4j.Semver;

/**
 * A range of chart versions in Helm's syntax: {@code v25.x}, {@code ~25.3}, {@code ^25.3.1}, {@code >=25.3 <26}, {@code 25.3 - 25.10}, and several of these with {@code ||}.
 *
 * @param text  as it was said
 * @param predicate whether a version is one of them
 */
record HelmChartVersionRange(String text, Predicate<HelmChartVersion> predicate) {

    private static final String PARTS = "v?(\\d{1,9}|[xX*])" + "(?:\\.(\\d{1,9}|[xX*]))?" + "(?:\\.(\\d{1,9}|[xX*]))?"
            + "(-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?";
    /** A condition, or a span: two versions with a hyphen between blanks. */
    private static final Pattern TERM = Pattern.compile("\\G\\s*+" + "(!=|>=|=>|<=|=<|=|>|<|~>|~|\\^)?+" + "\\s*+"
            + PARTS + "(?:\\s++-\\s++(" + PARTS + "))?+[\\s,]*+");
    private static final int LOWER = 2;
    private static final int SPAN = 6;
    private static final int UPPER = 7;
    private static final Pattern EITHER = Pattern.compile("\\|\\|");
    private static final Pattern ANY = Pattern.compile("[xX*]");

    /** Parses a range; empty for a single version, or for anything that is none. */
    static Optional<HelmChartVersionRange> parse(String text) {
        var one = HelmChartVersion.parse(text.strip());
        boolean whole = one.isPresent() && text.chars().takeWhile(c -> c != '-').filter(c -> c == '.').count() >= 2;
        if (whole || text.isBlank()) {
            return Optional.empty();
        }
        Predicate<HelmChartVersion> any = _ -> false;
        for (var part : EITHER.split(text, -1)) {
            var all = parseConjunction(part);
            if (all.isEmpty()) {
                return Optional.empty();
            }
            any = any.or(all.get());
        }
        return Optional.of(new HelmChartVersionRange(text, any));
    }

    /** Returns the newest version in the range; a pre-release only where the range names one. */
    Optional<HelmChartVersion> newest(List<HelmChartVersion> versions) {
        return HelmChartVersion.newestOf(versions.stream().filter(predicate).toList());
    }

    /** Returns the version of exactly this name, if there is one, else the newest in the range. */
    Optional<HelmChartVersion> select(List<HelmChartVersion> versions) {
        return versions.stream().filter(version -> version.matchesTyped(text)).findFirst().or(() -> newest(versions));
    }

    private static Optional<Predicate<HelmChartVersion>> parseConjunction(String text) {
        Predicate<HelmChartVersion> all = _ -> true;
        boolean early = false;
        var term = TERM.matcher(text);
        int end = 0;
        while (term.find()) {
            var bound = new PartialVersionBound(term, LOWER);
            var upper = term.group(SPAN) == null ? bound : new PartialVersionBound(term, UPPER);
            if (!bound.isVersion() || !upper.isVersion()) {
                return Optional.empty();
            }
            all = all.and(
                    term.group(SPAN) == null ? toPredicate(term.group(1), bound) : bound.atLeast().and(upper.atMost()));
            early |= !bound.early().isEmpty() || !upper.early().isEmpty();
            end = term.end();
        }
        if (end == 0 || end != text.length()) {
            return Optional.empty();
        }
        if (!early) {
            all = all.and(version -> !version.isPreRelease());
        }
        return Optional.of(all);
    }

    private static Predicate<HelmChartVersion> toPredicate(@Nullable String sign, PartialVersionBound bound) {
        return switch (sign) {
            case ">" -> bound.atMost().negate();
            case ">=", "=>" -> bound.atLeast();
            case "<" -> bound.atLeast().negate();
            case "<=", "=<" -> bound.atMost();
            case "!=" -> bound.isOther();
            case "~", "~>" -> bound.near();
            case "^" -> bound.atLeast().and(bound.belowNext(bound.leadingPart()));
            case null, default -> bound.atLeast().and(bound.atMost());
        };
    }

    /** A version of which the last parts may be missing, which then stand for all. */
    private record PartialVersionBound(List<String> parts, String early) {

        PartialVersionBound(Matcher match, int first) {
            this(splitParts(match, first), Objects.requireNonNullElse(match.group(first + 3), ""));
        }

        private static List<String> splitParts(Matcher match, int first) {
            var parts = new ArrayList<String>();
            for (int at = first; at < first + 3 && match.group(at) != null; at++) {
                if (ANY.matcher(match.group(at)).matches()) {
                    break;
                }
                parts.add(match.group(at));
            }
            return parts;
        }

        /** Returns whether what follows the numbers may follow those of a version. */
        boolean isVersion() {
            return Semver.isValid("0.0.0" + early);
        }

        /** Returns the number of parts. */
        int countParts() {
            return parts.size();
        }

        /** Returns the index of the first part that is not 0, which a breaking change raises. */
        int leadingPart() {
            for (int at = 0; at < parts.size(); at++) {
                if (Long.parseLong(parts.get(at)) > 0) {
                    return at;
                }
            }
            return parts.size() - 1;
        }

        /** Returns versions from this one on that differ in the last part; near 0.0.0 Helm finds every version. */
        Predicate<HelmChartVersion> near() {
            boolean zero = countParts() == 3 && parts.stream().allMatch(part -> Integer.parseInt(part) == 0);
            return zero ? _ -> true : atLeast().and(belowNext(Math.min(countParts() - 1, 1)));
        }

        /** Returns other versions; where parts are missing and there is a pre-release, also those with another one. */
        Predicate<HelmChartVersion> isOther() {
            var other = atLeast().and(atMost()).negate();
            if (early.isEmpty() || countParts() == 3) {
                return other;
            }
            return other.or(version -> !early.equals("-" + String.join(".", version.version().getPreRelease())));
        }

        Predicate<HelmChartVersion> atLeast() {
            var lowest = toVersion(parts, early);
            return version -> version.compareTo(lowest) >= 0;
        }

        Predicate<HelmChartVersion> atMost() {
            if (countParts() < 3) {
                return belowNext(countParts() - 1);
            }
            var highest = toVersion(parts, early);
            return version -> version.compareTo(highest) <= 0;
        }

        /** Returns versions before the next one of which that part is another. */
        Predicate<HelmChartVersion> belowNext(int part) {
            if (part < 0) {
                return _ -> true;
            }
            var next = new ArrayList<>(parts.subList(0, part));
            next.add(Long.toString(Long.parseLong(parts.get(part)) + 1));
            // What comes before a version belongs to that one.
            var end = toVersion(next, "-0");
            return version -> version.compareTo(end) < 0;
        }

        private static HelmChartVersion toVersion(List<String> parts, String early) {
            var whole = new ArrayList<>(parts);
            while (whole.size() < 3) {
                whole.add("0");
            }
            var text = String.join(".", whole) + early;
            return new HelmChartVersion(text, new Semver(text));
        }
    }
}
