package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.control.SpeedAdjustedClock;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.DriverUpgradeLabels;
import tessera.model.Problem;
import tessera.model.RequiredPermission;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.ClusterPolicySummary;
import tessera.stack.GpuStackHelmRelease;

import static org.assertj.core.api.Assertions.assertThat;

/** The real Helm changes a release over the session's own connection. */
@Timeout(500)
class HelmTest {

    private static final int FEW = 6;

    @TempDir
    private Path folder;
    private SimulatedCluster cluster;

    /** Operands are replaced node after node, so that few nodes do where it is not nodes that matter. */
    @BeforeEach
    void serve() throws Exception {
        cluster = served(SimulationOptions.defaultOptions().withNodes(FEW));
    }

    private static SimulatedCluster served(SimulationOptions options) throws Exception {
        return SimulatedCluster.start(options.withActivity(false).withSpeed(60));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private static ClusterPolicySummary policy(Console console) throws Exception {
        return Releases.source(console).read().activePolicy().orElseThrow();
    }

    /** As Helm itself tells, asked by somebody at another machine. */
    private List<String> listed() throws Exception {
        return Helm.list().withNamespace("gpu-operator").all().withKubeConfigContents(cluster.kubeconfig()).call()
                .stream().map(each -> "%s %s %s %s".formatted(each.getName(), each.getRevision(), each.getStatus(),
                        each.getChart()))
                .toList();
    }

    @Test
    void aReleaseIsUpgradedRolledBackAndUninstalled() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            var upgrade = new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.7.0"), "driver: {upgradePolicy: {autoUpgrade: false}}\n");
            var preview = console.plan(upgrade);
            assertThat(preview.refusalReasons()).isEmpty();
            assertThat(Releases.diff(preview)).contains("-    version: 580.126.20", "+    version: 595.91.07")
                    .doesNotContain("-      terminationGracePeriodSeconds", "-        operator: Exists");
            assertThat(preview.plan().headlineText())
                    .isEqualTo("Upgrade gpu-operator in gpu-operator from v26.3.3 to v26.7.0");
            assertThat(preview.plan().warningTexts()).anyMatch(text -> text.contains("serviceMonitor"));

            var upgraded = console.carryOut(preview);
            assertThat(upgraded.ending()).isEqualTo(PlanRunEnding.DONE);
            assertThat(upgraded.steps().getLast().text()).contains("NVIDIA-SMI", "Driver Version:");
            assertThat(Releases.trials(console)).isEmpty();
            assertThat(Releases.release(console).revision()).isEqualTo(8);
            assertThat(Releases.release(console).version()).isEqualTo("v26.7.0");
            assertThat(Releases.release(console).isDeployed()).isTrue();
            assertThat(Releases.release(console).userValues()).extracting(GpuStackHelmRelease.UserSetHelmValue::path)
                    .contains("mig.strategy");
            assertThat(policy(console).driverVersion()).isEqualTo("595.91.07");
            assertThat(upgraded.lastingEffects()).contains("gpu-operator in gpu-operator no longer matches revision 7");
            assertThat(listed()).containsExactly("gpu-operator 8 deployed gpu-operator-v26.7.0");

            Releases.done(console, new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7));
            assertThat(listed()).containsExactly("gpu-operator 9 deployed gpu-operator-v26.3.3");
            assertThat(Releases.release(console).revision()).isEqualTo(9);
            assertThat(Releases.release(console).version()).isEqualTo("v26.3.3");
            assertThat(Releases.release(console).description()).isEqualTo("Rollback to 7");
            assertThat(policy(console).driverVersion()).isEqualTo("580.126.20");

