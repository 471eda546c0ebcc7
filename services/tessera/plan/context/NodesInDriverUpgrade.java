package tessera.plan.context;

import java.util.List;

/**
 * Nodes whose driver the GPU operator is upgrading, in alphabetical order.
 *
 * @param cordoned those that it keeps cordoned for that, and not those that were cordoned before
 * @param paused   others on which it keeps operands paused for that
 */
public record NodesInDriverUpgrade(List<String> cordoned, List<String> paused) {

    public static final NodesInDriverUpgrade NONE = new NodesInDriverUpgrade(List.of(), List.of());

    public NodesInDriverUpgrade {
        cordoned = List.copyOf(cordoned);
        paused = List.copyOf(paused);
    }
}
