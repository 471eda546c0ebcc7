package tessera.plan.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.gpu.Sample;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.GpuHostDriverErrorsAndModules;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.GpuStackInstallPreconditions;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.NodesInDriverUpgrade;
import tessera.plan.context.UnfinishedHelmRevision;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.operator.GpuStackPreflightCheckResult.PreflightCheckVerdict;
import tessera.plan.operator.HelmReleasePlanService.LostTolerationWarningFinder;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What is wanted of a release becomes steps, and what speaks against it is said before anything is done. */
class HelmReleasePlannerTest {

    private static final HelmChartSource CHART = new HelmChartSource("gpu-operator", "https://helm.example", "v26.7.0");
    private static final Instant NOW = Instant.parse("2026-05-04T10:00:00Z");
    private static final GpuStackPreflightCheck QUOTAS = GpuStackPreflightCheck.QUOTAS;
    private static final GpuStackInstallEnvironment BARE = new GpuStackInstallEnvironment("v1.34.1", Optional.empty(),
            Map.of(), List.of(), List.of(), List.of(), GpuHostDriverErrorsAndModules.UNKNOWN,
            GpuStackInstallPreconditions.FREE, List.of());

    private static final HelmChartMetadata NEW = new HelmChartMetadata("gpu-operator", "v26.7.0", """
            driver: {enabled: true, version: 595.91.07, upgradePolicy: {autoUpgrade: true}, env: []}
            dcgmExporter: {serviceMonitor: {enabled: true}, labels: {}}
            mig: {strategy: single}
            validator: {repository: images.example, image: gpu-operator, version: ""}
            """, Set.of("node-feature-discovery"));

    private static NodeSummary node(String os, String runtime, String kubelet, Map<String, String> labels,
            String taint) {
        var builder = Sample.node("n1").nvidia("NVIDIA-L40S", 4);
        labels.forEach(builder::label);
        if (!taint.isEmpty()) {
            builder.taint(taint, "", "NoSchedule");
        }
        var nodeSummary = builder.facts();
        return new NodeSummary(nodeSummary.name(), nodeSummary.uid(), nodeSummary.created(), nodeSummary.labels(),
                nodeSummary.taints(), false, nodeSummary.capacity(), nodeSummary.allocatable(),
                nodeSummary.conditions(), nodeSummary.address(),
                new NodeSystemInfo(kubelet, runtime, os, "6.8.0", "amd64"));
    }

    private static NodeSummary usual() {
        return node("Ubuntu 24.04", "containerd://2.1.4", "v1.34.1", Map.of(), "");
    }

    private static HelmReleaseRevision release(String status, String values, boolean whole) {
        return new HelmReleaseRevision(HelmReleaseNamespacedName.USUAL, 7, status,
                new HelmChartMetadata("gpu-operator", "v26.3.3", "", Set.of()), values, "", whole, List.of(7, 6, 5),
                Optional.of(status.equals("deployed") ? 7 : 6));
    }

    private static HelmReleasePlannerInput survey(Optional<HelmReleaseRevision> release,
            GpuStackInstallEnvironment location, NodeSummary... nodes) {
        return new HelmReleasePlannerInput(release, release.filter(_ -> false), Optional.of(NEW), Optional.empty(),
                location, List.of(nodes), List.of(nodes), 0, Set.of(), NodesInDriverUpgrade.NONE,
                new TreeMap<>(Map.of("n1", "nvidia.com/gpu")), 3, DriverUpgradeBlockers.NONE, List.of(), NOW);
    }

