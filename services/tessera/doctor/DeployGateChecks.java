package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuNode;
import tessera.insight.node.OngoingChange;
import tessera.model.OperandDeployLabels;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Finds nodes that offer no GPU because a deploy label set by a user keeps the stack, or its device plugin, off them. */
final class DeployGateChecks {

    private static final String OFF = "false";
    private static final String PLUGIN = StackComponent.PLUGIN.gateLabel();

    private final SymptomCatalog matrix;
    private final Map<String, List<NodeChain>> kept;

    /** @param asked whether a node is meant */
    DeployGateChecks(SymptomCatalog matrix, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.kept = stack.objects().deploysComponent(StackComponent.PLUGIN)
                ? stack.chains().stream().filter(chain -> asked.test(chain.name()) && isGated(chain))
                        .collect(Collectors.groupingBy(DeployGateChecks::gateLabel, TreeMap::new, Collectors.toList()))
                : Map.of();
    }

    /** Returns whether a label keeps the stack off; a device plugin of another origin may ignore it. */
    private static boolean isGated(NodeChain chain) {
        var node = chain.node();
        return !gateLabel(chain).isEmpty() && !node.isClaimsOnly() && !offersDevices(node)
                && !node.isLost() && !DuplicateDaemonSets.hasDevicePlugin(node)
                // A repair system turns parts off while it resets GPUs, and on again.
                && OngoingChange.of(node.info().facts()).isEmpty();
    }

    /** Returns whether a node offers any device. */
    static boolean offersDevices(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.allocatable() > 0);
    }

    /** Returns the label that keeps the device plugin off; empty for none. */
    private static String gateLabel(NodeChain chain) {
        var facts = chain.node().info().facts();
        return facts.label(OperandDeployLabels.OPERANDS).equals(OFF) ? OperandDeployLabels.OPERANDS
                : facts.label(PLUGIN).equals(OFF) ? PLUGIN : "";
    }

    ExplainedNodes explainedNodes() {
        var nodes = kept.values().stream().flatMap(List::stream).map(NodeChain::name).collect(Collectors.toSet());
        return new ExplainedNodes(nodes, nodes);
    }

    /** Returns one finding for all nodes that have the same label. */
    List<DoctorFinding> findings() {
        return kept.entrySet().stream().map(each -> labelFinding(each.getKey(), each.getValue())).toList();
    }

    private DoctorFinding labelFinding(String label, List<NodeChain> chains) {
        var nodes = chains.stream().map(NodeChain::name).toList();
        var of = SymptomSubject.ofNodes(nodes, label.equals(PLUGIN) ? "the device plugin" : "the GPU stack")
                .withPlaceholder("label", label).withPlaceholder("nodes", String.join(" ", nodes));
        var evidence = new ArrayList<String>();
        evidence.add("label %s=%s".formatted(label, OFF));
        chains.stream().limit(SymptomSubject.LISTED).flatMap(chain -> chain.node().uses().stream()
                .filter(use -> use.capacity() > 0 || use.allocated() > 0)
                .map(use -> "%s: no %s offered, %d held".formatted(chain.name(), use.resource(), use.allocated())))
                .forEach(evidence::add);
        return matrix.finding("kept-off", of, evidence)
                .withRemediation(new Remediation.RelabelNodes(nodes, Map.of(label, "true"), Set.of()));
    }
}
