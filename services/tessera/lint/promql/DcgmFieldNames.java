package tessera.lint.promql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.SpellingSuggestionFinder;

/** The names of all DCGM fields, and of the metrics that its exporter adds. Data: {@code dcgm-fields.txt}. */
public final class DcgmFieldNames {

    private static final String FIELD = "DCGM_FI_";
    private static final Set<String> OF_THE_EXPORTER = Set.of("DCGM_EXP_XID_ERRORS_COUNT", "DCGM_EXP_XID_ERRORS_TOTAL",
            "DCGM_EXP_CLOCK_EVENTS_COUNT", "DCGM_EXP_GPU_HEALTH_STATUS", "DCGM_EXP_P2P_STATUS");
    /** What the exporter makes of a counter or histogram. */
    private static final String SUFFIX = "_(?:total|bucket|sum|count|created)$";

    /** The field names that ship with the product, read at first use. */
    private record ShippedDcgmFieldHolder(Set<String> all) {

        private static final ShippedDcgmFieldHolder SHIPPED = read();

        private static ShippedDcgmFieldHolder read() {
            try (var file = new BufferedReader(new InputStreamReader(
                    Objects.requireNonNull(DcgmFieldNames.class.getResourceAsStream("dcgm-fields.txt")),
                    StandardCharsets.UTF_8))) {
                return new ShippedDcgmFieldHolder(Stream
                        .concat(OF_THE_EXPORTER.stream(),
                                file.lines().filter(line -> !line.startsWith("#")).map(FIELD::concat))
                        .collect(Collectors.toUnmodifiableSet()));
            } catch (IOException e) {
                throw new UncheckedIOException("damaged dcgm-fields.txt", e);
            }
        }
    }

    private DcgmFieldNames() {}

    /** Returns whether a metric is named like a DCGM field that does not exist. */
    public static boolean isUnknownField(String metric) {
        return metric.startsWith("DCGM_") && !ShippedDcgmFieldHolder.SHIPPED.all().contains(metric)
                && !ShippedDcgmFieldHolder.SHIPPED.all().contains(metric.replaceFirst(SUFFIX, ""));
    }

    /** Returns the field that was probably meant. */
    public static Optional<String> meantField(String metric) {
        var upper = metric.toUpperCase(Locale.ROOT);
        if (ShippedDcgmFieldHolder.SHIPPED.all().contains(upper)) {
            return Optional.of(upper);
        }
        return fieldOfOtherGroup(upper).or(() -> SpellingSuggestionFinder.findMistyped(upper, similarFields(upper)));
    }

    /** Returns the field of the same name in the other group of PROF and DEV. */
    private static Optional<String> fieldOfOtherGroup(String metric) {
        return Stream.of("DEV_", "PROF_").map(group -> metric.replaceFirst("^DCGM_FI_(?:DEV_|PROF_)?", FIELD + group))
                .filter(ShippedDcgmFieldHolder.SHIPPED.all()::contains).findFirst();
    }

    /** Returns the fields of similar length with the same beginning, as candidates for a misspelled one. */
    private static Set<String> similarFields(String metric) {
        var same = metric.substring(0, Math.min(metric.length(), FIELD.length() + 3));
        return ShippedDcgmFieldHolder.SHIPPED.all().stream()
                .filter(name -> name.startsWith(same)
                        && Math.abs(name.length() - metric.length()) <= Math.max(2, metric.length() / 6))
                .collect(Collectors.toSet());
    }
}
