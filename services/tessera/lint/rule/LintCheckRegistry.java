package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.PortNameLintFixes;
import tessera.lint.manifest.ManifestExternalReferences;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.SpellingSuggestionFinder;

/** All lint checks. */
public final class LintCheckRegistry {

    private static final List<LintCheck> ALL = List.of(new ObjectKindAndVersionLintChecks(),
            new ObjectKindExistenceLintChecks(), new PodRejectionLintChecks(),
            new ObjectFieldLintChecks(), new ServicePortLintChecks(),
            new ResourceAmountLintChecks(),
            new DeviceRequestLintChecks(), new QuotaLintChecks(), new KueueCoverageLintChecks(),
            new ClusterQueueLintChecks(),
            new LowerUpperBoundLintChecks(),
            new PodSchedulingLintChecks(), new WorkloadLintChecks(),
            new CronJobScheduleLintChecks(),
            new CpuMemoryPerGpuLintChecks(), new TrainingWorkloadLintChecks(), new TrainingPeerNameLintChecks(),
            new ProbePortLintChecks(),
            new SelectorMatchesNoPodLintChecks(), new ModelLoadingProbeLintChecks(), new ParallelSizeLintChecks(),
            new ScalingAndStorageLintChecks(),
            new NetworkEgressLintChecks(),
            new EnvironmentVariableLintChecks(), new ShellCommandLintChecks(),
            new GpuOperatorLintChecks(), new OperatorConfigMapReferenceLintChecks(), new NodeObjectDeviceLintChecks(),
            new MetricUsageLintChecks(),
            new NodeSelectorLintChecks(),
            new NodeAffinityOperatorLintChecks(),
            new ChartValuesPodSettingLintChecks(), new PodSecurityLintChecks(),
            new GpuConfigMapLintChecks(), new MetricNameLintChecks(), new PromqlQueryLintChecks(),
            new ResourceClaimLintChecks(),
            new MonitoringLintChecks(),
            new NonWorkloadLintChecks(),
            new ReferenceTargetLintChecks(), new DevicePluginPermissionLintChecks(),
            new GpuSharingAnnotationLintChecks(), new MissingQuotaRequestLintChecks(),
            new ClusterPrerequisiteLintChecks(),
            new ClusterObjectReferenceLintChecks());

    private LintCheckRegistry() {}

    /** Runs all checks on a manifest. */
    public static void run(LintCheckContext context) {
        ALL.forEach(check -> check.checkManifest(context));
        for (var object : context.manifest().objects()) {
            ALL.forEach(check -> {
                context.setSubject(object.objectName());
                run(check, object, context);
            });
        }
    }

    private static void run(LintCheck check, ManifestKubernetesObject object, LintCheckContext context) {
        check.checkObject(object, context);
        context.setSubject(object.objectName());
        for (var template : object.templates()) {
            check.checkTemplate(template, context);
            template.allContainers().forEach(container -> check.checkContainer(container, template, context));
        }
    }

    /** Checks that a cluster has the objects to which a manifest refers. */
    static final class ClusterObjectReferenceLintChecks implements LintCheck {

        private static final String ABSENT = "cluster-reference-absent";
        /** A namespace has few of them, and each may be meant, whatever it is called. */
        private static final String LOCAL_QUEUE = "LocalQueue";
        private static final int LISTED = 3;

        @Override
        public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
            var cluster = context.cluster().orElse(null);
            if (cluster != null) {
                var named = ManifestExternalReferences.referencesOf(object, context.manifest());
                for (var entry : named.entrySet()) {
                    var reference = entry.getKey();
                    var value = entry.getValue();
                    var known = Optional
                            .ofNullable(reference.namespaced() ? null : cluster.classes().get(reference.kind()));
                    if (isLacking(reference, known, cluster)) {
                        reportAbsent(reference, value,
                                known.orElseGet(() -> cluster.absentReferences().getOrDefault(reference, Set.of())),
                                context);
                    }
                }
                reportUnknown(named, cluster, context);
            }
        }

