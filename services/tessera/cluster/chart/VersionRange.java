package tessera.cluster.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions of a chart among which the newest is meant, said as Helm takes them: {@code v25.x}, {@code ~25.3},
 * {@code ^25.3.1}, {@code >=25.3 <26}, {@code 25.3 - 25.10}, and several of these with {@code ||}.
 *
 * @param text  as it was said
 * @param holds whether a version is one of them
 */
record VersionRange(String text, Predicate<ChartVersion> holds) {

    private static final String PARTS = "v?(\\d{1,9}|[xX*])(?:\\.(\\d{1,9}|[xX*]))?(?:\\.(\\d{1,9}|[xX*]))?(-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?";
    private static final Pattern TERM = Pattern
            .compile("\\G\\s*+(!=|>=|=>|<=|=<|=|>|<|~>|~|\\^)?+\\s*+" + PARTS + "[\\s,]*+");
    private static final Pattern SPAN = Pattern.compile("\\s*(" + PARTS + ")\\s+-\\s+(" + PARTS + ")\\s*");
    private static final Pattern EITHER = Pattern.compile("\\|\\|");
    private static final Pattern ANY = Pattern.compile("[xX*]");

    /** Empty where one version is meant, or nothing that can be understood. */
    static Optional<VersionRange> read(String text) {
        var one = ChartVersion.read(text.strip());
        boolean whole = one.isPresent() && text.chars().takeWhile(c -> c != '-').filter(c -> c == '.').count() >= 2;
        if (whole || text.isBlank()) {
            return Optional.empty();
        }
        Predicate<ChartVersion> any = _ -> false;
        for (var part : EITHER.split(text, -1)) {
            var all = all(part);
            if (all.isEmpty()) {
                return Optional.empty();
            }
            any = any.or(all.get());
        }
        return Optional.of(new VersionRange(text, any));
    }

    /** The newest of them; a version that is not meant for all only where that is said. */
    Optional<ChartVersion> newest(List<ChartVersion> versions) {
        boolean early = text.contains("-") && !text.contains(" - ");
        return ChartVersion.newest(versions.stream().filter(version -> early || version.early().isEmpty())
                .filter(holds).toList());
    }

    /** The version that is called so, where there is one, else the newest of them. */
    Optional<ChartVersion> of(List<ChartVersion> versions) {
        return versions.stream().filter(version -> version.isMeantBy(text)).findFirst().or(() -> newest(versions));
    }

    private static Optional<Predicate<ChartVersion>> all(String text) {
        var span = SPAN.matcher(text);
        if (span.matches()) {
            return Optional.of(new VersionBound(span, 2).atLeast().and(new VersionBound(span, 7).atMost()));
        }
        var terms = new ArrayList<Predicate<ChartVersion>>();
        var term = TERM.matcher(text);
        int end = 0;
        while (term.find() && term.start() == end) {
            terms.add(held(term.group(1) == null ? "" : term.group(1), new VersionBound(term, 2)));
            end = term.end();
        }
        return terms.isEmpty() || end != text.length() ? Optional.empty()
                : Optional.of(terms.stream().reduce(Predicate::and).orElseThrow());
    }

    private static Predicate<ChartVersion> held(String sign, VersionBound bound) {
        return switch (sign) {
            case ">" -> bound.atMost().negate();
            case ">=", "=>" -> bound.atLeast();
            case "<" -> bound.atLeast().negate();
            case "<=", "=<" -> bound.atMost();
            case "!=" -> bound.atLeast().and(bound.atMost()).negate();
            case "~", "~>" -> bound.atLeast().and(bound.below(Math.min(bound.said() - 1, 1)));
            case "^" -> bound.atLeast().and(bound.below(bound.leading()));
            default -> bound.atLeast().and(bound.atMost());
        };
    }

    /** A version of which the last parts may be left out, which then stand for all. */
    private record VersionBound(List<String> parts, String early) {

        VersionBound(Matcher match, int first) {
            this(parts(match, first), match.group(first + 3) == null ? "" : match.group(first + 3));
        }

        private static List<String> parts(Matcher match, int first) {
            var parts = new ArrayList<String>();
            for (int at = first; at < first + 3 && match.group(at) != null; at++) {
                if (ANY.matcher(match.group(at)).matches()) {
                    break;
                }
                parts.add(match.group(at));
            }
            return parts;
        }

        /** How many parts it has. */
        int said() {
            return parts.size();
        }

        /** The first part that is not 0, which a change that breaks something raises. */
        int leading() {
            for (int at = 0; at < parts.size(); at++) {
                if (Long.parseLong(parts.get(at)) > 0) {
                    return at;
                }
            }
            return parts.size() - 1;
        }

        Predicate<ChartVersion> atLeast() {
            var lowest = version(parts, early);
            return version -> version.compareTo(lowest) >= 0;
        }

        Predicate<ChartVersion> atMost() {
            if (said() < 3) {
                return below(said() - 1);
            }
            var highest = version(parts, early);
            return version -> version.compareTo(highest) <= 0;
        }

        /** Before the next version of which that part is another. */
        Predicate<ChartVersion> below(int part) {
            if (part < 0) {
                return _ -> true;
            }
            var next = new ArrayList<>(parts.subList(0, part));
            next.add(Long.toString(Long.parseLong(parts.get(part)) + 1));
            // What comes before a version belongs to that one.
            var end = version(next, "-0");
            return version -> version.compareTo(end) < 0;
        }

        private static ChartVersion version(List<String> parts, String early) {
            var whole = new ArrayList<>(parts);
            while (whole.size() < 3) {
                whole.add("0");
            }
            return ChartVersion.read(String.join(".", whole) + early).orElseThrow();
        }
    }
}
