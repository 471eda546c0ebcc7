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
import tessera.model.DeployGates;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Looks for nodes that offer no GPU because somebody’s own label keeps the stack, or its device plugin, off them. */
final class GateChecks {

    private static final String OFF = "false";
    private static final String PLUGIN = StackComponent.PLUGIN.gate();

    private final SymptomCatalog matrix;
    private final Map<String, List<NodeChain>> kept;

    /** @param asked whether a node is meant */
    GateChecks(SymptomCatalog matrix, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.kept = stack.objects().deploys(StackComponent.PLUGIN)
                ? stack.chains().stream().filter(chain -> asked.test(chain.name()) && kept(chain))
                        .collect(Collectors.groupingBy(GateChecks::label, TreeMap::new, Collectors.toList()))
                : Map.of();
    }

    /** A device plugin that is not the operator’s may offer them, and does not heed the label. */
    private static boolean kept(NodeChain chain) {
        var node = chain.node();
        return !label(chain).isEmpty() && !node.byClaims() && !offers(node)
                && !node.lost() && !DuplicateDaemonSets.plugged(node)
                // A repair system turns parts off while it resets GPUs, and on again.
                && OngoingChange.of(node.info().facts()).isEmpty();
    }

    /** Whether a node has any device to hand out. */
    static boolean offers(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.allocatable() > 0);
    }

    /** The one that keeps the device plugin off; empty for none. */
    private static String label(NodeChain chain) {
        var facts = chain.node().info().facts();
        return facts.label(DeployGates.OPERANDS).equals(OFF) ? DeployGates.OPERANDS
                : facts.label(PLUGIN).equals(OFF) ? PLUGIN : "";
    }

    ExplainedNodes causes() {
        var nodes = kept.values().stream().flatMap(List::stream).map(NodeChain::name).collect(Collectors.toSet());
        return new ExplainedNodes(nodes, nodes);
    }

    /** One finding for all nodes that have the same label. */
    List<DoctorFinding> findings() {
        return kept.entrySet().stream().map(each -> finding(each.getKey(), each.getValue())).toList();
    }

    private DoctorFinding finding(String label, List<NodeChain> chains) {
        var nodes = chains.stream().map(NodeChain::name).toList();
        var of = SymptomSubject.nodes(nodes, label.equals(PLUGIN) ? "the device plugin" : "the GPU stack")
                .with("label", label).with("nodes", String.join(" ", nodes));
        var evidence = new ArrayList<String>();
        evidence.add("label %s=%s".formatted(label, OFF));
        chains.stream().limit(SymptomSubject.LISTED).flatMap(chain -> chain.node().uses().stream()
                .filter(use -> use.capacity() > 0 || use.allocated() > 0)
                .map(use -> "%s: no %s offered, %d held".formatted(chain.name(), use.resource(), use.allocated())))
                .forEach(evidence::add);
        return matrix.finding("kept-off", of, evidence)
                .mendedBy(new Remediation.Relabel(nodes, Map.of(label, "true"), Set.of()));
    }
}