        /** Reports references that could not be looked up, once for an object and a reason, at the first of them. */
        private static void reportUnknown(Map<ManifestObjectReference, ManifestValue> named,
                ManifestTargetCluster cluster,
                LintCheckContext context) {
            var reasons = new LinkedHashMap<String, List<ManifestObjectReference>>();
            for (var reference : named.keySet()) {
                Optional.ofNullable(cluster.unknownReferences().get(reference))
                        .ifPresent(reason -> addReference(reason, reasons, reference));
            }
            reasons.forEach((reason, left) -> {
                var first = left.getFirst();
                context.addDoubt(ABSENT, Objects.requireNonNull(named.get(first)), LintSeverity.HINT,
                        "Whether there is a %s “%s”%s is not known: %s".formatted(first.kind(), first.name(),
                                left.size() > 1 ? ", and %d more that are named,".formatted(left.size() - 1) : "",
                                reason),
                        List.of());
            });
        }

        private static void addReference(String reason, Map<String, List<ManifestObjectReference>> reasons,
                ManifestObjectReference reference) {
            reasons.computeIfAbsent(reason, _ -> new ArrayList<>()).add(reference);
        }

        private static boolean isLacking(ManifestObjectReference reference, Optional<Set<String>> known,
                ManifestTargetCluster cluster) {
            // Where there is no such namespace, that is what is told.
            boolean placed = reference.namespace().isEmpty() || !cluster.lacksNamespace(reference.namespace());
            return (placed && cluster.absentReferences().containsKey(reference))
                    || known.filter(names -> !names.contains(reference.name())).isPresent();
        }

        private static void reportAbsent(ManifestObjectReference reference, ManifestValue value, Set<String> known,
                LintCheckContext context) {
            var names = reference.kind().equals(LOCAL_QUEUE) ? known.stream().sorted().limit(LISTED)
                    : SpellingSuggestionFinder.nearestName(reference.name(), known).stream();
            var fixes = names
                    .flatMap(name -> ManifestSourceEditor
                            .fixOf("Write " + name, ManifestSourceEditor.replace(value, name))
                            .stream())
                    .toList();
            context.addChoice(reference.kind().equals("ServiceAccount") ? "cluster-class-absent" : ABSENT,
                    value, "There is no %s “%s”%s%s".formatted(reference.kind(), reference.name(),
                            reference.namespace().isEmpty() ? "" : " in " + reference.namespace(),
                            consequenceText(reference.kind())),
                    fixes.isEmpty() ? removeReference(reference, value) : fixes);
        }

