package tessera.alerts;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One of DCGM's health checks. They are data ({@code health-watches.json}).
 *
 * @param name    as the exporter calls it, e.g. {@code NVLINK}
 * @param meaning what it means where it fails; empty where the check is not known
 * @param remedy  what to do then; empty where the check is not known
 */
public record DcgmHealthWatch(String name, String meaning, String remedy) {

    /** Returns the health check of a name. */
    public static DcgmHealthWatch named(String name) {
        return ShippedDcgmCheckHolder.WATCHES.getOrDefault(name, new DcgmHealthWatch(name, "", ""));
    }

    /** Lazy holder of the health checks that ship with the product. */
    private static final class ShippedDcgmCheckHolder {

        private static final Map<String, DcgmHealthWatch> WATCHES = readCatalog();

        private static Map<String, DcgmHealthWatch> readCatalog() {
            try (var file = Objects.requireNonNull(DcgmHealthWatch.class.getResourceAsStream("health-watches.json"))) {
                var watches = new HashMap<String, DcgmHealthWatch>();
                new ObjectMapper().readTree(file).path("watches").forEach(
                        row -> watches.put(row.path("watch").asText(), new DcgmHealthWatch(row.path("watch").asText(),
                                row.path("meaning").asText(), row.path("action").asText())));
                return Map.copyOf(watches);
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable health-watches.json", e);
            }
        }
    }
}
