package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.ProblemException;
import tessera.model.WordListJoiner;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent.InstallReleaseIntent;

/** The checks before a stack is installed, each with evidence and remedy. */
public final class GpuStackPreflightChecks {

    private static final String FEATURES = "feature.node.kubernetes.io/";
    /** Layouts that are known to give every GPU of a node instances of one size, or to cut none. */
    private static final Pattern EVEN = Pattern.compile("all-disabled|all-\\d+g\\.\\d+gb(\\..+)?");
    /** Amazon Linux 2, and not 2023. */
    private static final Pattern UNBUILT = Pattern.compile("Amazon Linux 2(?!\\d)");
    private static final String LEFTOVERS = "Left from before";
    private static final Set<String> KNOWN_ARCHITECTURES = Set.of("amd64", "arm64");

    private final List<NodeSummary> all;
    private final List<NodeSummary> gpus;
    private final GpuStackInstallEnvironment location;
    private final GpuStackInstallClusterState input;
    private final HelmValues values;
    private final String version;

    /**
     * A look at a cluster.
     *
     * @param values  that are to be set
     * @param version of the chart; empty when it is not known
     */
    GpuStackPreflightChecks(GpuStackInstallClusterState input, HelmValues values, String version) {
        this.input = input;
        all = input.nodes();
        gpus = input.gpuNodes();
        location = input.location();
        this.values = values;
        this.version = version;
    }

    /** Returns all checks; for an installed stack those of its own values unless others are to be set. */
    static List<GpuStackPreflightCheckResult> checksFor(HelmReleasePlannerInput input,
            InstallReleaseIntent installRelease)
            throws ProblemException {
        var installed = InstalledGpuStackCheck.checkInstalled(installRelease, input);
        if (installed.isPresent() && input.release().isEmpty()) {
            return List.of(installed.get());
        }
        var values = HelmValues.read(installRelease.values())
                .mergeOver(HelmValues.read(input.release().map(HelmReleaseRevision::values).orElse("")));
        var checks = new GpuStackPreflightChecks(input.installInput(installRelease.release().namespace()), values,
                input.chart()
                        .or(() -> input.release().map(HelmReleaseRevision::detail)).map(HelmChartMetadata::version)
                        .orElse(installRelease.chart().version()))
                .allChecks();
        var check = installed.orElse(null);
        if (check != null) {
            checks.removeIf(each -> each.title().equals(LEFTOVERS));
            checks.addFirst(check);
        }
        return checks;
    }

    /** Returns all checks of a fresh installation. */
    List<GpuStackPreflightCheckResult> allChecks() {
        var admission = new GpuStackInstallPermissionChecks(location.admission());
        boolean google = ClusterPlatform.of(all).filter(platform -> platform.name().startsWith("gke")).isPresent();
        var checks = new ArrayList<>(List.of(checkServerVersion(), admission.checkPermissions(), checkPlatform(),
                checkDiscovery(), checkPlugins(), checkHostDriver(),
                checkRuntime(), checkSystem(), checkArchitecture(), checkPodSecurity(),
                admission.checkQuotas(google, gpus.size()), checkTaints(),
                checkLeftovers(), checkServiceMonitors(), checkMigStrategy(), admission.checkUserNamespaces()));
        if (values.flagAt("/driver/enabled", true)) {
            var hosts = DriverLoadObstacleChecks.of(location.hosts(), gpus);
            checks.add(hosts.checkSecureBoot(values.flagAt("/driver/usePrecompiled", false)));
            checks.add(hosts.checkNouveau());
        }
        location.problems().forEach(
                problem -> checks
                        .add(GpuStackPreflightCheckResult.unknown("Not looked at", problem.headline(),
                                problem.remedy())));
        return checks;
    }

    private GpuStackPreflightCheckResult checkServerVersion() {
        var release = GpuOperatorBreakingChanges.parseVersion(location.server());
        if (release.isEmpty()) {
            return GpuStackPreflightCheckResult.unknown("Kubernetes", "the server does not tell its version",
                    "See with “kubectl version”");
        }
        int minor = release.get().minor();
        if (release.get().major() == 1 && minor >= 32 && minor <= 36) {
            return GpuStackPreflightCheckResult.pass("Kubernetes", location.server());
        }
        return GpuStackPreflightCheckResult.warn("Kubernetes", location.server() + " is outside of 1.32 to 1.36",
                "Look whether this version of the operator supports it");
    }

