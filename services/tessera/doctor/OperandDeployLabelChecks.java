package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.gpu.health.OngoingNodeChange;
import tessera.model.OperandDeployLabels;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Finds nodes that offer no GPU because a deploy label set by a user keeps the stack, or its device plugin, off them. */
final class OperandDeployLabelChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OperandDeployLabelChecks.class);
    private static final String OFF = "false";
    private static final String PLUGIN = GpuStackComponent.PLUGIN.gateLabel();

    private final GpuStackSymptomCatalog catalog;
    private final Map<String, List<NodeGpuStackComponentChain>> disabledChainsByLabel;

    /** @param asked whether a node is meant */
    OperandDeployLabelChecks(GpuStackSymptomCatalog catalog, GpuStackStatus stack, Predicate<String> asked) {
        this.catalog = catalog;
        this.disabledChainsByLabel = stack.objects().deploysComponent(GpuStackComponent.PLUGIN).orElse(false)
                ? stack.chains().stream().filter(chain -> asked.test(chain.name()) && isGated(chain)).collect(
                        Collectors.groupingBy(OperandDeployLabelChecks::gateLabel, TreeMap::new, Collectors.toList()))
                : Map.of();
    }

    /** Returns whether a label keeps the stack off; a device plugin of another origin may ignore it. */
    private static boolean isGated(NodeGpuStackComponentChain chain) {
        var node = chain.node();
        return !gateLabel(chain).isEmpty() && !node.isClaimsOnly() && !offersDevices(node) && !node.isLost()
                && !DuplicateDaemonSetCheck.hasDevicePlugin(node)
                // A repair system turns parts off while it resets GPUs, and on again.
                && OngoingNodeChange.of(node.info().nodeSummary()).isEmpty();
    }

    /** Returns whether a node offers any device. */
    static boolean offersDevices(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.allocatable() > 0);
    }

    /** Returns the label that keeps the device plugin off; empty for none. */
    private static String gateLabel(NodeGpuStackComponentChain chain) {
        var nodeSummary = chain.node().info().nodeSummary();
        if (nodeSummary.label(OperandDeployLabels.OPERANDS).equals(OFF)) {
            return OperandDeployLabels.OPERANDS;
        }
        if (nodeSummary.label(PLUGIN).equals(OFF)) {
            return PLUGIN;
        }
        return "";
    }

    ExplainedProblemNodes explainedNodes() {
        var nodes = disabledChainsByLabel.values().stream().flatMap(List::stream).map(NodeGpuStackComponentChain::name)
                .collect(Collectors.toSet());
        return new ExplainedProblemNodes(nodes, nodes);
    }

    /** Returns one finding for all nodes that have the same label. */
    List<DiagnosisFinding> findings() {
        return disabledChainsByLabel.entrySet().stream().map(each -> labelFinding(each.getKey(), each.getValue()))
                .toList();
    }

    private DiagnosisFinding labelFinding(String label, List<NodeGpuStackComponentChain> chains) {
        var nodes = chains.stream().map(NodeGpuStackComponentChain::name).toList();
        var of = SymptomPlaceholderValues
                .ofNodes(nodes, MESSAGES.text(label.equals(PLUGIN) ? "operand.plugin" : "operand.stack"))
                .withPlaceholder("label", label).withPlaceholder("nodes", String.join(" ", nodes));
        var evidence = new ArrayList<String>();
        evidence.add("label %s=%s".formatted(label, OFF));
        chains.stream().limit(SymptomPlaceholderValues.LISTED).flatMap(OperandDeployLabelChecks::orphanedResourceTexts)
                .forEach(evidence::add);
        return catalog.finding("kept-off", of, evidence)
                .withRemediation(new FindingRemediation.NodeLabelRemedy(nodes, Map.of(label, "true"), Set.of()));
    }

    private static Stream<String> orphanedResourceTexts(NodeGpuStackComponentChain chain) {
        return chain.node().uses().stream().filter(use -> use.capacity() > 0 || use.allocated() > 0)
                .map(use -> MESSAGES.text("operand.lost", chain.name(), use.resource(), use.allocated()));
    }
}
