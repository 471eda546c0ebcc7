package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.doctor.StackSymptomCatalog.SymptomObjectTextValues;
import tessera.insight.GpuNode;
import tessera.insight.node.OngoingNodeChange;
import tessera.model.OperandDeployLabels;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeComponentChain;

/** Finds nodes that offer no GPU because a deploy label set by a user keeps the stack, or its device plugin, off them. */
final class DeployLabelDoctorChecks {

    private static final String OFF = "false";
    private static final String PLUGIN = GpuStackComponent.PLUGIN.gateLabel();

    private final StackSymptomCatalog matrix;
    private final Map<String, List<NodeComponentChain>> kept;

    /** @param asked whether a node is meant */
    DeployLabelDoctorChecks(StackSymptomCatalog matrix, GpuStackStatus stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.kept = stack.objects().deploysComponent(GpuStackComponent.PLUGIN)
                ? stack.chains().stream().filter(chain -> asked.test(chain.name()) && isGated(chain))
                        .collect(Collectors.groupingBy(DeployLabelDoctorChecks::gateLabel, TreeMap::new,
                                Collectors.toList()))
                : Map.of();
    }

    /** Returns whether a label keeps the stack off; a device plugin of another origin may ignore it. */
    private static boolean isGated(NodeComponentChain chain) {
        var node = chain.node();
        return !gateLabel(chain).isEmpty() && !node.isClaimsOnly() && !offersDevices(node)
                && !node.isLost() && !DuplicateDaemonSetCheck.hasDevicePlugin(node)
                // A repair system turns parts off while it resets GPUs, and on again.
                && OngoingNodeChange.of(node.info().facts()).isEmpty();
    }

    /** Returns whether a node offers any device. */
    static boolean offersDevices(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.allocatable() > 0);
    }

    /** Returns the label that keeps the device plugin off; empty for none. */
    private static String gateLabel(NodeComponentChain chain) {
        var facts = chain.node().info().facts();
        return facts.label(OperandDeployLabels.OPERANDS).equals(OFF) ? OperandDeployLabels.OPERANDS
                : facts.label(PLUGIN).equals(OFF) ? PLUGIN : "";
    }

    ExplainedNodeProblems explainedNodes() {
        var nodes = kept.values().stream().flatMap(List::stream).map(NodeComponentChain::name)
                .collect(Collectors.toSet());
        return new ExplainedNodeProblems(nodes, nodes);
    }

    /** Returns one finding for all nodes that have the same label. */
    List<DiagnosisFinding> findings() {
        return kept.entrySet().stream().map(each -> labelFinding(each.getKey(), each.getValue())).toList();
    }

    private DiagnosisFinding labelFinding(String label, List<NodeComponentChain> chains) {
        var nodes = chains.stream().map(NodeComponentChain::name).toList();
        var of = SymptomObjectTextValues.ofNodes(nodes, label.equals(PLUGIN) ? "the device plugin" : "the GPU stack")
                .withPlaceholder("label", label).withPlaceholder("nodes", String.join(" ", nodes));
        var evidence = new ArrayList<String>();
        evidence.add("label %s=%s".formatted(label, OFF));
        chains.stream().limit(SymptomObjectTextValues.LISTED).flatMap(chain -> chain.node().uses().stream()
                .filter(use -> use.capacity() > 0 || use.allocated() > 0)
                .map(use -> "%s: no %s offered, %d held".formatted(chain.name(), use.resource(), use.allocated())))
                .forEach(evidence::add);
        return matrix.finding("kept-off", of, evidence)
                .withRemediation(new FindingRemediation.NodeLabelRemedy(nodes, Map.of(label, "true"), Set.of()));
    }
}