    private GpuStackPreflightCheckResult checkPlatform() {
        var platform = ClusterPlatform.of(all);
        if (platform.isEmpty()) {
            return GpuStackPreflightCheckResult.pass("Platform", "nothing that needs values of its own");
        }
        var clusterPlatform = platform.get();
        if (!clusterPlatform.installsByHelm()) {
            return GpuStackPreflightCheckResult.fail("Platform", "this is " + clusterPlatform.title(),
                    clusterPlatform.note());
        }
        var missing = clusterPlatform.advisedValues(version, location.server()).stream()
                .filter(advice -> !advice.isFollowedBy(values))
                .map(HelmChartValueAdvice::assignmentText).toList();
        if (missing.isEmpty() && clusterPlatform.note().isEmpty()) {
            return GpuStackPreflightCheckResult.pass("Platform", clusterPlatform.title());
        }
        return GpuStackPreflightCheckResult.warn("Platform", "this is " + clusterPlatform.title(),
                (missing.isEmpty() ? ""
                        : "Set " + String.join(", ", missing) + ". ") + clusterPlatform.note());
    }

    private GpuStackPreflightCheckResult checkDiscovery() {
        var others = input.otherDiscovery();
        long labelled = all.stream()
                .filter(GpuStackPreflightChecks::hasFeatureLabels).count();
        if (!values.flagAt("/nfd/enabled", true)) {
            if (labelled > 0) {
                return GpuStackPreflightCheckResult.pass("Node feature discovery",
                        labelled + " nodes carry its labels");
            }
            return GpuStackPreflightCheckResult.warn("Node feature discovery",
                    "it is not to be deployed, and no node carries its labels",
                    "Set nfd.enabled=true, or deploy it first");
        }
        if (others.isEmpty()) {
            return GpuStackPreflightCheckResult.pass("Node feature discovery", "the chart brings it");
        }
        return GpuStackPreflightCheckResult.warn("Node feature discovery",
                String.join(", ", others) + " is there already",
                "Set nfd.enabled=false");
    }

    private static boolean hasFeatureLabels(NodeSummary node) {
        return node.labels().keySet().stream().anyMatch(key -> key.startsWith(FEATURES));
    }

    private GpuStackPreflightCheckResult checkPlugins() {
        var others = input.otherPlugins();
        long offering = gpus.stream().filter(node -> node.capacity().get("nvidia.com/gpu") > 0
                && !node.label("nvidia.com/gpu.present").equals("true")).count();
        var title = "Other device plugins";
        var claims = others.stream().filter(other -> other.startsWith(GpuStackInstallEnvironment.GPU_CLUSTER)).toList();
        if (!claims.isEmpty()) {
            return GpuStackPreflightCheckResult.fail(title, String.join(", ", claims)
                    + " hands the same GPUs out through claims, and the operator takes no ClusterPolicy beside it",
                    "Delete it first, or keep to claims with clusterPolicy.deployCR=false");
        }
        if (!values.flagAt("/devicePlugin/enabled", true)) {
            return GpuStackPreflightCheckResult.pass(title,
                    others.isEmpty() ? "the operator’s own is not to be deployed"
                            : String.join(", ", others) + "; the operator’s own is not to be deployed");
        }
        if (others.isEmpty() && offering == 0) {
            return GpuStackPreflightCheckResult.pass(title, "none");
        }
        if (others.isEmpty()) {
            return GpuStackPreflightCheckResult.warn(title,
                    offering + " nodes offer GPUs although no operator has taken them on",
                    "Find what advertises them: two device plugins on one node would advertise the same GPUs");
        }
        return GpuStackPreflightCheckResult.fail(title, String.join(", ", others)
                + " and the operator’s device plugin would advertise the same GPUs, and overwrite each other",
                "Remove it first, or set devicePlugin.enabled=false");
    }

    /** Checks whether the plugin can start with MIG; strategy single requires instances of one size. */
    private GpuStackPreflightCheckResult checkMigStrategy() {
        var told = gpus.stream().filter(node -> !node.label(MigNodeLabels.CONFIG).isEmpty()).toList();
        var uneven = told.stream().filter(node -> !EVEN.matcher(node.label(MigNodeLabels.CONFIG)).matches())
                .map(NodeSummary::name).toList();
        if (uneven.isEmpty() || !values.nodeAt("/mig/strategy").asText("single").equals("single")) {
            return GpuStackPreflightCheckResult.pass("MIG strategy", told.isEmpty() ? "no node is told a layout"
                    : "it serves the layouts that nodes are told");
        }
        return GpuStackPreflightCheckResult.warn("MIG strategy",
                "it is single, and " + WordListJoiner.firstWords(uneven, GpuStackPreflightCheckResult.NAMED)
                        + (uneven.size() > 1 ? " are told layouts whose" : " is told a layout whose")
                        + " instances may be of several sizes: no device plugin starts where they are",
                "Set mig.strategy=mixed");
    }

