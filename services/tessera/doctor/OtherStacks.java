package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.DeployGates;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;
import tessera.stack.StackKind;

/** Looks at nodes whose GPUs are offered without the operator: what works there, and what could be had besides. */
final class OtherStacks {

    private static final String NVIDIA = "NVIDIA";

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final List<NodeChain> chains;

    OtherStacks(SymptomCatalog matrix, DiagnosisInput known, GpuStack stack) {
        this.matrix = matrix;
        this.known = known;
        this.chains = stack.objects().absent() && stack.objects().complete()
                ? stack.chains().stream().filter(OtherStacks::works).toList()
                : List.of();
    }

    private static boolean works(NodeChain chain) {
        return chain.kind() == StackKind.OTHERS && chain.node().vendor().equals(NVIDIA)
                && chain.link(StackComponent.PLUGIN).state() == ChainLink.LinkState.READY
                && (chain.link(StackComponent.PLUGIN).pod() != null || !marked(chain));
    }

    /** Whether it carries labels of an operator, which may be left over. */
    private static boolean marked(NodeChain chain) {
        return chain.node().info().facts().labels().keySet().stream()
                .anyMatch(label -> label.startsWith(DeployGates.PREFIX));
    }

    /** Empty where there is nothing to gain. */
    Optional<DoctorFinding> finding() {
        var unlabelled = names(chains.stream().filter(chain -> chain.node().label().isEmpty()));
        var unmeasured = names(chains.stream().filter(chain -> chain.link(StackComponent.EXPORTER).pod() == null
                && Optional.ofNullable(known.fleet().readings().node(chain.name()))
                        .filter(readings -> !readings.devices().isEmpty()).isEmpty()));
        if (unlabelled.isEmpty() && unmeasured.isEmpty()) {
            return Optional.empty();
        }
        var lacks = new ArrayList<String>();
        var gains = new ArrayList<String>();
        if (!unlabelled.isEmpty()) {
            lacks.add("Labels of product and memory are missing%s.".formatted(where(unlabelled)));
            gains.add("GPU feature discovery for labels");
        }
        if (!unmeasured.isEmpty()) {
            lacks.add("No exporter measures GPUs%s.".formatted(where(unmeasured)));
            gains.add("dcgm-exporter for metrics");
        }
        var all = chains.stream().map(NodeChain::name).toList();
        return Optional.of(matrix.finding("no-operator", SymptomSubject.nodes(all, plugins())
                .with("lacks", String.join(" ", lacks))
                .with("gain", "To add them, install %s.".formatted(String.join(" and ", gains))), List.of()));
    }

    /** Nodes that lack something, where others have it. */
    private String where(List<String> nodes) {
        return nodes.size() == chains.size() ? "" : " on " + SymptomSubject.names(nodes);
    }

    private static List<String> names(Stream<NodeChain> chains) {
        return chains.map(NodeChain::name).toList();
    }

    private String plugins() {
        var plugins = GpuStack.plugins(chains.stream());
        return plugins.isEmpty() ? "its pods are not seen, or it is a part of the machines"
                : String.join(", ", plugins);
    }
}
