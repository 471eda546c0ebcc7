package tessera.plan.context;

import java.util.List;

/**
 * Nodes whose driver the GPU operator is upgrading, in alphabetical order.
 *
 * @param cordoned those that it keeps cordoned for that, and not those that were cordoned before
 * @param paused   others on which it keeps operands paused for that
 */
public record DriverUpgradeNodes(List<String> cordoned, List<String> paused) {

    public static final DriverUpgradeNodes NONE = new DriverUpgradeNodes(List.of(), List.of());

    public DriverUpgradeNodes {
        cordoned = List.copyOf(cordoned);
        paused = List.copyOf(paused);
    }
}
