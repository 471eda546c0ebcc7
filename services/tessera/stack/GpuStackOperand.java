package tessera.stack;

import java.util.List;
import java.util.regex.Pattern;
import tessera.model.OperandDeployLabels;
import tessera.model.PodSummary;
import tessera.text.OptionalText;

/**
 * A workload that implements a component on nodes of a kind.
 *
 * @param name what it is called in the catalogs of operands and of failures
 * @param appLabels  values of the labels by which its pods are known
 * @param daemonSetPattern  names of its DaemonSet
 * @param deployLabel  the label of a node that lets it onto the node, without its prefix; empty for what needs none
 */
public record GpuStackOperand(GpuStackComponent component, String name, List<String> appLabels,
        Pattern daemonSetPattern, String deployLabel) {

    static final Pattern NONE = Pattern.compile("(?!)");

    public GpuStackOperand {
        appLabels = List.copyOf(appLabels);
    }

    /** Returns the operator's own operand for container workloads. */
    static GpuStackOperand defaultOperand(GpuStackComponent component) {
        return new GpuStackOperand(component, component.operandName(), List.of(), NONE, component.shortGateLabel());
    }

    /** Returns what it is called on screen. */
    public String title() {
        return name.equals(component.operandName()) ? component.title() : name;
    }

    /** Returns the node label that admits it to a node; empty for none. */
    public String gateLabel() {
        return OptionalText.prefixed(OperandDeployLabels.PREFIX, deployLabel);
    }

    boolean ownsPod(PodSummary pod, List<String> labels) {
        if (appLabels.isEmpty() && daemonSetPattern == NONE) {
            return component.ownsPod(pod);
        }
        return labels.stream().anyMatch(label -> appLabels.contains(pod.labels().getOrDefault(label, "")))
                || namesDaemonSetOf(pod);
    }

    /** Returns whether a pod's DaemonSet has one of its names. */
    boolean namesDaemonSetOf(PodSummary pod) {
        return pod.owner().kind().equals("DaemonSet") && daemonSetPattern.matcher(pod.owner().name()).matches();
    }

    /** Returns whether a DaemonSet of this name runs its pods. */
    boolean ownsDaemonSet(String daemonSet) {
        if (appLabels.isEmpty() && daemonSetPattern == NONE) {
            return component.ownsDaemonSet(daemonSet);
        }
        return appLabels.contains(daemonSet) || daemonSetPattern.matcher(daemonSet).matches();
    }
}
