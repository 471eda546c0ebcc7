package tessera.plan.model;

import java.util.List;

/**
 * A DaemonSet of the GPU stack whose pods could no longer run on some nodes.
 *
 * @param taints those it does not tolerate
 * @param nodes  where
 */
public record GpuDaemonSetNodeLoss(String namespace, String name, List<String> taints, List<String> nodes) {

    public GpuDaemonSetNodeLoss {
        taints = List.copyOf(taints);
        nodes = List.copyOf(nodes);
    }
}
