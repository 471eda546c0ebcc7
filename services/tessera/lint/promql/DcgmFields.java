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
import tessera.model.SpellingSuggestions;

/** The names of all fields of DCGM, and of what its exporter adds. Data: {@code dcgm-fields.txt}. */
public final class DcgmFields {

    private static final String FIELD = "DCGM_FI_";
    private static final Set<String> OF_THE_EXPORTER = Set.of("DCGM_EXP_XID_ERRORS_COUNT", "DCGM_EXP_XID_ERRORS_TOTAL",
            "DCGM_EXP_CLOCK_EVENTS_COUNT", "DCGM_EXP_GPU_HEALTH_STATUS", "DCGM_EXP_P2P_STATUS");
    /** What the exporter makes of a counter or histogram. */
    private static final String SUFFIX = "_(?:total|bucket|sum|count|created)$";

    /** What ships with the product; read when somebody first wants it. */
    private record ShippedFields(Set<String> all) {

        private static final ShippedFields SHIPPED = read();

        private static ShippedFields read() {
            try (var file = new BufferedReader(new InputStreamReader(
                    Objects.requireNonNull(DcgmFields.class.getResourceAsStream("dcgm-fields.txt")),
                    StandardCharsets.UTF_8))) {
                return new ShippedFields(Stream.concat(OF_THE_EXPORTER.stream(),
                        file.lines().filter(line -> !line.startsWith("#")).map(FIELD::concat))
                        .collect(Collectors.toUnmodifiableSet()));
            } catch (IOException e) {
                throw new UncheckedIOException("The fields of DCGM are damaged", e);
            }
        }
    }

    private DcgmFields() {}

    /** Whether a metric is named as fields of DCGM are, and there is no such field. */
    public static boolean unknown(String metric) {
        return metric.startsWith("DCGM_") && !ShippedFields.SHIPPED.all().contains(metric)
                && !ShippedFields.SHIPPED.all().contains(metric.replaceFirst(SUFFIX, ""));
    }

    /** The field that was probably meant. */
    public static Optional<String> meant(String metric) {
        var upper = metric.toUpperCase(Locale.ROOT);
        return ShippedFields.SHIPPED.all().contains(upper) ? Optional.of(upper)
                : other(upper).or(() -> SpellingSuggestions.mistyped(upper, few(upper)));
    }

    /** The same of another of the two groups of fields, as PROF and DEV. */
    private static Optional<String> other(String metric) {
        return Stream.of("DEV_", "PROF_").map(group -> metric.replaceFirst("^DCGM_FI_(?:DEV_|PROF_)?", FIELD + group))
                .filter(ShippedFields.SHIPPED.all()::contains).findFirst();
    }

    /** A letter in four may be wrong, of what is behind the prefix. */
    private static Set<String> few(String metric) {
        var same = metric.substring(0, Math.min(metric.length(), FIELD.length() + 3));
        return ShippedFields.SHIPPED.all().stream().filter(name -> name.startsWith(same)
                && Math.abs(name.length() - metric.length()) <= Math.max(2, metric.length() / 6))
                .collect(Collectors.toSet());
    }
}