            Releases.done(console, new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL));
            assertThat(Releases.source(console).read().isAbsent()).isTrue();
            assertThat(listed()).isEmpty();
        }
    }

    @Test
    void nodesWhoseDriverCouldNotBeReplacedAreForetoldAndNamed() throws Exception {
        cluster.close();
        cluster = served(SimulationOptions.defaultOptions());
        // A driver counts as failed once it has for two minutes.
        try (var console = Console.open(cluster, folder, new SpeedAdjustedClock(Clock.systemUTC(), 10))) {
            var preview = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.7.0"), "driver: {upgradePolicy: {maxParallelUpgrades: 0}}\n"));
            assertThat(preview.plan().warningTexts())
                    .anyMatch(text -> text.contains("nodes until GPU pods with local data finish")
                            && text.contains("gpuPodDeletion.deleteEmptyDir"))
                    .anyMatch(text -> text.contains("than a PodDisruptionBudget allows to be evicted at a time")
                            && text.contains("within 300 s"));

            var receipt = console.carryOut(preview);
            var problem = receipt.steps().stream().flatMap(step -> Optional.ofNullable(step.problem()).stream())
                    .findFirst().orElseThrow();
            assertThat(problem).extracting(Problem::headline).asString()
                    .startsWith("The driver upgrade failed on a100-01, a100-02");
            assertThat(receipt.ending()).isNotEqualTo(PlanRunEnding.DONE);
            assertThat(console.node("a100-01").at("/spec/unschedulable").asBoolean()).isTrue();
            assertThat(console.session().changes().inputReader().releases().driverUpgradeNodes().cordoned())
                    .as("the drivers of both are not replaced, and one was cordoned before").contains("a100-01")
                    .doesNotContain("h100-07");
            assertThat(DriverUpgradeLabels.isFinished(Map.of(DriverUpgradeLabels.STATE,
                    console.node("h100-07").at("/metadata/labels").path(DriverUpgradeLabels.STATE).asText())))
                    .isFalse();
            assertThat(console.read("/apis/apps/v1/namespaces/gpu-operator/daemonsets/nvidia-driver-daemonset")
                    .at("/status/updatedNumberScheduled").asInt()).as("the others were waited for").isPositive();
            whoRemovesTheOperatorIsToldWhatItHasClosedByThen(console);
        }
    }

    private static void whoRemovesTheOperatorIsToldWhatItHasClosedByThen(Console console) throws Exception {
        var preview = console.plan(new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL));
        assertThat(String.join(" ", preview.plan().warningTexts())).contains("the upgrade does not finish")
                .doesNotContain("t4-02");
        console.patch("/api/v1/nodes/t4-02",
                "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}},\"spec\":{\"unschedulable\":true}}"
                        .formatted(DriverUpgradeLabels.STATE, "wait-for-jobs-required"));
        assertThat(console.carryOut(preview).lastingEffects()).contains("gpu-operator in gpu-operator is uninstalled",
                "t4-02 is cordoned by the operator for a driver upgrade (wait-for-jobs-required)",
                "The operator is gone: driver upgrades do not continue, and the nodes that it cordoned stay cordoned");
        assertThat(console.session().changes().steps().remainingEffects(preview.plan().steps().getFirst().step(),
                /* done= */ false))
                .anyMatch(text -> text.startsWith("If the operator is gone, driver upgrades do not continue"))
                .noneMatch(text -> text.startsWith("The operator is gone"));
    }

    private HelmChartSource chart(String version, String objects) throws Exception {
        var chart = folder.resolve("agents-" + version);
        Files.writeString(Files.createDirectories(chart).resolve("Chart.yaml"),
                "{apiVersion: v2, name: agents, version: %s}".formatted(version));
        Files.writeString(Files.createDirectories(chart.resolve("templates")).resolve("all.yaml"), objects);
        return new HelmChartSource(chart.toString(), "", version);
    }

    private HelmChartSource agents(String version, String selected, String extra) throws Exception {
        return chart(version, """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: agent}
                spec:
                  replicas: 0
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec: {containers: [{name: main, image: "registry.example/agent:1"}]}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: agent}
                data: {%2$s}
                """.formatted(selected, extra));
    }

    /**
     * Objects such as charts have them that Helm installs and upgrades without a word.
     *
     * @param strategy of the Deployment
     * @param level    of its environment
     * @param port     of its Service
     * @param more     objects
     */
    private HelmChartSource unusual(String version, String strategy, String level, int port, String more)
            throws Exception {
        return chart(version, more + """
                apiVersion: v1
                kind: Secret
                metadata: {name: token}
                data: {token: c2VjcmV0}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: agents, namespace: default}
                rules: []
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: agent}
                spec:
                  replicas: 0
                  noSuchField: true
                  strategy: %1$s
                  selector: {matchLabels: &labels {app: agent}}
                  template:
                    metadata: {labels: *labels}
                    spec:
                      containers:
                      - {name: main, image: "registry.example/agent:1", env: [%2$s]}
                      volumes: [{name: token, secret: {secretName: token, defaultMode: 0440}}]
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: agent}
                spec: {selector: {app: agent}, ports: [{name: metrics, port: %3$d}]}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: once}
                spec:
                  suspend: true
                  template:
                    spec: {restartPolicy: Never, containers: [{name: main, image: "registry.example/agent:1"}]}
                """.formatted(strategy, level, port));
    }

    @Test
    void whatHelmMakesWithoutAWordIsNotRefusedBeforeItBegins() throws Exception {
        var name = new HelmReleaseNamespacedName("agents", "default");
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console, new GpuStackReleaseIntent.InstallReleaseIntent(name,
                    unusual("1.0.0", "{type: RollingUpdate}", "{name: LEVEL, value: info}", 9400, """
                            apiVersion: v1
                            kind: List
                            items:
                            - apiVersion: v1
                              kind: ConfigMap
                              metadata: {name: first, annotations: {helm.sh/resource-policy: keep}}
                            ---
                            """), ""));
            var upgrade = new GpuStackReleaseIntent.UpgradeReleaseIntent(name, unusual("2.0.0", "{type: Recreate}",
                    "{name: LEVEL, valueFrom: {fieldRef: {fieldPath: metadata.name}}}", 9500, """
                            apiVersion: v1
                            kind: List
                            items:
                            - {apiVersion: v1, kind: ConfigMap, metadata: {name: listed}, data: {a: b}}
                            ---
                            """), "");

            var preview = console.plan(upgrade);
            assertThat(preview.refusalReasons()).isEmpty();
            assertThat(Releases.diff(preview)).doesNotContain("-  name: first");
            Releases.done(console, upgrade);
            assertThat(console.read("/api/v1/namespaces/default/configmaps/first").path("kind").asText())
                    .isEqualTo("ConfigMap");
            assertThat(console.read("/apis/apps/v1/namespaces/default/deployments/agent").at("/spec/strategy/type")
                    .asText()).isEqualTo("Recreate");
        }
    }

    @Test
    void aKindThatAnotherChartMayDefineAnewIsNotJudgedByWhatItIsYet() throws Exception {
        var name = new HelmReleaseNamespacedName("agents", "default");
        var odd = """
                apiVersion: nvidia.com/v1
                kind: ClusterPolicy
                metadata: {name: odd}
                spec: {driver: {enabled: 7}}
                """;
        try (var console = Console.open(cluster, folder)) {
            assertThat(console.plan(new GpuStackReleaseIntent.InstallReleaseIntent(name, chart("1.0.0", odd), ""))
                    .refusalReasons()).singleElement().asString()
                    .contains("clusterpolicies/odd of the chart", "boolean");
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, agents("2.0.0", "agent", "level: info"), ""));
            var another = chart("3.0.0", odd);
            assertThat(console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(name, another, "")).refusalReasons())
                    .hasSize(1);
            Files.writeString(Files.createDirectories(Path.of(another.chart()).resolve("crds")).resolve("policy.yaml"),
                    """
                            apiVersion: apiextensions.k8s.io/v1
                            kind: CustomResourceDefinition
                            metadata: {name: clusterpolicies.nvidia.com}
                            spec: {group: nvidia.com, names: {kind: ClusterPolicy, plural: clusterpolicies}}
                            """);
            assertThat(console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(name, another, "")).refusalReasons())
                    .isEmpty();
            theRevisionToGoBackToIsTheNewestThatDidNotFail(console,
                    new GpuStackReleaseIntent.UpgradeReleaseIntent(name, another, ""));
        }
    }

    private static void theRevisionToGoBackToIsTheNewestThatDidNotFail(Console console,
            GpuStackReleaseIntent.UpgradeReleaseIntent failing) throws Exception {
        for (int failed = 2; failed < 4; failed++) {
            var preview = console.plan(failing);
            assertThat(preview.plan().steps().getFirst().undo())
                    .contains(new GpuStackReleaseIntent.RollBackReleaseIntent(failing.release(), 1));
            var receipt = console.carryOut(preview);
            assertThat(receipt.steps().toString()).contains("Roll back to revision 1: helm rollback agents 1");
            assertThat(Releases.release(console, failing.release())).isEqualTo(failed);
        }
    }

    @Test
    void anObjectOfAnyChartThatTheServerWouldRefuseIsRefusedBeforeHelmBegins() throws Exception {
        var name = new HelmReleaseNamespacedName("agents", "default");
        try (var console = Console.open(cluster, folder)) {
            Releases.done(console,
                    new GpuStackReleaseIntent.InstallReleaseIntent(name, agents("1.0.0", "agent", "level: info"), ""));

            var moved = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(name,
                    agents("2.0.0", "another", "level: info"), ""));
            assertThat(moved.refusalReasons()).singleElement().asString().contains("deployments/agent of the chart",
                    "field is immutable");
            var malformed = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(name,
                    agents("3.0.0", "agent", "\"not a key\": x"), ""));
            assertThat(malformed.refusalReasons()).singleElement().asString().contains("configmaps/agent", "not a key");
            Releases.done(console,
                    new GpuStackReleaseIntent.UpgradeReleaseIntent(name, agents("4.0.0", "agent", "level: debug"), ""));
        }
    }

    @Test
    void whatHelmHasNotedOfTheDemoIsWhatItsChartMakesAndWhatIsLostOrCutOffIsTold() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            var same = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.3.3"), ""));
            assertThat(Releases.diff(same)).isEmpty();
            var wrong = console.plan(new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL,
                    SetReleaseValuesIntent.RECORDED, "migManager: {enabled: maybe}\n"));
            assertThat(wrong.refusalReasons()).as("the schema of the policy").singleElement().asString()
                    .contains("spec.migManager.enabled", "boolean");
            var newer = console.plan(new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL,
                    SetReleaseValuesIntent.RECORDED, "migManager: {comesWithTheNextSchema: true}\n"));
            assertThat(newer.refusalReasons()).as("a chart brings the schema of its policy along").isEmpty();
            var narrower = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.3.3"),
                    "node-feature-discovery: {worker: {tolerations: []}}\ndrvier: {version: 1}\n"));
            assertThat(narrower.plan().warningTexts())
                    .anyMatch(text -> text.startsWith("DaemonSet gpu-operator-node-feature-discovery-worker no longer"))
                    .anyMatch(text -> text.endsWith("Did you mean driver.version?"));

            SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*/clusterpolicies/.*",
                    new SimulatedHttpServerFault.TruncatedResponseFault(0), 1);
            var cut = console.carryOut(narrower);
            assertThat(cut.ending()).as("Helm began and did not end").isEqualTo(PlanRunEnding.UNKNOWN);
            assertThat(cut.lastingEffects()).contains(
                    "Unconfirmed: gpu-operator in gpu-operator no longer matches revision 7",
                    "Roll back to revision 7: helm rollback gpu-operator 7 -n gpu-operator",
                    "The operator may still cordon nodes, one after the other, to replace their drivers");
            assertThat(cut.undo())
                    .contains(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7));
        }
    }

    /** The program ends while Helm is at it: what that has noted last is that it has begun. */
    private void upgradeAndDie(Console console) throws Exception {
        var preview = console.plan(new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                Releases.chart(folder, "v26.7.0"), "driver: {upgradePolicy: {autoUpgrade: false}}\n"));
        var dead = SimulatedHttpServerFaults.of(cluster).addFault("PUT .*/secrets/sh.helm.release.*",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "dead"));
        assertThat(console.carryOut(preview).ending()).isEqualTo(PlanRunEnding.UNKNOWN);
        dead.run();
        assertThat(Releases.release(console).status()).isEqualTo("pending-upgrade");
        assertThat(policy(console).driverVersion()).as("so far it had come").isEqualTo("595.91.07");
    }

    @Test
    void aReleaseOnWhichAProgramDiedIsForgottenByHelmAndTakenBack() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            upgradeAndDie(console);
            var again = console.plan(new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL,
                    SetReleaseValuesIntent.RECORDED, "a: 1\n"));
            assertThat(again.refusalReasons()).extracting(Problem::remedy).singleElement().asString()
                    .contains("roll back to revision 7: tessera plan operator rollback");

            var back = new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7);
            var overtaken = console.plan(back);
            var secret = "/api/v1/namespaces/gpu-operator/secrets/sh.helm.release.v1.gpu-operator.v8";
            console.patch(secret, "{\"metadata\":{\"labels\":{\"modifiedAt\":\"1800000000\"}}}");
            var receipt = console.carryOut(overtaken);
            assertThat(receipt.stepsDone()).as("who was at it went on").isEmpty();
            assertThat(receipt.steps().getFirst().problem()).extracting(Problem::kind)
                    .isEqualTo(Problem.OperationProblemKind.CONFLICT);
            assertThat(Releases.release(console).revision()).isEqualTo(8);

            var preview = console.plan(back);
            assertThat(preview.refusalReasons()).isEmpty();
            assertThat(preview.plan().confirmationText()).isEqualTo("gpu-operator");
            assertThat(preview.plan().warningTexts()).anyMatch(text -> text.startsWith("Helm started revision 8"));
            assertThat(preview.access()).contains(new RequiredPermission.PermissionAnswer(
                    new RequiredPermission("delete", "", "secrets", "", "gpu-operator", ""), true, ""));
            assertThat(Releases.diff(preview)).contains("-  name: sh.helm.release.v1.gpu-operator.v8")
                    .contains("(hidden, ");
            SimulatedHttpServerFaults.of(cluster).addFault("PUT .*/daemonsets/.*",
                    SimulatedHttpServerFault.ofAnswer(409, "application/json",
                            "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Conflict\",\"code\":409}"),
                    2);
            var done = console.carryOut(preview);
            assertThat(done.ending()).as(done.steps().toString()).isEqualTo(PlanRunEnding.DONE);
            assertThat(done.lastingEffects())
                    .anyMatch(text -> text.startsWith("Helm’s record of the unfinished revision 8"))
                    .contains("gpu-operator in gpu-operator is rolled back to revision 7");
            assertThat(Releases.release(console).isDeployed()).isTrue();
            assertThat(Releases.release(console).version()).isEqualTo("v26.3.3");
            assertThat(policy(console).driverVersion()).as("all of it was written anew").isEqualTo("580.126.20");
            assertThat(listed()).containsExactly("gpu-operator 8 deployed gpu-operator-v26.3.3");
        }
    }

    /** Others than its workers may report on a node; of which it is only the label tells. */
    private static void modulesAreReadOfReportsThatNameTheirNode(Console console) throws Exception {
        var report = """
                {"kind": "NodeFeature", "apiVersion": "nfd.k8s-sigs.io/v1alpha1", "metadata": {"name": "%s", "labels": {%s}},
                 "spec": {"features": {"flags": {"kernel.loadedmodule": {"elements": {"nouveau": {}}}}}}}""";
        var reports = "/apis/nfd.k8s-sigs.io/v1alpha1/namespaces/default/nodefeatures";
        console.create(reports, report.formatted("more", "\"nfd.node.kubernetes.io/node-name\": \"h100-01\""));
        console.create(reports, report.formatted("h100-02", ""));
        var loaded = console.session().changes().inputReader().releases().readSite("gpu-operator").hosts().modules();
        assertThat(loaded.get("h100-01")).contains("nouveau");
        assertThat(loaded.getOrDefault("h100-02", Set.of())).doesNotContain("nouveau");
    }

    @Test
    void valuesAreLaidOverThoseOfBefore() throws Exception {
        try (var console = Console.open(cluster, folder)) {
            modulesAreReadOfReportsThatNameTheirNode(console);
            Releases.done(console, new GpuStackReleaseIntent.UpgradeReleaseIntent(HelmReleaseNamespacedName.USUAL,
                    Releases.chart(folder, "v26.3.3"), ""));
            var overtaken = console
                    .plan(new GpuStackReleaseIntent.RollBackReleaseIntent(HelmReleaseNamespacedName.USUAL, 7));
            Releases.done(console, new SetReleaseValuesIntent(HelmReleaseNamespacedName.USUAL,
                    SetReleaseValuesIntent.RECORDED, "dcgmExporter:\n  serviceMonitor:\n    interval: 30s\n"));
            var values = Releases.release(console).userValues();
            assertThat(values).contains(
                    new GpuStackHelmRelease.UserSetHelmValue("dcgmExporter.serviceMonitor.interval", "\"30s\""));
            assertThat(values).extracting(GpuStackHelmRelease.UserSetHelmValue::path)
                    .contains("devicePlugin.config.name");
            assertThat(Releases.release(console).revision()).isEqualTo(9);
            assertThat(console.carryOut(overtaken).steps().getFirst().problem()).extracting(Problem::headline)
                    .isEqualTo("Conflict: gpu-operator in gpu-operator is now at revision 9, not 8");
        }
    }

}
