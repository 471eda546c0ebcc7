package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.AlertSignal;
import tessera.doctor.GpuStackConfigInventory.NamedDevicePluginConfigs;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuNode;
import tessera.model.CountedNounFormatter;
import tessera.model.NodeSummary;
import tessera.model.OperandDeployLabels;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.ShareableNodeDevices;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.stack.NodeGpuStackVariant;

/** Examines the input about a cluster: one finding for each problem, whatever source reports it. Pure. */
public final class ClusterDiagnoser {

    private static final Map<String, String> TOOLS = Map.of("NVIDIA", "nvidia-smi", "AMD", "amd-smi");
    private static final Comparator<DiagnosisFinding> URGENT = Comparator.comparing(DiagnosisFinding::severity)
            .reversed()
            .thenComparingInt(finding -> finding.node().isEmpty() && !finding.object().startsWith("pods/") ? 0 : 1)
            .thenComparing(DiagnosisFinding::id).thenComparing(DiagnosisFinding::object)
            .thenComparing(DiagnosisFinding::headline);

    private final GpuStackSymptomCatalog catalog = GpuStackSymptomCatalog.standard();
    private final AcceleratorCatalog accelerators;

    public ClusterDiagnoser(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    public ClusterDiagnosis examine(DiagnosisInput input, DiagnosisScope focus) {
        var findings = new ArrayList<DiagnosisFinding>();
        var node = focus.nodeName(input.fleet().snapshot());
        var asked = examinedNodes(input, focus, node);
        Predicate<String> meant = name -> focus.includesAll() || name.equals(node);
        var causes = input.stack().map(stack -> checkStack(input, stack, meant, findings))
                .orElse(ExplainedProblemNodes.NONE);
        findings.addAll(new GpuNodeChecks(catalog, input).findings(causes, meant,
                new MissingExporterSeriesChecks(catalog, input.fleet(), asked).findings()));
        findings.addAll(new GpuPodDoctorChecks(catalog, input, accelerators).findings(focus.pod()));
        findings.addAll(new DuplicateDaemonSetCheck(catalog, asked).findings());
        findings.addAll(new KarpenterUninitializedNodeCheck(catalog, input).findings());
        input.evidence().upgrades().forEach(upgrade -> findings.add(upgrade.finding(catalog)));
        var meaning = new NvlinkFabricCheck(input).joinFindings(catalog, findings).stream()
                .filter(finding -> isInScope(finding, focus, node)).distinct().sorted(URGENT)
                .toList();
        return new ClusterDiagnosis(
                focus.includesAll() ? new FindingGrouper(input.allPods().values()).groupFindings(meaning) : meaning,
                lookedAtTexts(input, focus, asked),
                skippedTexts(input, asked));
    }

    private ExplainedProblemNodes checkStack(DiagnosisInput input, GpuStackStatus stack, Predicate<String> meant,
            List<DiagnosisFinding> findings) {
        var configs = new DevicePluginConfigChecks(catalog, input, stack, meant);
        findings.addAll(new StaleDevicePluginConfigCheck(catalog, input, stack, meant).findings());
        findings.addAll(new GpuStackSymptomChecks(catalog, input.inventory().symptoms(), meant).findings());
        var unled = input.inventory().symptoms().missingPolicy().filter(_ -> !stack.chains().isEmpty());
        unled.ifPresent(policy -> findings.add(policy.finding(catalog, stack.chains())));
        var gates = new OperandDeployLabelChecks(catalog, stack, meant);
        var leftovers = new OrphanedOperatorLabelCheck(catalog, input, stack, meant);
        findings.addAll(leftovers.findings());
        var explained = new HashSet<>(configs.explainedNodes().broken());
        KarpenterUninitializedNodeCheck.uninitializedClaims(input).forEach(claim -> explained.add(claim.node()));
        var parts = new GpuStackDoctorChecks(catalog, stack, input.failureEvents(), explained);
        findings.addAll(parts.findings());
        new NonOperatorGpuStackChecks(catalog, input, stack).finding().ifPresent(findings::add);
        findings.addAll(configs.findings());
        findings.addAll(gates.findings());
        return parts.explainedNodes().combinedWith(configs.explainedNodes()).combinedWith(gates.explainedNodes())
                .combinedWith(leftovers.explainedNodes())
                .combinedWith(unled.map(_ -> MissingClusterPolicy.explainedNodes(stack.chains()))
                        .orElse(ExplainedProblemNodes.NONE));
    }

    /** Returns the nodes whose devices are examined: with a pod that waits, none. */
    private static List<GpuNode> examinedNodes(DiagnosisInput input, DiagnosisScope focus, String node) {
        return input.fleet().nodes().stream().filter(each -> focus.includesAll() || each.name().equals(node)).toList();
    }

    private static boolean isInScope(DiagnosisFinding finding, DiagnosisScope focus, String node) {
        return focus.includesAll() || (!node.isEmpty() && finding.node().equals(node) && (focus.pod().isEmpty()
                || !finding.object().startsWith("pods/")))
                || (!focus.pod().isEmpty() && (finding.object().equals(DiagnosisFinding.podResource(focus.pod()))
                        || (node.isEmpty()
                                && finding.object().endsWith(DiagnosisFinding.podResource(focus.pod()).substring(4)))));
    }

    private static List<String> lookedAtTexts(DiagnosisInput input, DiagnosisScope focus, List<GpuNode> asked) {
        var looked = new ArrayList<String>();
        var clusterSnapshot = input.fleet().snapshot();
        if (input.nodesProblem().isEmpty() && focus.includesAll()) {
            looked.add("%s, %d of them with GPUs: readiness, conditions, allocatable and allocated devices"
                    .formatted(CountedNounFormatter.countText(clusterSnapshot.nodes().size(), "node"),
                            input.fleet().nodes().size()));
        } else if (input.nodesProblem().isEmpty()) {
            asked.forEach(node -> looked.add("Node %s: readiness, conditions, allocatable and allocated devices"
                    .formatted(node.name())));
        }
        long boards = asked.stream().map(node -> input.fleet().readings().readingsOf(node.name()))
                .filter(Objects::nonNull).mapToLong(readings -> readings.devices().size()).sum();
        if (boards > 0) {
            looked.add("%s, on the readings of %s".formatted(
                    CountedNounFormatter.countText(input.rules().allRules().size(), "alert rule"),
                    CountedNounFormatter.countText(boards, "GPU")));
        } else if (!asked.isEmpty()) {
            looked.add("%s on node objects"
                    .formatted(CountedNounFormatter.countText(countRules(input, true), "alert rule")));
        }
        long chains = input.stack().stream().flatMap(stack -> stack.chains().stream()).filter(
                chain -> focus.includesAll() || asked.stream().map(GpuNode::name).anyMatch(chain.name()::equals))
                .count();
        input.stack()
                .map(stack -> GpuStackDoctorChecks.lookedAtParts(stack, input.nodesProblem().isEmpty() ? chains : 0))
                .filter(parts -> !parts.isEmpty())
                .ifPresent(parts -> looked.add("The GPU stack: " + String.join(", ", parts)));
        if (clusterSnapshot.podVisibility() != PodListCompleteness.NONE
                && (focus.includesAll() || !input.pendingPods().isEmpty())) {
            int waiting = input.pendingPods().stream().mapToInt(pods -> pods.pods().size()).sum();
            looked.add(waitingPodsText(waiting, input));
        }
        return looked;
    }

    private static String waitingPodsText(int waiting, DiagnosisInput input) {
        if (waiting <= 1) {
            return "%s that waits with a request for devices".formatted(waiting == 0 ? "No pod" : "1 pod");
        }
        return "%d pods that wait with a request for devices, %s".formatted(waiting,
                input.pendingPods().size() == 1
                        ? "all of one kind"
                        : "of %d kinds".formatted(input.pendingPods().size()));
    }

    /** Whose GPUs all of them have; empty where that is not one. */
    private static String vendor(List<GpuNode> nodes) {
        var vendors = nodes.stream().map(GpuNode::vendor).distinct().toList();
        return vendors.size() == 1 ? vendors.getFirst() : "";
    }

    /** Returns the number of rules about nodes, or else about readings. */
    private static long countRules(DiagnosisInput input, boolean ofNodes) {
        return input.rules().allRules().stream()
                .filter(rule -> (rule.signal().kind() == AlertSignal.SignalEvaluationKind.NODE) == ofNodes).count();
    }

    private static List<String> skippedTexts(DiagnosisInput input, List<GpuNode> asked) {
        var skipped = new ArrayList<String>();
        var clusterSnapshot = input.fleet().snapshot();
        input.nodesProblem().ifPresent(problem -> skipped.add("Nodes: " + problem.problemText()));
        if (clusterSnapshot.podVisibility() == PodListCompleteness.NONE) {
            skipped.add("Pods: you may not read them");
        } else if (!clusterSnapshot.podScope().isComplete()) {
            skipped.add("Pods of other namespaces: you may not read them");
        }
        input.nodesProblem()
                .ifPresent(_ -> skipped.add("What depends on nodes: GPUs and their metrics, the GPU stack on "
                        + "each node, room for pods"));
        skipped.addAll(input.skipped());
        skipped.addAll(
                new MissingDeviceMetricsText(input.fleet().readings()).missingTexts(asked, countRules(input, false)));
        var meant = asked.stream().map(GpuNode::name).collect(Collectors.toSet());
        input.stack().map(GpuStackDoctorChecks::unclearNodes)
                .map(nodes -> nodes.stream().filter(meant::contains).toList())
                .filter(nodes -> !nodes.isEmpty())
                .ifPresent(nodes -> skipped
                        .add("Parts of the GPU stack on %s: not known"
                                .formatted(SymptomPlaceholderValues.namesText(nodes))));
        // That nodes are not known is told already, of all pods at once.
        var told = input.nodesProblem().map(Problem::headline);
        input.pendingPods().stream().flatMap(pods -> pods.fit().unknownFacts().stream()).distinct()
                .filter(each -> told.filter(each::endsWith).isEmpty()).forEach(skipped::add);
        skipped.add("What only the machines know: kernel log, %s, topology of CPUs and devices"
                .formatted(TOOLS.getOrDefault(vendor(asked), "the tools of the GPUs’ vendor")));
        return skipped;
    }

    /** Checks nodes whose GPUs are offered without the operator: what works there, and what the operator would add. */
    static final class NonOperatorGpuStackChecks {

        private static final String NVIDIA = "NVIDIA";
        private static final String GKE = "cloud.google.com/gke-accelerator";

        private final GpuStackSymptomCatalog catalog;
        private final DiagnosisInput input;
        private final List<NodeGpuStackComponentChain> chains;

        NonOperatorGpuStackChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack) {
            this.catalog = catalog;
            this.input = input;
            this.chains = stack.objects().isAbsent() && stack.objects().isComplete()
                    ? stack.chains().stream().filter(NonOperatorGpuStackChecks::isWorking).toList()
                    : List.of();
        }

        private static boolean isWorking(NodeGpuStackComponentChain chain) {
            return chain.kind() == NodeGpuStackVariant.OTHERS && chain.node().vendor().equals(NVIDIA)
                    && chain.linkOf(GpuStackComponent.PLUGIN).state() == NodeGpuStackComponent.NodeComponentState.READY
                    && (chain.linkOf(GpuStackComponent.PLUGIN).pod() != null || !hasOperatorLabels(chain));
        }

        /** Returns whether the node has labels of an operator, which may be left over. */
        private static boolean hasOperatorLabels(NodeGpuStackComponentChain chain) {
            return chain.node().info().nodeSummary().labels().keySet().stream()
                    .anyMatch(label -> label.startsWith(OperandDeployLabels.PREFIX));
        }

        /** Returns the finding; empty where there is nothing to gain. */
        Optional<DiagnosisFinding> finding() {
            var unlabelled = nodeNames(chains.stream().filter(chain -> chain.node().isUnnamed()));
            var unmeasured = nodeNames(chains.stream()
                    .filter(this::lacksExporter));
            if (unlabelled.isEmpty() && unmeasured.isEmpty()) {
                return Optional.empty();
            }
            var lacks = new ArrayList<String>();
            var gains = new ArrayList<String>();
            if (!unlabelled.isEmpty()) {
                lacks.add("Labels of product and memory are missing%s.".formatted(where(unlabelled)));
                gains.add("Install GPU feature discovery for labels.");
            }
            if (!unmeasured.isEmpty()) {
                lacks.add("No exporter measures GPUs%s.".formatted(where(unmeasured)));
                gains.add(metricsText(unmeasured));
            }
            var all = chains.stream().map(NodeGpuStackComponentChain::name).toList();
            return Optional.of(catalog.finding("no-operator", SymptomPlaceholderValues.ofNodes(all, pluginsText())
                    .withPlaceholder("lacks", String.join(" ", lacks))
                    .withPlaceholder("gain", String.join(" ", gains)),
                    List.of()));
        }

        private boolean lacksExporter(NodeGpuStackComponentChain chain) {
            return chain.linkOf(GpuStackComponent.EXPORTER).pod() == null
                    && Optional.ofNullable(input.fleet().readings().readingsOf(chain.name()))
                            .filter(readings -> !readings.devices().isEmpty()).isEmpty();
        }

        /** Returns what would measure nodes; GKE runs an exporter itself. */
        private String metricsText(List<String> nodes) {
            boolean managed = chains.stream().filter(chain -> nodes.contains(chain.name()))
                    .allMatch(chain -> !chain.node().info().nodeSummary().label(GKE).isEmpty());
            return managed ? "Turn on DCGM metrics of the GKE cluster." : "Install dcgm-exporter for metrics.";
        }

        /** Nodes that lack something, where others have it. */
        private String where(List<String> nodes) {
            return nodes.size() == chains.size() ? "" : " on " + SymptomPlaceholderValues.namesText(nodes);
        }

        private static List<String> nodeNames(Stream<NodeGpuStackComponentChain> chains) {
            return chains.map(NodeGpuStackComponentChain::name).toList();
        }

        private String pluginsText() {
            var plugins = GpuStackStatus.pluginNames(chains.stream());
            if (plugins.isEmpty()) {
                return "its pods are not seen, or it is a part of the machines";
            }
            return String.join(", ", plugins);
        }
    }