        private static List<LintFix> removeReference(ManifestObjectReference reference, ManifestValue value) {
            return switch (reference.kind()) {
                case "ServiceAccount", "StorageClass" ->
                    ManifestSourceEditor
                            .availableFixes(
                                    ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(value)));
                default -> List.of();
            };
        }

        private static String consequenceText(String kind) {
            return switch (kind) {
                case "ServiceAccount" -> ", and the server refuses the pods";
                case "StorageClass" -> ": nobody makes a volume for the claim, and its pods wait";
                case "PersistentVolumeClaim", "ResourceClaim", "ResourceClaimTemplate", "DeviceClass" ->
                    ": the pods wait for it";
                case "Deployment", "StatefulSet", "ReplicaSet" -> ": nothing is scaled";
                case LOCAL_QUEUE -> ": nobody lets the work in";
                default -> ": the pods get their nodes and devices, and wait there without starting";
            };
        }
    }

    /** Checks of metric names in rules and dashboards. */
    static final class MetricNameLintChecks implements LintCheck {

        /** There is such a field; who lists it for the exporter has it. */
        private static final String OPTIONAL = "DCGM_FI_DEV_FB_TOTAL";
        private static final Pattern LISTED = Pattern.compile("(?m)^\\s*" + OPTIONAL + "\\s*,");
        private static final Pattern NAME = Pattern.compile("\\bDCGM_[A-Z0-9_]+\\b");
        /** What a board draws, be it over a time, summed as it is told. */
        private static final Pattern SUMMED = Pattern.compile("\\bsum\\s*+(?:by\\s*+\\((?<before>[^()]*+)\\)\\s*+)?"
                + "\\(\\s*+(?<board>(?:(?:rate|irate|increase|delta|idelta|avg_over_time|max_over_time)\\s*+\\(\\s*+)?"
                + "DCGM_FI_DEV_(?:POWER_USAGE|TOTAL_ENERGY_CONSUMPTION)\\s*+(?:\\{(?:[^{}\"]++|\"[^\"]*+\")*+})?+\\s*+(?:\\[[^\\[\\]]*+]\\s*+\\))?+)\\s*+"
                + "\\)(?:\\s*+by\\s*+\\((?<after>[^()]*+)\\))?");
        /** Nobody knows which part of it is whose. */
        private static final Pattern OF_HOLDERS = Pattern.compile("pod|namespace|container");

        @Override
        public void checkManifest(LintCheckContext context) {
            context.manifest().otherDocuments().forEach(misplaced -> searchValue(misplaced, 0, context));
        }

        @Override
        public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
            searchValue(object.root(), 0, context);
        }

        private static void searchValue(ManifestValue value, int depth, LintCheckContext context) {
            if (depth > 40) {
                return;
            }
            value.entries().forEach(entry -> searchValue(entry.value(), depth + 1, context));
            value.items().forEach(item -> searchValue(item, depth + 1, context));
            if (!hasNoMigNodes(context)) {
                checkSum(value, context);
            }
            NAME.matcher(value.text()).results().map(result -> result.group()).distinct()
                    .filter(name -> !name.equals(OPTIONAL) || !isFieldListed(context))
                    .forEach(name -> addMetricMistake(name, context, value));
        }

        private static void addMetricMistake(String name, LintCheckContext context, ManifestValue value) {
            context.facts().findMistake("metrics", name)
                    .ifPresent(nameMistake -> context.addFinding("metric-unknown",
                            value, name + ": " + nameMistake.reason(), nameMistake.correctionOf(name)
                                    .flatMap(right -> ManifestSourceEditor.fixOf("Write " + right,
                                            ManifestSourceEditor.replacePart(value, name, right)))));
        }

        private static void checkSum(ManifestValue value, LintCheckContext context) {
            SUMMED.matcher(value.text()).results().forEach(sum -> {
                var by = Objects.requireNonNullElse(Optional.ofNullable(sum.group("before")).orElse(sum.group("after")),
                        "");
                if (!by.contains("GPU_I_")) {
                    var board = sum.group("board");
                    var once = "max by (UUID%s) (%s)".formatted(by.isBlank() ? "" : ", " + by.strip(), board);
                    context.addFinding("board-counted-twice", value,
                            "With MIG each instance tells what its board draws: a sum counts the board once for each",
                            OF_HOLDERS.matcher(by).find() ? Optional.empty()
                                    : ManifestSourceEditor.fixOf("Take " + once,
                                            ManifestSourceEditor.replacePart(value, sum.group(),
                                                    sum.group().replace(board, once))));
                }
            });
        }

        /** Returns whether it is known that no board has instances, so that none is reported more than once. */
        private static boolean hasNoMigNodes(LintCheckContext context) {
            return context.cluster().filter(ManifestTargetCluster::seesNodes)
                    .filter(targetCluster -> targetCluster.snapshot().nodes().stream()
                            .map(NodeWithBoundPods::nodeSummary).noneMatch(MetricNameLintChecks::isMigNode))
                    .isPresent();
        }

        private static boolean isMigNode(NodeSummary node) {
            var told = node.label(MigNodeLabels.CONFIG);
            return node.label("nvidia.com/gpu.product").contains("-MIG-")
                    || !node.label(MigNodeLabels.GKE_LAYOUT).isEmpty()
                    || (!told.isEmpty() && !told.equals("all-disabled"))
                    || node.capacity().names().stream().anyMatch(name -> name.startsWith("nvidia.com/mig-"));
        }

        private static boolean isFieldListed(LintCheckContext context) {
            return context.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                    .anyMatch(entry -> LISTED.matcher(entry.value().text()).find());
        }
    }

    /** Checks of egress rules: model downloads from outside the cluster, and DNS. */
    static final class NetworkEgressLintChecks implements LintCheck {

        private static final String WORLD = "0.0.0.0/0";
        private static final long DNS = 53;
        /** Where the names of a cluster are resolved inside of the pods that do it, and what such a port is called. */
        private static final List<String> RESOLVERS = List.of("5353", "dns", "dns-tcp");

        @Override
        public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
            if (!object.isKind("networking.k8s.io", "NetworkPolicy")) {
                return;
            }
            var ways = object.at("spec", "egress").items();
            ways.forEach(way -> checkRule(way, context));
            boolean others = context.objects("networking.k8s.io", "NetworkPolicy")
                    .filter(policy -> policy.namespace().equals(object.namespace()))
                    .flatMap(policy -> policy.at("spec", "egress").items().stream())
                    .anyMatch(NetworkEgressLintChecks::allowsDns);
            if (!ways.isEmpty() && !others) {
                context.addFinding("egress-without-names", object.at("spec", "egress"),
                        "Names are resolved over port 53, which this lets out nowhere: whom it lets pods reach they find by "
                                + "address alone, unless another policy lets that out",
                        ManifestSourceEditor.fixOf("Let names be resolved",
                                ManifestSourceEditor.appendItem(object.at("spec", "egress"), dnsRule())));
            }
        }

        private static JsonNode dnsRule() {
            var way = JsonNodeFactory.instance.objectNode();
            var ports = way.putArray("ports");
            Stream.of("UDP", "TCP").forEach(protocol -> ports.addObject().put("protocol", protocol).put("port", DNS));
            return way;
        }

        /** Returns whether it allows DNS requests, as far as its ports tell. */
        private static boolean allowsDns(ManifestValue way) {
            var ports = way.at("ports").items();
            if (ports.isEmpty()) {
                // Pods of their own namespace alone resolve no names.
                return way.at("to").items().isEmpty() || way.at("to").items().stream()
                        .anyMatch(peer -> peer.at("namespaceSelector").isPresent() || peer.at("ipBlock").isPresent());
            }
            return ports.stream().anyMatch(NetworkEgressLintChecks::isDnsPort);
        }

        private static boolean isDnsPort(ManifestValue port) {
            var number = port.at("port").text();
            var first = QuantityParser.parseUnits(number);
            var last = QuantityParser.parseUnits(port.at("endPort").text());
            return number.isEmpty() || RESOLVERS.contains(number) || (first.isPresent() && first.getAsLong() <= DNS
                    && DNS <= last.orElse(first.getAsLong()));
        }

        private static void checkRule(ManifestValue egress, LintCheckContext context) {
            var ports = egress.at("ports").items();
            boolean names = ports.stream().anyMatch(port -> port.at("port").text().equals("53"));
            boolean world = ports.stream().anyMatch(port -> port.at("port").text().matches("443|80"));
            for (var peer : egress.at("to").items()) {
                var namespaces = peer.at("namespaceSelector");
                if (world && namespaces.isMap() && namespaces.entries().isEmpty()
                        && !peer.at("podSelector").isPresent()) {
                    context.addChoice("egress-stays-inside", namespaces.key(),
                            "This lets pods reach pods of the cluster; models are outside of it, at an ipBlock such as "
                                    + WORLD,
                            ManifestSourceEditor.availableFixes(allowOutside(peer, namespaces)));
                }
            }
            boolean stream = ports.stream().anyMatch(port -> port.at("port").text().equals("53")
                    && !port.at("protocol").text().equals("UDP"));
            if (names && !stream) {
                context.addFinding("egress-names-by-udp", egress.at("ports"),
                        "Long answers of DNS come by TCP, which is not let out",
                        ManifestSourceEditor.fixOf("Let TCP out, too", ManifestSourceEditor.appendItem(
                                egress.at("ports"),
                                JsonNodeFactory.instance.objectNode().put("protocol", "TCP").put("port", DNS))));
            }
        }

        private static Optional<LintFix> allowOutside(ManifestValue peer, ManifestValue namespaces) {
            var block = JsonNodeFactory.instance.objectNode().put("cidr", WORLD);
            if (peer.entries().size() > 1) {
                return Optional.empty();
            }
            return ManifestSourceEditor.fixOf("Let them reach " + WORLD,
                    ManifestSourceEditor.replace(namespaces.key(), "ipBlock"),
                    YamlBlockEditor.mergeTree(namespaces, block));
        }
    }

    /** Checks that probes and hooks use port names that their container has. */
    static final class ProbePortLintChecks implements LintCheck {

        private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket");

        @Override
        public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template,
                LintCheckContext context) {
            var names = container.value().at("ports").items().stream().map(port -> port.at("name").text())
                    .filter(name -> !name.isEmpty()).distinct().toList();
            ReferenceTargetLintChecks.PROBES.stream().map(container.value()::at)
                    .flatMap(ProbePortLintChecks::probePorts)
                    .filter(port -> PortNameLintFixes.isUnknown(port, names))
                    .forEach(port -> context.addChoice("probe-port-absent", port,
                            "%s has no port that is called “%s”: the probe fails for ever".formatted(
                                    container.subjectText(),
                                    port.text()),
                            PortNameLintFixes.toMeantName(port, names)));
        }

        private static Stream<ManifestValue> probePorts(ManifestValue probe) {
            return HANDLERS.stream().map(handler -> probe.at(handler, "port"));
        }
    }
}
