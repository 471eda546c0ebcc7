package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.Severity;
import tessera.doctor.Matrix.Of;
import tessera.stack.Component;
import tessera.stack.GpuStack;
import tessera.stack.Link;
import tessera.stack.NodeChain;
import tessera.stack.PolicyStanding;
import tessera.stack.PolicyStanding.Verdict;

/** Looks at the GPU stack: its operator, the operator's word, and the chain of parts on every node. */
final class StackChecks {

    private static final String STATE = "nvidia.com/gpu-driver-upgrade-state=";
    private static final Set<Link.State> UNCLEAR = Set.of(Link.State.UNKNOWN);

    private final Matrix matrix;
    private final GpuStack stack;
    private final List<Finding> found = new ArrayList<>();

    StackChecks(Matrix matrix, GpuStack stack) {
        this.matrix = matrix;
        this.stack = stack;
    }

    List<Finding> findings() {
        var objects = stack.objects();
        if (objects.absent() && objects.complete() && !stack.chains().isEmpty()) {
            found.add(matrix.finding("no-stack", new Of("", "", Map.of()), List.of()));
        }
        objects.operator().found().flatMap(each -> each).filter(each -> each.ready() < each.wanted())
                .ifPresent(each -> found.add(matrix.finding("operator-down",
                        new Of("deployments/%s -n %s".formatted(each.name(), each.namespace()), "",
                                Map.of("namespace", each.namespace(), "what",
                                        "%d of %d pods ready".formatted(each.ready(), each.wanted()))),
                        List.of())));
        stack.policy().filter(each -> each.verdict() == Verdict.IDLE || each.verdict() == Verdict.NOT_READY)
                .ifPresent(this::policy);
        stack.chains().forEach(this::chain);
        if (stack.drivers().size() > 1) {
            found.add(matrix.finding("drivers-differ", new Of("", "", Map.of("what", stack.drivers().stream()
                    .map(each -> "%s on %d".formatted(each.version(), each.nodes()))
                    .collect(Collectors.joining(", ")))), List.of()));
        }
        return List.copyOf(found);
    }

    private void policy(PolicyStanding policy) {
        var name = stack.objects().policy().map(each -> each.name()).orElse("");
        var plain = matrix.finding("policy", new Of("clusterpolicies/" + name, "", Map.of("what", policy.headline())),
                List.of(String.join(", ", policy.notReady())));
        found.add(new Finding(plain.id(), plain.severity(), plain.object(), "", plain.headline(), policy.text(),
                plain.evidence(), "", plain.commands()));
    }

    private void chain(NodeChain chain) {
        if (chain.upgrade().failed()) {
            found.add(matrix.finding("upgrade-failed", Of.node(chain.name(), ""),
                    List.of("label " + STATE + chain.upgrade().label())));
            return;
        }
        // What is wrong with MIG is told by its labels, with the plan that helps.
        chain.finding().filter(each -> each.at() != Component.MIG && chain.worst() != Link.State.PAUSED)
                .ifPresent(each -> found.add(new Finding("stack",
                        each.at() == Component.EXPORTER ? Severity.WARNING : Severity.CRITICAL,
                        Finding.node(chain.name()), chain.name(),
                        "%s: %s".formatted(chain.name(), stripped(each.headline())), each.because(),
                        List.of(part(chain, each.at()), each.evidence()), each.remedy(), commands(chain, each.at()))));
    }

    private static String stripped(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static String part(NodeChain chain, Component at) {
        return at.title() + ": " + chain.link(at).words();
    }

    private static List<String> commands(NodeChain chain, Component at) {
        var pod = chain.link(at).pod();
        return pod == null ? List.of("tessera stack -o wide")
                : List.of("kubectl -n %s logs %s --all-containers --tail 50".formatted(pod.namespace(), pod.name()));
    }

    /** Nodes of whose chain not every link is known. */
    static List<String> unclear(GpuStack stack) {
        return stack.chains().stream().filter(chain -> chain.links().stream()
                .anyMatch(link -> UNCLEAR.contains(link.state()))).map(NodeChain::name).toList();
    }
}
