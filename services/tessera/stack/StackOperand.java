package tessera.stack;

import java.util.List;
import java.util.regex.Pattern;
import tessera.model.OperandDeployLabels;
import tessera.model.PodFacts;

/**
 * A workload that implements a component on nodes of a kind.
 *
 * @param title what it is called
 * @param appLabels  values of the labels by which its pods are known
 * @param daemonSetPattern  names of its DaemonSet
 * @param gate  the label of a node that lets it onto the node, without its prefix; empty for what needs none
 */
public record StackOperand(StackComponent component, String title, List<String> appLabels, Pattern daemonSetPattern,
        String gate) {

    public StackOperand {
        appLabels = List.copyOf(appLabels);
    }

    /** Returns the operator's own operand for container workloads. */
    static StackOperand defaultOperand(StackComponent component) {
        return new StackOperand(component, component.title(), List.of(), OperandCatalog.NONE,
                component.shortGateLabel());
    }

    /** Returns the node label that admits it to a node; empty for none. */
    public String gateLabel() {
        return gate.isEmpty() ? "" : OperandDeployLabels.PREFIX + gate;
    }

    boolean ownsPod(PodFacts pod, List<String> labels) {
        return (appLabels.isEmpty() && daemonSetPattern == OperandCatalog.NONE) ? component.ownsPod(pod)
                : labels.stream().anyMatch(label -> appLabels.contains(pod.labels().getOrDefault(label, "")))
                        || namesDaemonSetOf(pod);
    }

    /** Returns whether a pod's DaemonSet has one of its names. */
    boolean namesDaemonSetOf(PodFacts pod) {
        return pod.owner().kind().equals("DaemonSet") && daemonSetPattern.matcher(pod.owner().name()).matches();
    }

    /** Returns whether a DaemonSet of this name runs its pods. */
    boolean ownsDaemonSet(String daemonSet) {
        return (appLabels.isEmpty() && daemonSetPattern == OperandCatalog.NONE) ? component.ownsDaemonSet(daemonSet)
                : appLabels.contains(daemonSet) || daemonSetPattern.matcher(daemonSet).matches();
    }
}
