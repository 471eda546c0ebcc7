package tessera.plan.context;

import java.util.Set;

/**
 * A chart as it says of itself.
 *
 * @param defaults its values, as YAML
 * @param parts    names of the charts within it, whose values it need not name
 */
public record ChartDetail(String name, String version, String defaults, Set<String> parts) {

    public ChartDetail {
        parts = Set.copyOf(parts);
    }
}
