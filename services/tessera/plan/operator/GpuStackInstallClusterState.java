package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.Taint;
import tessera.model.NodeSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.text.MessageCatalog;

/**
 * The state of a cluster that decides about chart values for a GPU stack.
 *
 * @param nodes       the nodes
 * @param gpuNodes      those of them with NVIDIA GPUs
 * @param namespace that the stack is to live in
 */
record GpuStackInstallClusterState(List<NodeSummary> nodes, List<NodeSummary> gpuNodes,
        GpuStackInstallEnvironment location, String namespace) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackInstallClusterState.class);
    static final String MONITORS = "servicemonitors.monitoring.coreos.com";
    private static final String NODE_TAINTS = "node.kubernetes.io/";
    private static final String USUAL = "{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}";
    private static final String CONTROL_PLANE = "{key: node-role.kubernetes.io/control-plane, operator: Exists, effect: NoSchedule}";

    /** Returns the node feature discovery DaemonSets of other installations. */
    List<String> otherDiscovery() {
        return outsideNamespace(location.discovery());
    }

    /** Returns the device plugins of other installations. */
    List<String> otherPlugins() {
        return outsideNamespace(location.plugins());
    }

    private List<String> outsideNamespace(List<String> sets) {
        return sets.stream().filter(name -> !name.startsWith(namespace + "/")).toList();
    }

    /** Returns the number of nodes with a host driver from before any operator. */
    long countHostDrivers() {
        return gpuNodes.stream().filter(node -> !node.label("nvidia.com/cuda.driver-version.full").isEmpty()
                && node.label("nvidia.com/gpu.deploy.driver").isEmpty()).count();
    }

    /** Returns the taints of GPU nodes that would keep the stack away. */
    Collection<Taint> blockingTaints() {
        return gpuNodes.stream().flatMap(node -> node.taints().stream())
                .filter(taint -> !taint.key().startsWith(NODE_TAINTS) && taint.repels())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether the chart creates a ServiceMonitor by default. */
    static boolean enablesServiceMonitor(String chart) {
        return GpuOperatorBreakingChanges.isAtLeast(chart, "26.7");
    }

    /**
     * Returns the advised values for a platform and for what was detected.
     *
     * @param name  of the platform, or {@link PlatformChartValueAdvice#DETECTED}
     * @param chart its version; may be empty
     */
    PlatformChartValueAdvice platformAdvice(String name, String chart) throws ProblemException {
        var platform = findPlatform(name);
        var values = new ArrayList<>(platform
                .map(clusterPlatform -> clusterPlatform.advisedValues(chart, location.server())).orElseGet(List::of));
        detectedAdvice(chart)
                .filter(advice -> values.stream().map(HelmChartValueAdvice::path).noneMatch(advice.path()::equals))
                .forEach(values::add);
        return new PlatformChartValueAdvice(platform.map(ClusterPlatform::name).orElse(""),
                platform.map(ClusterPlatform::title).orElse(""),
                platform.map(ClusterPlatform::installsByHelm).orElse(true),
                platform.map(ClusterPlatform::note).orElse(""), values);
    }

    private Optional<ClusterPlatform> findPlatform(String name) throws ProblemException {
        if (name.equals(PlatformChartValueAdvice.DETECTED)) {
            return ClusterPlatform.of(nodes);
        }
        var found = ClusterPlatform.standardPlatforms().stream().filter(platform -> platform.name().equals(name))
                .findFirst();
        if (found.isEmpty()) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID,
                    new HelmReleaseRefusal.UnknownPlatform(name,
                            Stream.concat(Stream.of(PlatformChartValueAdvice.DETECTED),
                                    ClusterPlatform.standardPlatforms().stream().map(ClusterPlatform::name))
                                    .toList())));
        }
        return found;
    }

    private Stream<HelmChartValueAdvice> detectedAdvice(String chart) {
        var advices = new ArrayList<HelmChartValueAdvice>();
        if (!otherDiscovery().isEmpty()) {
            advices.add(new HelmChartValueAdvice("nfd.enabled", "false",
                    MESSAGES.text("advice.discovery", otherDiscovery())));
        }
        if (countHostDrivers() > 0) {
            advices.add(new HelmChartValueAdvice("driver.enabled", "false",
                    MESSAGES.text("advice.driver", countHostDrivers())));
        }
        var keys = blockingTaints().stream().filter(taint -> !taint.key().equals("nvidia.com/gpu")).toList();
        if (!keys.isEmpty()) {
            var reason = MESSAGES.text("advice.taints", keys);
            advices.add(new HelmChartValueAdvice("daemonsets.tolerations", tolerationsYaml(keys, USUAL), reason));
            advices.add(new HelmChartValueAdvice("node-feature-discovery.worker.tolerations",
                    tolerationsYaml(keys, CONTROL_PLANE, USUAL), reason));
        }
        if (enablesServiceMonitor(chart) && !location.kinds().contains(MONITORS)) {
            advices.add(new HelmChartValueAdvice("dcgmExporter.serviceMonitor.enabled", "false",
                    MESSAGES.text("advice.monitor")));
        }
        return advices.stream();
    }

    /** Returns the tolerations with the chart's defaults repeated, as a list value replaces the chart's list. */
    private static String tolerationsYaml(Collection<Taint> taints, String... usual) {
        return Stream
                .concat(Arrays.stream(usual),
                        taints.stream().map(taint -> "{key: \"%s\", operator: Exists, effect: %s}"
                                .formatted(taint.key(), taint.effect())).distinct())
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
