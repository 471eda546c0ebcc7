package tessera.stack;

import java.util.List;
import java.util.regex.Pattern;
import tessera.model.DeployGates;
import tessera.model.PodFacts;

/**
 * A workload that does the part of a component on nodes of some kind.
 *
 * @param title what it is called
 * @param apps  values of the labels by which its pods are known
 * @param sets  names of its DaemonSet
 * @param gate  the label of a node that lets it onto the node, without its prefix; empty for what needs none
 */
public record StackOperand(StackComponent component, String title, List<String> apps, Pattern sets, String gate) {

    public StackOperand {
        apps = List.copyOf(apps);
    }

    /** The operator's own for containers. */
    static StackOperand of(StackComponent component) {
        return new StackOperand(component, component.title(), List.of(), OperandCatalog.NONE, component.shortGate());
    }

    /** The label of a node that lets it onto the node; empty for what needs none. */
    public String gateLabel() {
        return gate.isEmpty() ? "" : DeployGates.PREFIX + gate;
    }

    boolean owns(PodFacts pod, List<String> labels) {
        return (apps.isEmpty() && sets == OperandCatalog.NONE) ? component.owns(pod)
                : labels.stream().anyMatch(label -> apps.contains(pod.labels().getOrDefault(label, "")))
                        || (pod.owner().kind().equals("DaemonSet") && sets.matcher(pod.owner().name()).matches());
    }

    /** Whether a DaemonSet of this name runs its pods. */
    boolean runsAs(String daemonSet) {
        return (apps.isEmpty() && sets == OperandCatalog.NONE) ? component.runsAs(daemonSet)
                : apps.contains(daemonSet) || sets.matcher(daemonSet).matches();
    }
}
