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
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent.InstallReleaseIntent;

import static tessera.plan.operator.GpuStackPreflightCheckResult.fail;
import static tessera.plan.operator.GpuStackPreflightCheckResult.pass;
import static tessera.plan.operator.GpuStackPreflightCheckResult.unknown;
import static tessera.plan.operator.GpuStackPreflightCheckResult.warn;

/** The checks before a stack is installed, each with evidence and remedy. */
public final class GpuStackPreflightChecks {

    private static final String FEATURES = "feature.node.kubernetes.io/";
    /** Layouts that are known to give every GPU of a node instances of one size, or to cut none. */
    private static final Pattern EVEN = Pattern.compile("all-disabled|all-\\d+g\\.\\d+gb(\\..+)?");
    /** Amazon Linux 2, and not 2023. */
    private static final Pattern UNBUILT = Pattern.compile("Amazon Linux 2(?!\\d)");
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
            InstallReleaseIntent installRelease) throws ProblemException {
        var installed = InstalledGpuStackCheck.checkInstalled(installRelease, input);
        if (installed.isPresent() && input.release().isEmpty()) {
            return List.of(installed.get());
        }
        var values = HelmValues.read(installRelease.values())
                .mergeOver(HelmValues.read(input.release().map(HelmReleaseRevision::values).orElse("")));
        var checks = new GpuStackPreflightChecks(input.installInput(installRelease.release().namespace()), values,
                input.chart().or(() -> input.release().map(HelmReleaseRevision::detail)).map(HelmChartMetadata::version)
                        .orElse(installRelease.chart().version()))
                .allChecks();
        var check = installed.orElse(null);
        if (check != null) {
            checks.removeIf(each -> each.check() == GpuStackPreflightCheck.LEFTOVERS);
            checks.addFirst(check);
        }
        return checks;
    }

    /** Returns all checks of a fresh installation. */
    List<GpuStackPreflightCheckResult> allChecks() {
        var admission = new GpuStackInstallPermissionChecks(location.admission());
        boolean google = ClusterPlatform.of(all).filter(platform -> platform.name().startsWith("gke")).isPresent();
        var checks = new ArrayList<>(List.of(checkServerVersion(), admission.checkPermissions(), checkPlatform(),
                checkDiscovery(), checkPlugins(), checkHostDriver(), checkRuntime(), checkSystem(), checkArchitecture(),
                checkPodSecurity(), admission.checkQuotas(google, gpus.size()), checkTaints(), checkLeftovers(),
                checkServiceMonitors(), checkMigStrategy(), admission.checkUserNamespaces()));
        if (values.flagAt("/driver/enabled", true)) {
            var hosts = DriverLoadObstacleChecks.of(location.hosts(), gpus);
            checks.add(hosts.checkSecureBoot(values.flagAt("/driver/usePrecompiled", false)));
            checks.add(hosts.checkNouveau());
        }
        location.problems().forEach(problem -> checks.add(unknown(GpuStackPreflightCheck.OTHER_PRECONDITIONS,
                new PreflightReason.PreconditionUnknown(problem.reason(), problem.remedy()))));
        return checks;
    }

    private GpuStackPreflightCheckResult checkServerVersion() {
        var check = GpuStackPreflightCheck.SERVER_VERSION;
        var release = GpuOperatorBreakingChanges.parseVersion(location.server());
        if (release.isEmpty()) {
            return unknown(check, new PreflightReason.ServerVersionUnknown());
        }
        int minor = release.get().minor();
        if (release.get().major() == 1 && minor >= 32 && minor <= 36) {
            return pass(check, new PreflightReason.ServerVersionSupported(location.server()));
        }
        return warn(check, new PreflightReason.ServerVersionUntested(location.server()));
    }

    private GpuStackPreflightCheckResult checkPlatform() {
        var check = GpuStackPreflightCheck.PLATFORM;
        var platform = ClusterPlatform.of(all);
        if (platform.isEmpty()) {
            return pass(check, new PreflightReason.NoPlatformValues());
        }
        var title = platform.get().title();
        var note = platform.get().note();
        if (!platform.get().installsByHelm()) {
            return fail(check, new PreflightReason.PlatformWithoutHelm(title, note));
        }
        var missing = platform.get().advisedValues(version, location.server()).stream()
                .filter(advice -> !advice.isFollowedBy(values)).map(HelmChartValueAdvice::assignmentText).toList();
        return missing.isEmpty() && note.isEmpty() ? pass(check, new PreflightReason.PlatformReady(title))
                : warn(check, new PreflightReason.PlatformAdvice(title, missing, note));
    }

    private GpuStackPreflightCheckResult checkDiscovery() {
        var check = GpuStackPreflightCheck.FEATURE_DISCOVERY;
        var others = input.otherDiscovery();
        if (!values.flagAt("/nfd/enabled", true)) {
            long labelled = all.stream().filter(GpuStackPreflightChecks::hasFeatureLabels).count();
            return labelled > 0 ? pass(check, new PreflightReason.FeatureLabelsPresent(labelled))
                    : warn(check, new PreflightReason.FeatureDiscoveryMissing());
        }
        return others.isEmpty() ? pass(check, new PreflightReason.FeatureDiscoveryIncluded())
                : warn(check, new PreflightReason.FeatureDiscoveryDuplicate(others));
    }

    private static boolean hasFeatureLabels(NodeSummary node) {
        return node.labels().keySet().stream().anyMatch(key -> key.startsWith(FEATURES));
    }

    private GpuStackPreflightCheckResult checkPlugins() {
        var check = GpuStackPreflightCheck.DEVICE_PLUGINS;
        var others = input.otherPlugins();
        var claims = others.stream().filter(other -> other.startsWith(GpuStackInstallEnvironment.GPU_CLUSTER)).toList();
        if (!claims.isEmpty()) {
            return fail(check, new PreflightReason.GpuClusterConflict(claims));
        }
        if (!values.flagAt("/devicePlugin/enabled", true)) {
            return pass(check, new PreflightReason.OwnDevicePluginOff(others));
        }
        if (!others.isEmpty()) {
            return fail(check, new PreflightReason.DevicePluginConflict(others));
        }
        long offering = gpus.stream().filter(node -> node.capacity().get("nvidia.com/gpu") > 0
                && !node.label("nvidia.com/gpu.present").equals("true")).count();
        return offering == 0 ? pass(check, new PreflightReason.NoOtherDevicePlugin())
                : warn(check, new PreflightReason.UnmanagedGpuCapacity(offering));
    }

    /** Checks whether the plugin can start with MIG; strategy single requires instances of one size. */
    private GpuStackPreflightCheckResult checkMigStrategy() {
        var check = GpuStackPreflightCheck.MIG_STRATEGY;
        var labelled = gpus.stream().filter(node -> !node.label(MigNodeLabels.CONFIG).isEmpty()).toList();
        var uneven = labelled.stream().filter(node -> !EVEN.matcher(node.label(MigNodeLabels.CONFIG)).matches())
                .map(NodeSummary::name).toList();
        if (!uneven.isEmpty() && values.nodeAt("/mig/strategy").asText("single").equals("single")) {
            return warn(check, new PreflightReason.MigStrategyTooNarrow(uneven));
        }
        return pass(check,
                labelled.isEmpty() ? new PreflightReason.NoMigLayoutLabels() : new PreflightReason.MigStrategyFits());
    }

    private GpuStackPreflightCheckResult checkHostDriver() {
        var check = GpuStackPreflightCheck.HOST_DRIVER;
        long present = input.countHostDrivers();
        boolean deployed = values.flagAt("/driver/enabled", true);
        if (present > 0 && deployed) {
            return warn(check, new PreflightReason.HostDriverConflict(present));
        }
        return pass(check, present > 0 ? new PreflightReason.HostDriverPresent(present)
                : new PreflightReason.HostDriverUndetected(deployed));
    }

    private GpuStackPreflightCheckResult checkRuntime() {
        var check = GpuStackPreflightCheck.CONTAINER_RUNTIME;
        var odd = gpus.stream()
                .filter(node -> !node.system().runtime().isEmpty()
                        && !node.system().runtime().startsWith("containerd://")
                        && !node.system().runtime().startsWith("cri-o://"))
                .map(NodeSummary::name).toList();
        return odd.isEmpty() ? reportedCheck(check, reportedBy(NodeSystemInfo::runtime))
                : fail(check, new PreflightReason.RuntimeUnsupported(odd));
    }

    private GpuStackPreflightCheckResult checkSystem() {
        var check = GpuStackPreflightCheck.OPERATING_SYSTEM;
        var systems = reportedBy(NodeSystemInfo::os);
        var kernels = reportedBy(NodeSystemInfo::kernel);
        boolean built = values.flagAt("/driver/enabled", true);
        var unbuilt = systems.stream().filter(each -> UNBUILT.matcher(each).find()).toList();
        if (!unbuilt.isEmpty() && built) {
            return fail(check, new PreflightReason.NoDriverContainers(unbuilt));
        }
        if (systems.size() > 1 && built && !values.flagAt("/driver/nvidiaDriverCRD/enabled", false)) {
            return warn(check, new PreflightReason.MixedOperatingSystems(systems, kernels));
        }
        if (!systems.isEmpty() && built && values.flagAt("/driver/usePrecompiled", false)) {
            return warn(check, new PreflightReason.PrecompiledDriverGaps(systems, kernels));
        }
        return systems.isEmpty() ? reportedCheck(check, systems)
                : pass(check, new PreflightReason.OperatingSystems(systems, kernels));
    }

    private GpuStackPreflightCheckResult checkArchitecture() {
        var check = GpuStackPreflightCheck.ARCHITECTURE;
        var reported = reportedBy(NodeSystemInfo::architecture);
        var odd = reported.stream().filter(each -> !KNOWN_ARCHITECTURES.contains(each)).toList();
        return odd.isEmpty() ? reportedCheck(check, reported)
                : fail(check, new PreflightReason.ArchitectureUnsupported(odd));
    }

    /** Returns the reported values of nodes with GPUs. */
    private Set<String> reportedBy(Function<NodeSystemInfo, String> field) {
        return gpus.stream().map(NodeSummary::system).map(field).filter(text -> !text.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private GpuStackPreflightCheckResult reportedCheck(GpuStackPreflightCheck check, Set<String> reported) {
        return reported.isEmpty() ? unknown(check, new PreflightReason.NodeInfoUnknown(gpus.size()))
                : pass(check, new PreflightReason.NodeInfoReported(reported));
    }

    private GpuStackPreflightCheckResult checkPodSecurity() {
        var check = GpuStackPreflightCheck.POD_SECURITY;
        if (values.flagAt("/psa/enabled", false)) {
            return pass(check, new PreflightReason.NamespaceLabelledByOperator());
        }
        return pass(check,
                location.namespace()
                        .<PreflightReason>map(labels -> new PreflightReason.NamespacePodSecurity(
                                labels.getOrDefault("pod-security.kubernetes.io/enforce", "")))
                        .orElseGet(PreflightReason.NamespaceMissing::new));
    }

    private GpuStackPreflightCheckResult checkTaints() {
        var check = GpuStackPreflightCheck.TAINTS;
        var tolerated = tolerationKeys(values.nodeAt("/daemonsets/tolerations"));
        var found = values.nodeAt("/node-feature-discovery/worker/tolerations");
        var discovered = tolerationKeys(found);
        var missing = new TreeSet<String>();
        input.blockingTaints().stream()
                .filter(taint -> !tolerated.contains(taint.key())
                        || (!found.isMissingNode() && !discovered.contains(taint.key())))
                .forEach(taint -> missing.add(taint.toString()));
        return missing.isEmpty() ? pass(check, new PreflightReason.StackTaintsTolerated())
                : warn(check, new PreflightReason.StackTaintsUntolerated(missing));
    }

    private static Set<String> tolerationKeys(JsonNode tolerations) {
        var keys = new TreeSet<String>();
        keys.add("nvidia.com/gpu");
        tolerations.forEach(element -> keys.add(element.path("key").asText()));
        return keys;
    }

    private GpuStackPreflightCheckResult checkLeftovers() {
        var check = GpuStackPreflightCheck.LEFTOVERS;
        if (!location.policies().isEmpty()) {
            return fail(check, new PreflightReason.ClusterPolicyLeftover(location.policies().keySet()));
        }
        return pass(check,
                location.kinds().contains("clusterpolicies.nvidia.com") ? new PreflightReason.OnlyCrdsLeftover()
                        : new PreflightReason.NoLeftovers());
    }

    private GpuStackPreflightCheckResult checkServiceMonitors() {
        var check = GpuStackPreflightCheck.SERVICE_MONITOR;
        if (!values.flagAt("/dcgmExporter/serviceMonitor/enabled",
                GpuStackInstallClusterState.enablesServiceMonitor(version))) {
            return pass(check, new PreflightReason.ServiceMonitorOff());
        }
        return location.kinds().contains(GpuStackInstallClusterState.MONITORS)
                ? pass(check, new PreflightReason.ServiceMonitorCrdPresent())
                : fail(check, new PreflightReason.ServiceMonitorCrdMissing());
    }
}