    private GpuStackPreflightCheckResult checkHostDriver() {
        long there = input.countHostDrivers();
        boolean wanted = values.flagAt("/driver/enabled", true);
        if (there > 0 && wanted) {
            return GpuStackPreflightCheckResult.warn("Driver on the host", there + " nodes have one",
                    "Set driver.enabled=false, and "
                            + "toolkit.enabled=false where the container toolkit is there, too");
        }
        return GpuStackPreflightCheckResult.pass("Driver on the host", evidenceText(there, wanted));
    }

    private static String evidenceText(long there, boolean wanted) {
        if (there > 0) {
            return there + " nodes have one";
        }
        if (wanted) {
            return "none is known of; the operator brings it";
        }
        return "none is known of; it is to be there";
    }

    private GpuStackPreflightCheckResult checkRuntime() {
        var odd = gpus.stream().filter(node -> !node.system().runtime().isEmpty()
                && !node.system().runtime().startsWith("containerd://")
                && !node.system().runtime().startsWith("cri-o://")).map(NodeSummary::name).toList();
        if (!odd.isEmpty()) {
            return GpuStackPreflightCheckResult.fail("Container runtime",
                    WordListJoiner.firstWords(odd, GpuStackPreflightCheckResult.NAMED)
                            + " runs neither containerd nor CRI-O",
                    "Docker is no longer supported");
        }
        var runtimes = reportedBy(NodeSystemInfo::runtime);
        if (runtimes.isEmpty()) {
            return unreportedCheck("Container runtime");
        }
        return GpuStackPreflightCheckResult.pass("Container runtime",
                WordListJoiner.firstWords(runtimes, GpuStackPreflightCheckResult.NAMED));
    }

    private GpuStackPreflightCheckResult checkSystem() {
        var systems = reportedBy(NodeSystemInfo::os);
        var kernels = reportedBy(NodeSystemInfo::kernel);
        boolean built = values.flagAt("/driver/enabled", true);
        var evidence = WordListJoiner.firstWords(systems, GpuStackPreflightCheckResult.NAMED)
                + (kernels.isEmpty() ? ""
                        : "; kernel " + WordListJoiner.firstWords(kernels, GpuStackPreflightCheckResult.NAMED));
        var unbuilt = systems.stream().filter(each -> UNBUILT.matcher(each).find()).toList();
        if (!unbuilt.isEmpty() && built) {
            return GpuStackPreflightCheckResult.fail("Operating system",
                    WordListJoiner.firstWords(unbuilt, GpuStackPreflightCheckResult.NAMED)
                            + ": there are no driver containers for Amazon Linux 2",
                    "Give the nodes an image of Amazon Linux 2023 or Ubuntu, or install the driver on the host and set "
                            + "driver.enabled=false");
        }
        if (systems.size() > 1 && built && !values.flagAt("/driver/nvidiaDriverCRD/enabled", false)) {
            return GpuStackPreflightCheckResult.warn("Operating system", evidence,
                    "One policy builds drivers for one system: use "
                            + "driver.nvidiaDriverCRD.enabled=true for several");
        }
        if (!systems.isEmpty() && built && values.flagAt("/driver/usePrecompiled", false)) {
            return GpuStackPreflightCheckResult.warn("Operating system", evidence,
                    "There are precompiled drivers for some kernels of Ubuntu "
                            + "and RHEL only: see that there is one for each of these");
        }
        if (systems.isEmpty()) {
            return unreportedCheck("Operating system");
        }
        return GpuStackPreflightCheckResult.pass("Operating system", evidence);
    }