    /** Finds device plugins that were started before their configuration was edited, on nodes that show another one. */
    static final class StaleDevicePluginConfigCheck {

        private final GpuStackSymptomCatalog catalog;
        private final Optional<NamedDevicePluginConfigs> configs;
        private final List<NodeGpuStackComponentChain> chains;

        /** @param asked whether a node is meant */
        StaleDevicePluginConfigCheck(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack,
                Predicate<String> asked) {
            this.catalog = catalog;
            configs = input.inventory().configs();
            chains = stack.chains().stream().filter(chain -> asked.test(chain.name())).toList();
        }

        List<DiagnosisFinding> findings() {
            return configs.flatMap(this::editedConfigFindings).orElse(List.of());
        }

        private Optional<List<DiagnosisFinding>> editedConfigFindings(NamedDevicePluginConfigs each) {
            return each.edited().map(edited -> configFindings(each, edited));
        }

        private List<DiagnosisFinding> configFindings(NamedDevicePluginConfigs told, Instant edited) {
            var stale = new LinkedHashMap<String, String>();
            for (var chain : chains) {
                var different = findDifferences(chain.node().info().nodeSummary(), told);
                runningSince(chain.linkOf(GpuStackComponent.PLUGIN))
                        .filter(begun -> begun.isBefore(edited) && !different.isEmpty())
                        .ifPresent(begun -> stale.put(chain.name(), "%s: %s; its device plugin started at %s"
                                .formatted(chain.name(), String.join(", ", different), begun)));
            }
            if (stale.isEmpty()) {
                return List.of();
            }
            var evidence = new ArrayList<>(List.of("the ConfigMap was edited at " + edited));
            stale.values().stream().limit(SymptomPlaceholderValues.LISTED).forEach(evidence::add);
            var map = told.map();
            return List.of(catalog.finding("config-stale",
                    SymptomPlaceholderValues.ofNodes(List.copyOf(stale.keySet()), "")
                            .withPlaceholder("namespace", map.namespace()).withPlaceholder("map", map.name()),
                    evidence));
        }

