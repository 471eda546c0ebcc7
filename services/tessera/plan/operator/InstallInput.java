package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Failure;
import tessera.model.NodeFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Taint;
import tessera.plan.context.StackSite;

/**
 * What is there where a GPU stack is to be installed, as far as the chart must be told of it.
 *
 * @param all       the nodes
 * @param gpus      those of them with NVIDIA GPUs
 * @param namespace that the stack is to live in
 */
record InstallInput(List<NodeFacts> all, List<NodeFacts> gpus, StackSite site, String namespace) {

    static final String MONITORS = "servicemonitors.monitoring.coreos.com";
    private static final String NODE_TAINTS = "node.kubernetes.io/";
    private static final String USUAL = "{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}";
    private static final String CONTROL_PLANE = "{key: node-role.kubernetes.io/control-plane, operator: Exists, effect: NoSchedule}";

    /** Node feature discovery of somebody else. */
    List<String> discovery() {
        return others(site.discovery());
    }

    /** Device plugins of somebody else. */
    List<String> plugins() {
        return others(site.plugins());
    }

    private List<String> others(List<String> sets) {
        return sets.stream().filter(name -> !name.startsWith(namespace + "/")).toList();
    }

    /** How many nodes had a driver before any operator came. */
    long drivers() {
        return gpus.stream().filter(node -> !node.label("nvidia.com/cuda.driver-version.full").isEmpty()
                && node.label("nvidia.com/gpu.deploy.driver").isEmpty()).count();
    }

    /** Those of nodes with GPUs that would keep a stack away. */
    Collection<Taint> taints() {
        return gpus.stream().flatMap(node -> node.taints().stream())
                .filter(taint -> !taint.key().startsWith(NODE_TAINTS) && !taint.effect().equals("PreferNoSchedule"))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Whether a chart makes a ServiceMonitor unless it is told otherwise. */
    static boolean monitorsUsually(String chart) {
        return OperatorVersions.atLeast(chart, "26.7");
    }

    /**
     * What is to be set on a platform, and what besides for what was seen.
     *
     * @param name  of the platform, or {@link PlatformAdvice#DETECTED}
     * @param chart its version; may be empty
     */
    PlatformAdvice advice(String name, String chart) throws Failure {
        var platform = named(name);
        var values = new ArrayList<>(platform.map(found -> found.advised(chart, site.server())).orElseGet(List::of));
        seen(chart).filter(advice -> values.stream().noneMatch(other -> other.path().equals(advice.path())))
                .forEach(values::add);
        return new PlatformAdvice(platform.map(ClusterPlatform::name).orElse(""),
                platform.map(ClusterPlatform::title).orElse(""),
                platform.map(ClusterPlatform::helm).orElse(true), platform.map(ClusterPlatform::note).orElse(""),
                values);
    }

    private Optional<ClusterPlatform> named(String name) throws Failure {
        if (name.equals(PlatformAdvice.DETECTED)) {
            return ClusterPlatform.of(all);
        }
        var found = ClusterPlatform.all().stream().filter(platform -> platform.name().equals(name)).findFirst();
        if (found.isEmpty()) {
            throw new Failure(Problem.of(ProblemKind.INVALID, "There is no platform “" + name + "”").withRemedy("Say "
                    + PlatformAdvice.DETECTED + ", or one of: "
                    + ClusterPlatform.all().stream().map(ClusterPlatform::name).collect(Collectors.joining(", "))
                    + "."));
        }
        return found;
    }

    private Stream<ValueAdvice> seen(String chart) {
        var advices = new ArrayList<ValueAdvice>();
        if (!discovery().isEmpty()) {
            advices.add(new ValueAdvice("nfd.enabled", "false", String.join(", ", discovery()) + " is there already"));
        }
        if (drivers() > 0) {
            advices.add(new ValueAdvice("driver.enabled", "false", drivers() + " nodes have a driver already"));
        }
        var keys = taints().stream().filter(taint -> !taint.key().equals("nvidia.com/gpu")).toList();
        if (!keys.isEmpty()) {
            var reason = "nodes with GPUs have the taint "
                    + keys.stream().map(Taint::toString).collect(Collectors.joining(", "));
            advices.add(new ValueAdvice("daemonsets.tolerations", list(keys, USUAL), reason));
            advices.add(new ValueAdvice("node-feature-discovery.worker.tolerations", list(keys, CONTROL_PLANE, USUAL),
                    reason));
        }
        if (monitorsUsually(chart) && !site.kinds().contains(MONITORS)) {
            advices.add(new ValueAdvice("dcgmExporter.serviceMonitor.enabled", "false",
                    "the cluster does not know the kind ServiceMonitor"));
        }
        return advices.stream();
    }

    /** What is told of a list replaces what the chart has in it, so that is said again. */
    private static String list(Collection<Taint> taints, String... usual) {
        return Stream
                .concat(Arrays.stream(usual), taints.stream().map(taint -> "{key: \"%s\", operator: Exists, effect: %s}"
                        .formatted(taint.key(), taint.effect())).distinct())
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