    private GpuStackPreflightCheckResult checkArchitecture() {
        var all = reportedBy(NodeSystemInfo::architecture);
        var odd = all.stream().filter(each -> !KNOWN_ARCHITECTURES.contains(each)).toList();
        if (!odd.isEmpty()) {
            return GpuStackPreflightCheckResult.fail("Architecture",
                    WordListJoiner.firstWords(odd, GpuStackPreflightCheckResult.NAMED),
                    "There are no images for it");
        }
        if (all.isEmpty()) {
            return unreportedCheck("Architecture");
        }
        return GpuStackPreflightCheckResult.pass("Architecture",
                WordListJoiner.firstWords(all, GpuStackPreflightCheckResult.NAMED));
    }

    /** Returns the reported values of nodes with GPUs. */
    private Set<String> reportedBy(Function<NodeSystemInfo, String> what) {
        return gpus.stream().map(NodeSummary::system).map(what).filter(text -> !text.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private GpuStackPreflightCheckResult unreportedCheck(String title) {
        return GpuStackPreflightCheckResult.unknown(title, gpus.isEmpty() ? "no nodes with GPUs are seen"
                : "no node with GPUs tells it", "See with “kubectl get nodes -o wide” once they are there");
    }

    private GpuStackPreflightCheckResult checkPodSecurity() {
        var enforced = location.namespace()
                .map(labels -> labels.getOrDefault("pod-security.kubernetes.io/enforce", ""));
        if (values.flagAt("/psa/enabled", false)) {
            return GpuStackPreflightCheckResult.pass("Pod security", "the operator labels its namespace itself");
        }
        return GpuStackPreflightCheckResult.pass("Pod security", enforced.isEmpty()
                ? "the namespace is made so that it lets privileged pods in"
                : switch (enforced.get()) {
                    case "" -> "the namespace enforces no level; it is the cluster’s default that counts";
                    case "privileged" -> "the namespace lets privileged pods in";
                    default -> "the namespace enforces " + enforced.get() + ", and is made to let privileged pods in";
                });
    }

    private GpuStackPreflightCheckResult checkTaints() {
        var tolerated = tolerationKeys(values.nodeAt("/daemonsets/tolerations"));
        var found = values.nodeAt("/node-feature-discovery/worker/tolerations");
        var discovered = tolerationKeys(found);
        var missing = new TreeSet<String>();
        input.blockingTaints().stream().filter(taint -> !tolerated.contains(taint.key()) || (!found.isMissingNode()
                && !discovered.contains(taint.key())))
                .forEach(taint -> missing.add(taint.toString()));
        if (missing.isEmpty()) {
            return GpuStackPreflightCheckResult.pass("Taints of GPU nodes", "all are tolerated");
        }
        return GpuStackPreflightCheckResult.warn("Taints of GPU nodes",
                WordListJoiner.firstWords(missing, GpuStackPreflightCheckResult.NAMED) + " would keep the stack away",
                "Add them to daemonsets.tolerations and to node-feature-discovery.worker.tolerations");
    }

    private static Set<String> tolerationKeys(JsonNode tolerations) {
        var keys = new TreeSet<String>();
        keys.add("nvidia.com/gpu");
        tolerations.forEach(element -> keys.add(element.path("key").asText()));
        return keys;
    }

    private GpuStackPreflightCheckResult checkLeftovers() {
        if (!location.policies().isEmpty()) {
            return GpuStackPreflightCheckResult.fail(LEFTOVERS,
                    "the ClusterPolicy " + String.join(", ", location.policies().keySet())
                            + " is still there",
                    "Delete it once no operator runs, or have whoever installed it upgrade it");
        }
        if (location.kinds().contains("clusterpolicies.nvidia.com")) {
            return GpuStackPreflightCheckResult.pass(LEFTOVERS,
                    "only the definitions of its kinds, which are used again");
        }
        return GpuStackPreflightCheckResult.pass(LEFTOVERS, "nothing");
    }

    private GpuStackPreflightCheckResult checkServiceMonitors() {
        boolean wanted = values.flagAt("/dcgmExporter/serviceMonitor/enabled",
                GpuStackInstallClusterState.enablesServiceMonitor(version));
        boolean known = location.kinds().contains(GpuStackInstallClusterState.MONITORS);
        if (wanted && !known) {
            return GpuStackPreflightCheckResult.fail("ServiceMonitor",
                    "it is to be made, and the cluster does not know the kind",
                    "Set dcgmExporter.serviceMonitor.enabled=false, or install the Prometheus operator");
        }
        return GpuStackPreflightCheckResult.pass("ServiceMonitor",
                wanted ? "the cluster knows the kind" : "none is to be made");
    }
}
