package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.doctor.Matrix.Of;
import tessera.model.DeployGates;
import tessera.stack.Component;
import tessera.stack.GpuStack;
import tessera.stack.Link;
import tessera.stack.NodeChain;
import tessera.stack.StackKind;

/** Looks at nodes whose GPUs are offered without the operator: what works there, and what could be had besides. */
final class OtherStacks {

    private static final String NVIDIA = "NVIDIA";

    private final Matrix matrix;
    private final Known known;
    private final List<NodeChain> chains;

    OtherStacks(Matrix matrix, Known known, GpuStack stack) {
        this.matrix = matrix;
        this.known = known;
        this.chains = stack.objects().absent() && stack.objects().complete()
                ? stack.chains().stream().filter(OtherStacks::works).toList()
                : List.of();
    }

    private static boolean works(NodeChain chain) {
        return chain.kind() == StackKind.OTHERS && chain.node().vendor().equals(NVIDIA)
                && chain.link(Component.PLUGIN).state() == Link.State.READY
                && (chain.link(Component.PLUGIN).pod() != null || !marked(chain));
    }

    /** Whether it carries labels of an operator, which may be left over. */
    private static boolean marked(NodeChain chain) {
        return chain.node().info().facts().labels().keySet().stream()
                .anyMatch(label -> label.startsWith(DeployGates.PREFIX));
    }

    /** Empty where there is nothing to gain. */
    Optional<Finding> finding() {
        var unlabelled = names(chains.stream().filter(chain -> chain.node().label().isEmpty()));
        var unmeasured = names(chains.stream().filter(chain -> chain.link(Component.EXPORTER).pod() == null
                && Optional.ofNullable(known.fleet().readings().node(chain.name()))
                        .filter(readings -> !readings.devices().isEmpty()).isEmpty()));
        if (unlabelled.isEmpty() && unmeasured.isEmpty()) {
            return Optional.empty();
        }
        var lacks = new ArrayList<String>();
        var gains = new ArrayList<String>();
        if (!unlabelled.isEmpty()) {
            lacks.add("Labels of product and memory are missing on %s.".formatted(Of.names(unlabelled)));
            gains.add("GPU feature discovery (gfd.enabled of the device plugin’s chart) for labels");
        }
        if (!unmeasured.isEmpty()) {
            lacks.add("No exporter measures the GPUs of %s.".formatted(Of.names(unmeasured)));
            gains.add("dcgm-exporter for measurements");
        }
        var all = chains.stream().map(NodeChain::name).toList();
        return Optional.of(matrix.finding("no-operator", Of.nodes(all, plugins())
                .with("lacks", String.join(" ", lacks))
                .with("gain", "Install %s, if that is wanted.".formatted(String.join(", and ", gains))), List.of()));
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
