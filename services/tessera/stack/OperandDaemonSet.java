package tessera.stack;

import java.util.Map;

/**
 * A DaemonSet of the stack.
 *
 * @param desired   on how many nodes it is to run
 * @param ready     on how many it does
 * @param selector  labels that a node must carry
 * @param image     of its first container
 */
public record OperandDaemonSet(String namespace, String name, int desired, int ready, Map<String, String> selector,
        String image) {

    public OperandDaemonSet {
        selector = Map.copyOf(selector);
    }

    public boolean runsComponent(GpuStackComponent component) {
        return component.ownsDaemonSet(name);
    }
}