        /** Returns the plugin's start; empty where it does not run, or a restarted container makes it unknown. */
        private static Optional<Instant> runningSince(NodeGpuStackComponent plugin) {
            return Optional.ofNullable(plugin.pod())
                    .filter(pod -> plugin.state() == NodeGpuStackComponent.NodeComponentState.READY
                            && pod.restarts() == 0)
                    .map(PodSummary::started);
        }

        /** Returns the labels and amounts of the node that differ from its configuration. */
        private static List<String> findDifferences(NodeSummary nodeSummary, NamedDevicePluginConfigs told) {
            var named = nodeSummary.label(DevicePluginConfigChoice.LABEL);
            var shares = told.shares().get(named.isEmpty() ? told.defaultKey() : named);
            if (shares == null || !nodeSummary.isReady()) {
                return List.of();
            }
            var advertisedShares = AdvertisedShares.compute(
                    ShareableNodeDevices.fromNode(nodeSummary.labels(), nodeSummary.capacity().toMap()),
                    shares);
            var different = new ArrayList<String>();
            advertisedShares.exactResources().forEach((name, amount) -> {
                if (nodeSummary.capacity().get(name) != amount) {
                    different.add("%d %s instead of %d".formatted(nodeSummary.capacity().get(name), name, amount));
                }
            });
            advertisedShares.labels().forEach((key, value) -> {
                if (!nodeSummary.label(key).isEmpty() && !nodeSummary.label(key).equals(value)) {
                    different.add("label %s=%s instead of %s".formatted(key, nodeSummary.label(key), value));
                }
            });
            return different;
        }
    }
}
