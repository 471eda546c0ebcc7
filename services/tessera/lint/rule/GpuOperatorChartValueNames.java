package tessera.lint.rule;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The names of values within the parts of the GPU operator's chart, as far as they are described. */
final class GpuOperatorChartValueNames {

    /** What nearly every part has. */
    private static final Set<String> USUAL = Set.of("enabled", "repository", "image", "version", "imagePullPolicy",
            "imagePullSecrets", "env", "args", "resources", "manager", "nodeSelector", "tolerations", "annotations",
            "labels", "hostNetwork", "hostPID");

    /** The values that the plan of operator values describes, read at first use. */
    private record ShippedOperatorValueHolder(Map<String, Set<String>> names) {

        private static final ShippedOperatorValueHolder SHIPPED = read();

        private static ShippedOperatorValueHolder read() {
            try (var file = Objects.requireNonNull(
                    GpuOperatorChartValueNames.class.getResourceAsStream("/tessera/plan/operator/values.json"))) {
                var names = new HashMap<String, Set<String>>();
                for (var value : new JsonMapper().readTree(file)) {
                    var path = value.path("path").asText().split("\\.", 3);
                    if (path.length > 1) {
                        names.computeIfAbsent(path[0], _ -> new HashSet<>(USUAL)).add(path[1]);
                    }
                }
                return new ShippedOperatorValueHolder(Map.copyOf(names));
            } catch (IOException e) {
                throw new UncheckedIOException("The values of the operator's chart are damaged", e);
            }
        }
    }

    private GpuOperatorChartValueNames() {}

    /** Returns the names that are known in a part of the chart; none for a part that is not described. */
    static Set<String> namesIn(String part) {
        return ShippedOperatorValueHolder.SHIPPED.names().getOrDefault(part, Set.of());
    }
}
