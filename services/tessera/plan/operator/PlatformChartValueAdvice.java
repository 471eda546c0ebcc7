package tessera.plan.operator;

import java.util.List;

/**
 * The chart values advised for a cluster by its platform and nodes.
 *
 * @param name  of the platform; empty where none is told
 * @param title of the platform; empty where none is told
 * @param installsByHelm  whether the operator is installed by Helm there
 * @param note  what else is needed there; may be empty
 */
public record PlatformChartValueAdvice(String name, String title, boolean installsByHelm, String note,
        List<HelmChartValueAdvice> values) {

    /** What the command line calls the platform that the nodes show. */
    public static final String DETECTED = "detected";

    public PlatformChartValueAdvice {
        values = List.copyOf(values);
    }
}