    private static ChangePlan install(String values, GpuStackInstallEnvironment location, NodeSummary... nodes)
            throws ProblemException {
        return HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.InstallReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, values),
                survey(Optional.empty(), location, nodes));
    }

    private static final String NO_MONITORS = "dcgmExporter: {serviceMonitor: {enabled: false}}\n";

    @Test
    void anInstallationMakesItsNamespaceHasHelmWorkAndWaits() throws ProblemException {
        var plan = install(NO_MONITORS, BARE, usual());
        assertThat(plan.refusals()).isEmpty();
        assertThat(plan.steps()).extracting(step -> step.step().getClass().getSimpleName())
                .containsExactly("CreateObjectStep", "HelmStep", "AwaitClusterStateStep", "ProbePodStep");
        assertThat(((PlanStep.ProbePodStep) plan.steps().getLast().step()).body())
                .contains("\"image\":\"images.example/gpu-operator:v26.7.0\"", "\"nvidia.com/gpu\":1");
        assertThat(((PlanStep.CreateObjectStep) plan.steps().getFirst().step()).body()).contains("\"privileged\"");
        assertThat(plan.commands().get(1)).isEqualTo("helm install gpu-operator gpu-operator --repo "
                + "https://helm.example --version v26.7.0 -f values.yaml -n gpu-operator");
    }

    @Test
    void aNamespaceThatKeepsPrivilegedPodsOutIsOpenedToThem() throws ProblemException {
        var strict = strict();
        assertThat(install(NO_MONITORS, strict, usual()).steps().getFirst().step())
                .isInstanceOf(PlanStep.PatchObjectStep.class);
        assertThat(install(NO_MONITORS + "psa: {enabled: true}\n", strict, usual()).steps().getFirst().step())
                .as("the operator does it itself").isInstanceOf(PlanStep.HelmStep.class);
    }

    /** A site where the namespace lets in restricted pods alone. */
    private static GpuStackInstallEnvironment strict() {
        return new GpuStackInstallEnvironment("v1.34.1",
                Optional.of(Map.of("pod-security.kubernetes.io/enforce", "restricted")), Map.of(), List.of(), List.of(),
                List.of(), GpuHostDriverErrorsAndModules.UNKNOWN, GpuStackInstallPreconditions.FREE, List.of());
    }

    /** A site where the driver of a node fails and has said why. */
    private static GpuStackInstallEnvironment saying(String text) {
        return new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(), List.of(), List.of(),
                new GpuHostDriverErrorsAndModules(Map.of("n1", text), Map.of(), Optional.empty()),
                GpuStackInstallPreconditions.FREE, List.of());
    }

    private static GpuStackInstallEnvironment admitting(GpuStackInstallPreconditions admission) {
        return new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(), List.of(), List.of(),
                GpuHostDriverErrorsAndModules.UNKNOWN, admission, List.of());
    }

    /** A site where one may do everything and a quota holds for the namespace. */
    private static GpuStackInstallEnvironment counted(Set<String> priorities, Map<String, String> hard,
            Map<String, String> used) {
        return admitting(new GpuStackInstallPreconditions(List.of(),
                List.of(new GpuStackInstallPreconditions.InstallNamespaceQuota("team", priorities,
                        !priorities.isEmpty(), hard, used)),
                Optional.empty(), GpuStackInstallPreconditions.HostUsersFalsePods.NONE));
    }

    /** A site with pods that have users of their own. */
    private static GpuStackInstallEnvironment apart(boolean all, String gap, String... pods) {
        return admitting(new GpuStackInstallPreconditions(List.of(), List.of(), Optional.empty(),
                new GpuStackInstallPreconditions.HostUsersFalsePods(List.of(pods), all, gap.isEmpty() ? Optional.empty()
                        : Optional.of(Problem.of(Problem.OperationProblemKind.FORBIDDEN, gap)))));
    }

    private static NodeSummary amazon(String os) {
        return node(os, "containerd://2", "v1.34.1", Map.of("eks.amazonaws.com/nodegroup", "gpu"), "");
    }

    private static NodeSummary google() {
        return node("Container-Optimized OS", "containerd://2", "v1.34.1",
                Map.of("cloud.google.com/gke-accelerator", "nvidia-h100-80gb"), "");
    }

    /** A site where node feature discovery says which modules for GPUs the node has loaded. */
    private static GpuStackInstallEnvironment loaded(String... modules) {
        return new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(), List.of(), List.of(),
                new GpuHostDriverErrorsAndModules(Map.of(), Map.of("n1", Set.of(modules)), Optional.empty()),
                GpuStackInstallPreconditions.FREE, List.of());
    }

    @Test
    void thatModulesMayNotBeLookedAtIsNotToldAsIfNobodyReportedThem() throws ProblemException {
        var denied = Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list nodefeatures");
        var location = new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(), List.of(),
                List.of(), new GpuHostDriverErrorsAndModules(Map.of(), Map.of(), Optional.of(denied)),
                GpuStackInstallPreconditions.FREE, List.of());
        assertThat(nouveau(location)).isEqualTo("Cannot read the kernel modules of n1: You may not list nodefeatures");
        assertThat(nouveau(BARE)).isEqualTo("Node Feature Discovery does not report the kernel modules of n1");
    }

    private static String nouveau(GpuStackInstallEnvironment location) {
        return DriverLoadObstacleChecks.of(location.hosts(), List.of(usual())).checkNouveau().evidence();
    }

    private static NodeSummary cut(String layout) {
        return node("Ubuntu 24.04", "containerd://2", "v1.34.1", Map.of("nvidia.com/mig.config", layout), "");
    }

    static Stream<Arguments> sites() {
        return Stream.of(
                arguments(GpuStackPreflightCheck.CONTAINER_RUNTIME, PreflightCheckVerdict.FAIL, BARE, "",
                        node("Ubuntu 24.04", "docker://24.0", "v1.34.1", Map.of(), "")),
                arguments(GpuStackPreflightCheck.TAINTS, PreflightCheckVerdict.WARN, BARE, "",
                        node("Ubuntu 24.04", "containerd://2", "v1.34.1", Map.of(), "dedicated")),
                arguments(GpuStackPreflightCheck.TAINTS, PreflightCheckVerdict.PASS, BARE,
                        "daemonsets: {tolerations: [{key: dedicated, operator: Exists}]}",
                        node("Ubuntu 24.04", "containerd://2", "v1.34.1", Map.of(), "dedicated")),
                arguments(GpuStackPreflightCheck.PLATFORM, PreflightCheckVerdict.WARN, BARE, "",
                        node("Ubuntu 22.04", "containerd://2", "v1.34.1+k3s1", Map.of(), "")),
                arguments(GpuStackPreflightCheck.PLATFORM, PreflightCheckVerdict.FAIL, BARE, "",
                        node("RHEL", "cri-o://1.34", "v1.34.1", Map.of("node.openshift.io/os_id", "rhel"), "")),
                arguments(GpuStackPreflightCheck.LEFTOVERS, PreflightCheckVerdict.FAIL,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(),
                                Map.of("cluster-policy",
                                        new GpuStackInstallEnvironment.GpuClusterPolicy("uid", Optional.empty(), "")),
                                List.of(), List.of(), List.of(), GpuHostDriverErrorsAndModules.UNKNOWN,
                                GpuStackInstallPreconditions.FREE, List.of()),
                        "", usual()),
                arguments(GpuStackPreflightCheck.FEATURE_DISCOVERY, PreflightCheckVerdict.WARN,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(), List.of(),
                                List.of("nfd/nfd-worker"), GpuHostDriverErrorsAndModules.UNKNOWN,
                                GpuStackInstallPreconditions.FREE, List.of()),
                        "", usual()),
                arguments(GpuStackPreflightCheck.FEATURE_DISCOVERY, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.FEATURE_DISCOVERY, PreflightCheckVerdict.WARN, BARE,
                        "nfd: {enabled: false}", usual()),
                arguments(GpuStackPreflightCheck.FEATURE_DISCOVERY, PreflightCheckVerdict.PASS, BARE,
                        "nfd: {enabled: false}",
                        node("Ubuntu 24.04", "containerd://2", "v1.34.1",
                                Map.of("feature.node.kubernetes.io/pci-10de.present", "true"), "")),
                arguments(GpuStackPreflightCheck.POD_SECURITY, PreflightCheckVerdict.PASS, strict(),
                        "psa: {enabled: true}", usual()),
                arguments(GpuStackPreflightCheck.LEFTOVERS, PreflightCheckVerdict.PASS,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(),
                                List.of("clusterpolicies.nvidia.com"), List.of(), List.of(),
                                GpuHostDriverErrorsAndModules.UNKNOWN, GpuStackInstallPreconditions.FREE, List.of()),
                        "", usual()),
                arguments(GpuStackPreflightCheck.DEVICE_PLUGINS, PreflightCheckVerdict.PASS,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(),
                                List.of("hami/hami-device-plugin"), List.of(), GpuHostDriverErrorsAndModules.UNKNOWN,
                                GpuStackInstallPreconditions.FREE, List.of()),
                        "devicePlugin: {enabled: false}", usual()),
                arguments(GpuStackPreflightCheck.DEVICE_PLUGINS, PreflightCheckVerdict.FAIL,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(),
                                List.of("GPUCluster gpu-cluster"), List.of(), GpuHostDriverErrorsAndModules.UNKNOWN,
                                GpuStackInstallPreconditions.FREE, List.of()),
                        "devicePlugin: {enabled: false}", usual()),
                arguments(GpuStackPreflightCheck.DEVICE_PLUGINS, PreflightCheckVerdict.FAIL,
                        new GpuStackInstallEnvironment("v1.34.1", Optional.empty(), Map.of(), List.of(),
                                List.of("kube-system/nvidia-device-plugin-daemonset"), List.of(),
                                GpuHostDriverErrorsAndModules.UNKNOWN, GpuStackInstallPreconditions.FREE, List.of()),
                        "", usual()),
                arguments(GpuStackPreflightCheck.SERVICE_MONITOR, PreflightCheckVerdict.FAIL, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.PERMISSIONS, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.PERMISSIONS, PreflightCheckVerdict.FAIL,
                        admitting(new GpuStackInstallPreconditions(
                                List.of(new RequiredPermission("create", "rbac.authorization.k8s.io", "clusterroles",
                                        "", "", "")),
                                List.of(), Optional.empty(), GpuStackInstallPreconditions.HostUsersFalsePods.NONE)),
                        "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.UNKNOWN,
                        admitting(new GpuStackInstallPreconditions(List.of(), List.of(),
                                Optional.of(
                                        Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list quotas")),
                                GpuStackInstallPreconditions.HostUsersFalsePods.NONE)),
                        "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.PASS,
                        counted(Set.of(), Map.of("pods", "20"), Map.of("pods", "12")), "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.WARN,
                        counted(Set.of(), Map.of("pods", "20"), Map.of("pods", "13")), "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.FAIL,
                        counted(Set.of(), Map.of("pods", "5"), Map.of("pods", "5")), "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.PASS,
                        counted(Set.of("low"), Map.of("pods", "5"), Map.of("pods", "5")), "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.WARN, counted(Set.of(), Map.of("limits.cpu", "5"), Map.of()),
                        "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.PASS,
                        counted(Set.of(), Map.of("requests.nvidia.com/gpu", "5"), Map.of()), "", usual()),
                arguments(QUOTAS, PreflightCheckVerdict.WARN, BARE, "", google()),
                arguments(QUOTAS, PreflightCheckVerdict.PASS,
                        counted(Set.of("system-node-critical"), Map.of("pods", "1k"), Map.of("pods", "0")), "",
                        google()),
                arguments(GpuStackPreflightCheck.USER_NAMESPACES, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.USER_NAMESPACES, PreflightCheckVerdict.WARN,
                        apart(true, "", "ml/train"), "", usual()),
                arguments(GpuStackPreflightCheck.USER_NAMESPACES, PreflightCheckVerdict.UNKNOWN, apart(false, ""), "",
                        usual()),
                arguments(GpuStackPreflightCheck.USER_NAMESPACES, PreflightCheckVerdict.UNKNOWN,
                        apart(false, "You may not list pods"), "", usual()),
                arguments(GpuStackPreflightCheck.OPERATING_SYSTEM, PreflightCheckVerdict.FAIL, BARE, "",
                        amazon("Amazon Linux 2")),
                arguments(GpuStackPreflightCheck.OPERATING_SYSTEM, PreflightCheckVerdict.PASS, BARE,
                        "driver: {enabled: false}", amazon("Amazon Linux 2")),
                arguments(GpuStackPreflightCheck.OPERATING_SYSTEM, PreflightCheckVerdict.PASS, BARE, "",
                        amazon("Amazon Linux 2023.6.20250115")),
                arguments(GpuStackPreflightCheck.SECURE_BOOT, PreflightCheckVerdict.UNKNOWN, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.SECURE_BOOT, PreflightCheckVerdict.FAIL,
                        saying("insmod: Required key not available"), "", usual()),
                arguments(GpuStackPreflightCheck.SECURE_BOOT, PreflightCheckVerdict.PASS,
                        saying("insmod: Required key not available"), "driver: {usePrecompiled: true}", usual()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.UNKNOWN, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.WARN, loaded("nouveau"), "", usual()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.PASS, loaded("nvidia"), "", usual()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.PASS, loaded(), "", usual()),
                arguments(GpuStackPreflightCheck.ARCHITECTURE, PreflightCheckVerdict.UNKNOWN, BARE, "",
                        Sample.node("n1").nvidia("L40S", 4).facts()),
                arguments(GpuStackPreflightCheck.CONTAINER_RUNTIME, PreflightCheckVerdict.UNKNOWN, BARE, "",
                        Sample.node("n1").nvidia("L40S", 4).facts()),
                arguments(GpuStackPreflightCheck.OPERATING_SYSTEM, PreflightCheckVerdict.UNKNOWN, BARE, "",
                        Sample.node("n1").nvidia("L40S", 4).facts()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.UNKNOWN,
                        saying("Could not resolve Linux kernel version"), "", usual()),
                arguments(GpuStackPreflightCheck.NOUVEAU, PreflightCheckVerdict.FAIL, saying("lsmod lists nouveau"), "",
                        usual()),
                arguments(GpuStackPreflightCheck.SERVICE_MONITOR, PreflightCheckVerdict.PASS, BARE, NO_MONITORS,
                        usual()),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.PASS, BARE, "",
                        cut("all-1g.10gb")),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.PASS, BARE, "",
                        cut("all-disabled")),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.WARN, BARE, "",
                        cut("all-balanced")),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.WARN, BARE, "", cut("of-our-own")),
                arguments(GpuStackPreflightCheck.MIG_STRATEGY, PreflightCheckVerdict.PASS, BARE,
                        "mig: {strategy: mixed}", cut("all-balanced")),
                arguments(GpuStackPreflightCheck.SERVER_VERSION, PreflightCheckVerdict.WARN,
                        new GpuStackInstallEnvironment("v1.28.3", Optional.empty(), Map.of(), List.of(), List.of(),
                                List.of(), GpuHostDriverErrorsAndModules.UNKNOWN, GpuStackInstallPreconditions.FREE,
                                List.of()),
                        "", usual()),
                arguments(GpuStackPreflightCheck.SERVER_VERSION, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.ARCHITECTURE, PreflightCheckVerdict.PASS, BARE, "", usual()),
                arguments(GpuStackPreflightCheck.CONTAINER_RUNTIME, PreflightCheckVerdict.PASS, BARE, "",
                        node("Ubuntu 24.04", "cri-o://1.34", "v1.34.1", Map.of(), "")),
                arguments(GpuStackPreflightCheck.HOST_DRIVER, PreflightCheckVerdict.PASS, BARE,
                        "driver: {enabled: false}",
                        node("Ubuntu 24.04", "containerd://2", "v1.34.1",
                                Map.of("nvidia.com/cuda.driver-version.full", "580.1"), "")),
                arguments(GpuStackPreflightCheck.HOST_DRIVER, PreflightCheckVerdict.WARN, BARE, "", node("Ubuntu 24.04",
                        "containerd://2", "v1.34.1", Map.of("nvidia.com/cuda.driver-version.full", "580.1"), "")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("sites")
    void everyCheckSaysWhatIsSo(GpuStackPreflightCheck kind, PreflightCheckVerdict verdict,
            GpuStackInstallEnvironment location, String values, NodeSummary node) throws ProblemException {
        var checks = new GpuStackPreflightChecks(
                new GpuStackInstallClusterState(List.of(node), List.of(node), location, "gpu-operator"),
                HelmValues.read(values), "v26.7.0").allChecks();
        var check = checks.stream().filter(each -> each.check() == kind).findFirst().orElseThrow();
        assertThat(check.verdict()).as(check.evidence()).isEqualTo(verdict);
        assertThat(check.evidence()).isNotBlank();
        assertThat(check.verdict() == PreflightCheckVerdict.PASS || !check.remedy().isBlank()).as(check.evidence())
                .isTrue();
        var plan = install(values, location, node);
        assertThat(plan.refusals().stream().anyMatch(problem -> problem.headline().equals(kind.text())))
                .isEqualTo(verdict == PreflightCheckVerdict.FAIL);
    }

    @Test
    void anUpgradeTakesWhatWasSetAndTellsWhatBecomesOtherwise() throws ProblemException {
        var before = release("deployed", "driver: {version: 580.1, repository: r}\nmig: {strategy: mixed}\n", true);
        var plan = HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART,
                        "driver: {version: null}\n"), survey(Optional.of(before), BARE, usual()));
        var helmUpgrade = (HelmOperation.HelmUpgrade) ((PlanStep.HelmStep) plan.steps().getFirst().step())
                .helmOperation();
        assertThat(HelmValues.read(helmUpgrade.values()).nodeAt("/mig/strategy").asText()).isEqualTo("mixed");
        assertThat(HelmValues.read(helmUpgrade.values()).nodeAt("/driver/repository").asText()).isEqualTo("r");
        assertThat(HelmValues.read(helmUpgrade.values()).nodeAt("/driver/version").isMissingNode()).isTrue();
        assertThat(helmUpgrade.planned()).isEqualTo(7);
        assertThat(plan.headlineText()).isEqualTo("Upgrade gpu-operator in gpu-operator from v26.3.3 to v26.7.0");
        assertThat(plan.warningTexts()).anyMatch(text -> text.startsWith("Since v26.7"))
                .noneMatch(text -> text.startsWith("Since v25")).noneMatch(text -> text.contains("driver.version"));
    }

    @Test
    void aPinnedVersionIsToldBecauseAnUpgradeDoesNotMoveIt() throws ProblemException {
        var before = release("deployed", "driver: {version: 580.1}\n", true);
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""),
                survey(Optional.of(before), BARE, usual()));
        assertThat(plan.warningTexts())
                .contains("driver.version is pinned to 580.1, so the version in the chart does not apply");
    }

    @Test
    void aValueThatTheChartDoesNotNameIsToldWithTheOneThatIsNear() throws ProblemException {
        var plan = install(NO_MONITORS + """
                drvier: {version: "1"}
                mig: {stratgy: mixed}
                driver: {autoUpgrade: false, licensingConfig: {secretName: s}, env: [{name: A}]}
                toolkit: {env: []}
                gfd: {enabled: false}
                node-feature-discovery: {worker: {tolerations: []}}
                global: {anything: 1}
                somethingElse: 1
                """, BARE, usual());
        assertThat(plan.warningTexts()).filteredOn(text -> text.contains("has no value")).containsExactly(
                "Chart gpu-operator v26.7.0 has no value drvier.version, so setting it may have no effect. Did you mean driver.version?",
                "Chart gpu-operator v26.7.0 has no value mig.stratgy, so setting it may have no effect. Did you mean mig.strategy?",
                "Chart gpu-operator v26.7.0 has no value driver.autoUpgrade, so setting it may have no effect. Did you mean driver.upgradePolicy.autoUpgrade?",
                "Chart gpu-operator v26.7.0 has no value somethingElse, so setting it may have no effect");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "devicePlugin: {enabled: false} | 1 node stops advertising GPUs. 1 pod with allocated GPUs "
                + "keeps running. New GPU pods cannot be scheduled there. | Tessera skips the final nvidia-smi "
                + "pod | HelmStep,AwaitClusterStateStep,AwaitClusterStateStep",
        "clusterPolicy: {deployCR: false} | 1 node stops advertising GPUs. 1 pod with allocated GPUs "
                + "keeps running. New GPU pods cannot be scheduled there. | Tessera skips the final nvidia-smi "
                + "pod | HelmStep",
        "driver: {enabled: false} | 1 node advertises GPUs that new containers cannot use. 1 pod with allocated GPUs keeps running. | The last step runs nvidia-smi | HelmStep,AwaitClusterStateStep,AwaitClusterStateStep,ProbePodStep"})
    void whatTurnsAPartOffTellsWhoLosesByItAndWhatDecides(String values, String loss, String judge, String steps)
            throws ProblemException {
        var plan = changed(values);
        assertThat(plan.warningTexts()).contains(loss).anyMatch(text -> text.contains(judge));
        assertThat(plan.warningTexts().getFirst()).contains("The change disables ");
        assertThat(plan.effects().podsWithFate(PodFate.STRANDED))
                .extracting(effect -> effect.pod().name() + effect.accelerators()).containsExactly("train2");
        assertThat(plan.confirmationText()).as("to be typed").isEqualTo("gpu-operator");
        assertThat(plan.steps()).extracting(step -> step.step().getClass().getSimpleName())
                .containsExactly(steps.split(",", -1));
    }

    @Test
    void whereAPartGoesOffNodesThatDidNotWorkBeforeAreNotWaitedFor() throws ProblemException {
        var plan = changed("devicePlugin: {enabled: false}", Set.of("n1"));
        assertThat(plan.steps()).extracting(PlanStepWithUndo::text)
                .contains("Wait until the operator is ready, except 1 node that did not work before");
    }

    @Test
    void whatLeavesGpusOfferedNamesNoPods() throws ProblemException {
        var plan = changed("dcgmExporter: {enabled: false}");
        assertThat(plan.warningTexts().getFirst()).startsWith("The change disables dcgmExporter.enabled. DCGM metrics");
        assertThat(plan.effects().pods()).isEmpty();
        assertThat(plan.confirmationText()).isEmpty();
        assertThat(changed("mig: {strategy: single}").warningTexts())
                .noneMatch(text -> text.contains(" changes from "));
    }

    /** What is planned where values are changed while a pod holds two of four GPUs. */
    private static ChangePlan changed(String values) throws ProblemException {
        return changed(values, Set.of());
    }

    private static ChangePlan changed(String values, Set<String> idle) throws ProblemException {
        var all = survey(Optional.of(release("deployed", "", true)), BARE, usual());
        var input = new HelmReleasePlannerInput(all.release(), all.target(), all.chart(), all.chartGap(),
                all.location(), all.nodes(), all.gpuNodes(), all.unreadyGpuNodes(), idle, all.driverUpgrades(),
                all.freeGpuResources(), all.holders(), all.undrainable(), all.unfinished(), all.now());
        var intent = new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL, SetReleaseValuesIntent.RECORDED,
                values);
        var gpus = new Sample().with(Sample.node("n1").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4))
                .pod("ml/train", "n1", "nvidia.com/gpu", 2).fleet().nodes();
        return DisabledOperandEffectCalculator.addEffects(HelmReleasePlanner.plan(intent, input), intent, input, gpus);
    }

    @Test
    void aPlatformIsKnownByItsNodesAndItsValuesComeWithReasons() throws ProblemException {
        var node = node("Ubuntu 22.04", "containerd://2", "v1.34.1+k3s1", Map.of(), "dedicated");
        var input = new GpuStackInstallClusterState(List.of(node), List.of(node), BARE, "gpu-operator");
        var advice = input.platformAdvice(PlatformChartValueAdvice.DETECTED, "v26.7.0");
        assertThat(advice.title()).isEqualTo("k3s");
        assertThat(advice.values()).extracting(HelmChartValueAdvice::path).containsExactly("cdi.nriPluginEnabled",
                "daemonsets.tolerations", "node-feature-discovery.worker.tolerations",
                "dcgmExporter.serviceMonitor.enabled");
        assertThat(advice.values()).allSatisfy(value -> assertThat(value.reason()).isNotBlank());
        var checks = new GpuStackPreflightChecks(input, HelmChartValueAdvice.toValues(advice.values()), "v26.7.0")
                .allChecks();
        assertThat(checks)
                .filteredOn(check -> check.check() == GpuStackPreflightCheck.TAINTS
                        || check.check() == GpuStackPreflightCheck.SERVICE_MONITOR)
                .extracting(GpuStackPreflightCheckResult::verdict).containsOnly(PreflightCheckVerdict.PASS);
        assertThat(input.platformAdvice("k3s", "v25.10.1").values().getFirst().path())
                .as("before there was a plugin for it").isEqualTo("toolkit.env");
        assertThat(input.platformAdvice("openshift", "").installsByHelm()).isFalse();
        assertThatThrownBy(() -> input.platformAdvice("nowhere", "")).isInstanceOf(ProblemException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void aGpuIsLookedAtWhereOneIsFreeAndNowhereElse() throws ProblemException {
        var input = survey(
                Optional.of(new HelmReleaseRevision(HelmReleaseNamespacedName.USUAL, 7, "deployed", NEW, "", "", true,
                        List.of(7), Optional.of(7))),
                BARE, node("Ubuntu 24.04", "containerd://2", "v1.34.1", Map.of(), "dedicated"));
        var step = (PlanStep.ProbePodStep) HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.ProveGpuStackIntent(HelmReleaseNamespacedName.USUAL, "n1", ""), input)
                .steps().getFirst().step();
        assertThat(step.body()).contains("\"metadata.name\"", "\"n1\"", "\"key\":\"dedicated\"");
        assertRefused(new GpuStackReleaseIntent.ProveGpuStackIntent(HelmReleaseNamespacedName.USUAL, "n2", ""), input,
                "n2 is not a node with NVIDIA GPUs");
    }

    @Test
    void imagesAreReadFromPodsHooksAndPoliciesAndComeFromWhereTheyShall() throws ProblemException {
        var manifest = """
                kind: Job
                metadata: {annotations: {helm.sh/hook: pre-upgrade}}
                spec: {template: {spec: {containers: [{image: "a.example/n/operator:v1", env: [{name: MANAGER_IMAGE, value: a.example/n/manager:2}]}]}}}
                ---
                kind: ClusterPolicy
                spec:
                  validator: {repository: a.example/n, image: operator, version: ""}
                  dcgm: {enabled: false, repository: a.example/n, image: dcgm, version: "1"}
                  driver:
                    repository: a.example/n
                    image: driver
                    version: "580"
                    manager: {repository: a.example/n, image: k8s-driver-manager, version: v0.8}
                """;
        assertThat(HelmChartContainerImageReader.imagesOf(manifest, "v1", List.of(usual()))).containsExactly(
                "a.example/n/driver:580-ubuntu24.04", "a.example/n/k8s-driver-manager:v0.8", "a.example/n/manager:2",
                "a.example/n/operator:v1");

        var values = HelmValues
                .read("driver: {repository: a.example/n}\nnode-feature-discovery: {image: {repository: b/c}}\n");
        assertThat(ChartValueRegistryRewriter.rewrittenValues(values, "mirror.example:5000/gpu"))
                .extracting(HelmChartValueAdvice::assignmentText)
                .containsExactly("driver.repository=mirror.example:5000/gpu/n",
                        "node-feature-discovery.image.repository=mirror.example:5000/gpu/b/c");
        assertThatThrownBy(() -> ChartValueRegistryRewriter.rewrittenValues(values, "https://mirror"))
                .isInstanceOf(ProblemException.class);
        assertThat(HelmReleaseImageList.of(List.of("m/a:1", "x/b:1"), List.of(), "m").strays())
                .containsExactly("x/b:1");
    }

    @Test
    void whoPutsAnotherChartInThePlaceOfOneIsToldWhatGoes() throws ProblemException {
        var chart = new HelmChartMetadata("kueue", "0.19.2", "", Set.of());
        var newInput = new HelmReleasePlannerInput(Optional.empty(), Optional.empty(), Optional.of(chart),
                Optional.empty(), BARE, List.of(), List.of(), 0, Set.of(), NodesInDriverUpgrade.NONE, Map.of(), 0,
                DriverUpgradeBlockers.NONE, List.of(), NOW);
        assertThat(HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.InstallReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""),
                        newInput)
                .warningTexts())
                .contains("Tessera expects release gpu-operator in gpu-operator to be the GPU operator. Install this "
                        + "chart under another release name and in another namespace.");

        var input = new HelmReleasePlannerInput(Optional.of(made(7, "deployed", "")), Optional.empty(),
                Optional.of(chart), Optional.empty(), BARE, List.of(), List.of(), 0, Set.of(),
                NodesInDriverUpgrade.NONE, Map.of(), 0, DriverUpgradeBlockers.NONE, List.of(), NOW);
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""), input);
        assertThat(plan.warningTexts())
                .contains("gpu-operator in gpu-operator changes from chart gpu-operator to chart kueue. "
                        + "Helm deletes the objects that only gpu-operator contains.");
        assertThat(plan.confirmationText()).as("the name is typed").isEqualTo("gpu-operator");
    }

    @Test
    void anotherChartGoesTheSameWayAndOnlyHelmIsWaitedFor() throws ProblemException {
        var name = new HelmReleaseNamespacedName("dcgm", "monitoring");
        var chart = new HelmChartMetadata("dcgm-exporter", "4.8.2", "serviceMonitor: {enabled: true}\n", Set.of());
        var bare = new HelmReleasePlannerInput(Optional.empty(), Optional.empty(), Optional.of(chart), Optional.empty(),
                BARE, List.of(usual()), List.of(usual()), 0, Set.of(), NodesInDriverUpgrade.NONE, Map.of(), 0,
                DriverUpgradeBlockers.NONE, List.of(), NOW);
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.InstallReleaseIntent(name, CHART, "serviceMonitr: {enabled: false}\n"), bare);
        assertThat(plan.refusals()).isEmpty();
        assertThat(plan.headlineText()).isEqualTo("Install dcgm-exporter 4.8.2 as dcgm in monitoring");
        assertThat(plan.steps()).extracting(step -> step.step().getClass().getSimpleName())
                .containsExactly("CreateObjectStep", "HelmStep");
        assertThat(plan.warningTexts()).containsExactly(
                "dcgm-exporter is not the GPU operator. Tessera waits for Helm only.",
                "Chart dcgm-exporter 4.8.2 has no value serviceMonitr.enabled, so setting it may have no effect. Did you mean serviceMonitor.enabled?");

        assertThat(((PlanStep.CreateObjectStep) plan.steps().getFirst().step()).body())
                .as("nobody asked for privileged pods").contains("\"monitoring\"").doesNotContain("privileged");
        var strict = HelmReleasePlanner.plan(new GpuStackReleaseIntent.InstallReleaseIntent(name, CHART, ""),
                new HelmReleasePlannerInput(Optional.empty(), Optional.empty(), Optional.of(chart), Optional.empty(),
                        strict(), List.of(), List.of(), 0, Set.of(), NodesInDriverUpgrade.NONE, Map.of(), 0,
                        DriverUpgradeBlockers.NONE, List.of(), NOW));
        assertThat(strict.steps()).singleElement()
                .satisfies(step -> assertThat(step.step()).isInstanceOf(PlanStep.HelmStep.class));
        assertThat(strict.warningTexts())
                .contains("Namespace monitoring enforces Pod Security level restricted. The API server rejects pods of "
                        + "the chart that need more privileges.");

        var kept = "{kind: Secret, metadata: {name: certificate, annotations: {helm.sh/resource-policy: keep}}}";
        var revision = new HelmReleaseRevision(name, 1, "deployed", chart, "", kept, true, List.of(1), Optional.of(1));
        var gone = HelmReleasePlanner.plan(new GpuStackReleaseIntent.UninstallReleaseIntent(name),
                new HelmReleasePlannerInput(Optional.of(revision), Optional.empty(), Optional.empty(), Optional.empty(),
                        BARE, List.of(), List.of(), 0, Set.of(), NodesInDriverUpgrade.NONE, Map.of(), 0,
                        DriverUpgradeBlockers.NONE, List.of(), NOW));
        assertThat(gone.steps()).singleElement().extracting(step -> step.step().getClass().getSimpleName())
                .isEqualTo("HelmStep");
        assertThat(gone.warningTexts())
                .contains("Helm keeps Secret certificate because of the annotation helm.sh/resource-policy: keep")
                .anyMatch(text -> text.startsWith("Namespace monitoring stays. So do CRDs"));
    }

    @Test
    void aTaintThatIsToleratedNoLongerIsToldWithTheNodesThatHaveIt() {
        var before = """
                kind: DaemonSet
                metadata: {name: worker}
                spec: {template: {spec: {tolerations: [{key: dedicated, operator: Exists}, {key: other, operator: Exists}]}}}
                ---
                kind: ClusterPolicy
                metadata: {name: cluster-policy}
                spec: {daemonsets: {tolerations: [{key: dedicated, operator: Equal, value: "", effect: NoSchedule}]}}
                """;
        var after = before.replace("{key: dedicated, operator: Exists}, ", "")
                .replace("[{key: dedicated, operator: E" + "qual, value: \"\", effect: NoSchedule}]", "[]");
        var node = node("Ubuntu 24.04", "containerd://2", "v1.34.1", Map.of(), "dedicated");
        assertThat(LostTolerationWarningFinder.warnings(before, after, List.of(node, usual())))
                .extracting(HelmReleaseWarning::text).containsExactly(
                        "DaemonSet worker no longer tolerates dedicated:NoSchedule. Its pods cannot start on n1.",
                        "The operands of ClusterPolicy cluster-policy no longer tolerate dedicated:NoSchedule. They cannot start on n1.");
        assertThat(LostTolerationWarningFinder.warnings(before, before, List.of(node))).isEmpty();
        assertThat(LostTolerationWarningFinder.warnings(before, "", List.of(node))).isEmpty();
    }

    @Test
    void whatCannotBeDoneIsRefused() throws ProblemException {
        var input = survey(Optional.of(release("deployed", "", false)), BARE, usual());
        var busy = survey(Optional.of(release("pending-upgrade", "", true)), BARE, usual());
        var nothing = survey(Optional.empty(), BARE, usual());
        assertRefused(
                new GpuStackReleaseIntent.InstallReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, NO_MONITORS),
                input, "already");
        assertRefused(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""),
                nothing, "not found");
        assertRefused(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""), busy,
                "pending-upgrade");
        var removal = HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL), busy);
        assertThat(removal.refusals()).isEmpty();
        assertThat(removal.warningTexts()).anyMatch(text -> text.contains("pending-upgrade"));
        assertRefused(
                new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL, SetReleaseValuesIntent.RECORDED, "a: 1"),
                input, "does not contain the complete chart");
        assertRefused(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 3), input,
                "no revision 3");
        assertRefused(new GpuStackReleaseIntent.UninstallReleaseIntent(new HelmReleaseNamespacedName("Bad Name", "x")),
                nothing, "not a valid release name");
    }

    private static HelmReleasePlannerInput unfinished(HelmReleaseRevision newest, HelmReleaseRevision target,
            UnfinishedHelmRevision... begun) {
        return new HelmReleasePlannerInput(Optional.of(newest), Optional.of(target), Optional.empty(), Optional.empty(),
                BARE, List.of(usual()), List.of(usual()), 0, Set.of(), NodesInDriverUpgrade.NONE, Map.of(), 0,
                DriverUpgradeBlockers.NONE, List.of(begun), NOW);
    }

    private static UnfinishedHelmRevision begun(String status, Duration ago) {
        return new UnfinishedHelmRevision(7, status,
                new ObjectRef("v1", "Secret", "secrets", "gpu-operator", "sh.helm.release.v1.gpu-operator.v7"), "u-7",
                "41", Optional.of(NOW.minus(ago)), "helm");
    }

    private static HelmReleaseRevision made(int revision, String status, String manifest) {
        return new HelmReleaseRevision(HelmReleaseNamespacedName.USUAL, revision, status,
                new HelmChartMetadata("gpu-operator", "v26.3.3", "", Set.of()), "", manifest, true, List.of(7, 6, 5),
                Optional.of(status.equals("deployed") ? revision : 6));
    }

    @Test
    void whatHelmHasNotEndedIsForgottenFirstAndTheEarlierRevisionWrittenAnew() throws ProblemException {
        var newest = made(7, "pending-upgrade", "kind: ClusterRole\nmetadata: {name: more}\n");
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 6),
                unfinished(newest, made(6, "deployed", ""), begun("pending-upgrade", Duration.ofMinutes(3))));
        assertThat(plan.refusals()).isEmpty();
        assertThat(plan.confirmationText()).isEqualTo("gpu-operator");
        assertThat(plan.steps().getFirst().step()).isEqualTo(new PlanStep.DeleteObjectStep(
                new ObjectRef("v1", "Secret", "secrets", "gpu-operator", "sh.helm.release.v1.gpu-operator.v7"), "u-7",
                "41", null));
        assertThat(plan.steps().getFirst().lastingEffect()).contains("unfinished revision 7", "v7");
        assertThat(((PlanStep.HelmStep) plan.steps().get(1).step()).helmOperation())
                .isEqualTo(new HelmOperation.HelmRollback(HelmReleaseNamespacedName.USUAL, 6, 6, true));
        assertThat(plan.steps().get(1).undo()).as("nobody wants back what was not ended").isEmpty();
        assertThat(plan.commands()).startsWith(
                "kubectl delete secrets/sh.helm.release.v1.gpu-operator.v7 -n gpu-operator",
                "helm rollback gpu-operator 6 --force -n gpu-operator");
        assertThat(plan.warningTexts())
                .anyMatch(
                        text -> text.startsWith("Helm started revision 7 (pending-upgrade) 3 min ago, run by helm, and")
                                && text.contains("The operation may still be running"))
                .anyMatch(text -> text.startsWith("Revision 6 does not contain ClusterRole more"));

        var old = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 5),
                unfinished(newest, made(5, "superseded", ""), begun("pending-rollback", Duration.ofHours(30))));
        assertThat(old.warningTexts()).anyMatch(text -> text.contains("30 h ago") && text.contains("Make sure that"));
        assertThat(old.confirmationText()).isEqualTo("gpu-operator");
        assertRefused(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7),
                unfinished(newest, newest, begun("pending-upgrade", Duration.ZERO)), "has not finished revision 7");
    }

    @Test
    void whoIsRefusedForWhatHelmHasNotEndedIsToldTheWayOut() throws ProblemException {
        var unfinishedRevision = begun("pending-upgrade", Duration.ofMinutes(3));
        var busy = unfinished(made(7, unfinishedRevision.status(), ""), made(6, "deployed", ""), unfinishedRevision);
        assertThat(HelmReleasePlanner.plan(
                new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL, SetReleaseValuesIntent.RECORDED, "a: 1"),
                busy).refusals()).extracting(Problem::remedy).singleElement().asString()
                .endsWith("tessera plan operator rollback --release gpu-operator --namespace gpu-operator --to 6");
        var first = new HelmReleaseRevision(HelmReleaseNamespacedName.USUAL, 7, "pending-install",
                busy.release().orElseThrow().detail(), "", "", true, List.of(7), Optional.empty());
        assertThat(HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7),
                        unfinished(first, first, begun("pending-install", Duration.ofMinutes(3))))
                .refusals()).extracting(Problem::remedy)
                .anyMatch(text -> text
                        .endsWith("tessera plan operator uninstall --release gpu-operator --namespace gpu-operator"));
    }

    @Test
    void aRemovalThatWasNotEndedIsBegunAgainAndNeverRolledBack() throws ProblemException {
        var leaving = unfinished(made(7, "uninstalling", ""), made(6, "superseded", ""));
        for (var intent : List.of(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 6),
                new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL, CHART, ""))) {
            assertThat(HelmReleasePlanner.plan(intent, leaving).refusals()).singleElement().satisfies(problem -> {
                assertThat(problem.headline())
                        .endsWith("has not finished an operation on gpu-operator in gpu-operator: uninstalling");
                assertThat(problem.remedy()).contains("uninstall the release again")
                        .endsWith("tessera plan operator uninstall --release gpu-operator --namespace gpu-operator");
            });
        }
        assertThat(HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL), leaving)
                .refusals()).isEmpty();
        var ended = unfinished(made(7, "pending-upgrade", ""), made(6, "superseded", ""));
        assertThat(HelmReleasePlanner
                .plan(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 6), ended)
                .refusals()).as("it ended between two looks").extracting(Problem::headline)
                .containsExactly("Helm just finished the operation on gpu-operator in gpu-operator (pending-upgrade)");
    }

    @Test
    void whatFailedOrIsThereAlreadyIsWrittenAnewAsHelmComparesWithWhatItHoldsForDeployed() throws ProblemException {
        for (var newest : List.of(made(7, "failed", ""), made(6, "deployed", ""))) {
            var plan = HelmReleasePlanner.plan(
                    new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 6),
                    unfinished(newest, made(6, "deployed", "")));
            assertThat(plan.confirmationText()).isEmpty();
            assertThat(((PlanStep.HelmStep) plan.steps().getFirst().step()).helmOperation()).isEqualTo(
                    new HelmOperation.HelmRollback(HelmReleaseNamespacedName.USUAL, newest.revision(), 6, true));
        }
        assertThat(
                ((PlanStep.HelmStep) HelmReleasePlanner
                        .plan(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 6),
                                unfinished(made(7, "deployed", ""), made(6, "superseded", "")))
                        .steps().getFirst().step()).helmOperation())
                .isEqualTo(new HelmOperation.HelmRollback(HelmReleaseNamespacedName.USUAL, 7, 6, false));
    }

    private static void assertRefused(GpuStackReleaseIntent intent, HelmReleasePlannerInput input, String text)
            throws ProblemException {
        var plan = HelmReleasePlanner.plan(intent, input);
        assertThat(plan.refusals()).anyMatch(problem -> problem.headline().contains(text));
        assertThat(plan.steps()).isEmpty();
    }

    @Test
    void whoRemovesAStackTypesItsNameAndIsToldWhatStays() throws ProblemException {
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL),
                survey(Optional.of(release("deployed", "", true)), BARE, usual()));
        assertThat(plan.confirmationText()).isEqualTo("gpu-operator");
        assertThat(plan.warningTexts()).anyMatch(text -> text.contains("3 pods with allocated GPUs"))
                .anyMatch(text -> text.contains("CRDs stay")).noneMatch(text -> text.contains("cordoned"));
    }

    @Test
    void whoRemovesAStackAmidAnUpgradeOfDriversIsToldWhichNodesStayCordoned() throws ProblemException {
        var plan = HelmReleasePlanner.plan(
                new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL),
                new HelmReleasePlannerInput(Optional.of(release("deployed", "", true)), Optional.empty(),
                        Optional.empty(), Optional.empty(), BARE, List.of(usual()), List.of(usual()), 0, Set.of(),
                        new NodesInDriverUpgrade(List.of("n2"), List.of("n3")), Map.of(), 0, DriverUpgradeBlockers.NONE,
                        List.of(), NOW));
        assertThat(plan.warningTexts())
                .contains("n2 is cordoned for an unfinished driver upgrade. Without the operator, the upgrade does not "
                        + "finish and the node stays cordoned until you uncordon it.");
        assertThat(plan.warningTexts()).contains("Operands on n3 are paused for an unfinished driver upgrade. "
                + "Without the operator, the upgrade does not finish.");
        assertThat(((PlanStep.HelmStep) plan.steps().getFirst().step()).helmOperation())
                .as("who carries it out looks which nodes stay so")
                .isEqualTo(new HelmOperation.HelmUninstall(HelmReleaseNamespacedName.USUAL, 7, true));
    }

    @Test
    void valuesThatAreNoneAreToldAndSingleOnesReplaceWhatIsThere() throws ProblemException {
        assertThatThrownBy(() -> HelmValues.read("- a\n- b")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> HelmValues.read("a: [")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> HelmValues.read("a: 1\na: 2")).isInstanceOfSatisfying(ProblemException.class,
                exception -> assertThat(exception.problem().detail()).isEqualTo("line 2: “a” appears twice"));
        assertThat(HelmValues.read("a: &same [x]\nb: *same").nodeAt("/b/0").asText()).isEqualTo("x");
        var merged = HelmValues.read("""
                one: &one {x: 1}
                two: &two {<<: *one, w: 2}
                three: {<<: *two}
                four: {<<: [{w: 3}, *two], z: 4}
                """);
        assertThat(merged.nodeAt("/three")).hasToString("{\"x\":1,\"w\":2}");
        assertThat(merged.nodeAt("/four")).isEqualTo(HelmValues.read("{w: 3, x: 1, z: 4}").nodeAt(""));
        var values = HelmValues.read("a: {b: 1}").withValue("a.c", "true").withValue("labels.example\\.com/x", "y")
                .withValue("a.b", "");
        assertThat(values.nodeAt("/a/c").booleanValue()).isTrue();
        assertThat(values.nodeAt("/a/b").textValue()).isEmpty();
        assertThat(values.nodeAt("/labels/example.com~1x").asText()).isEqualTo("y");
    }
}
