package tessera.plan.context;

import java.util.Set;

/**
 * The metadata of a chart.
 *
 * @param defaultValues its values, as YAML
 * @param parts    names of the charts within it, whose values it need not name
 */
public record HelmChartMetadata(String name, String version, String defaultValues, Set<String> parts) {

    public HelmChartMetadata {
        parts = Set.copyOf(parts);
    }
}
