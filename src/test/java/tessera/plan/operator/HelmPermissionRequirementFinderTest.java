package tessera.plan.operator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.model.ObjectRef;
import tessera.model.RequiredPermission;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.step.HelmOperation;

import static org.assertj.core.api.Assertions.assertThat;

/** What one must be allowed to do is asked for what the chart makes, and for nothing else. */
class HelmPermissionRequirementFinderTest {

    private static final HelmReleaseNamespacedName NAME = new HelmReleaseNamespacedName("exporter", "gpus");
    private static final HelmChartSource CHART = new HelmChartSource("dcgm-exporter", "https://helm.example", "4.8.2");
    private static final String BEFORE = """
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: exporter}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: exporter, namespace: gpus}
            """;
    private static final String AFTER = """
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: exporter, namespace: gpus}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: exporter}
            ---
            apiVersion: monitoring.coreos.com/v1
            kind: ServiceMonitor
            metadata: {name: exporter, namespace: monitoring}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: upgrade-crd, annotations: {helm.sh/hook: pre-upgrade}}
            """;

    /** A cluster that knows these kinds and no ServiceMonitor. */
    private static final class Known implements ReferencedObjectReader {

        private static final Map<String, ServedKind> KINDS = Map.of("DaemonSet", new ServedKind("daemonsets", true),
                "Service", new ServedKind("services", true), "Job", new ServedKind("jobs", true), "ClusterRole",
                new ServedKind("clusterroles", false));

        @Override
        public Optional<ServedKind> findKind(String apiVersion, String kind) {
            return Optional.ofNullable(KINDS.get(kind));
        }

        @Override
        public Optional<Map<String, String>> readLabels(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public List<QuotaWithUsage> listQuotas(String namespace) {
            return List.of();
        }
    }

    private static List<String> words(HelmOperation operation, String before, String after) throws Exception {
        return HelmPermissionRequirementFinder.requiredAccess(operation, before, after, new Known()).stream()
                .map(RequiredPermission::accessText).toList();
    }

    @Test
    void anUpgradePatchesWhatStaysMakesWhatIsNewRemovesWhatGoesAndRunsItsHooks() throws Exception {
        assertThat(words(new HelmOperation.HelmUpgrade(NAME, 3, CHART, ""), BEFORE, AFTER)).containsExactly(
                "create secrets in the namespace “gpus”", "update secrets in the namespace “gpus”",
                "patch daemonsets.apps in the namespace “gpus”", "create clusterroles.rbac.authorization.k8s.io",
                "create customresourcedefinitions.apiextensions.k8s.io",
                "create servicemonitors.monitoring.coreos.com in the namespace “monitoring”",
                "create jobs.batch in the namespace “gpus”", "delete jobs.batch in the namespace “gpus”",
                "delete services in the namespace “gpus”");
    }

    @Test
    void anInstallationMakesEverythingAndLeavesHooksOfUpgradesAlone() throws Exception {
        assertThat(words(new HelmOperation.HelmInstall(NAME, CHART, ""), "", AFTER))
                .contains("create daemonsets.apps in the namespace “gpus”").noneMatch(text -> text.contains("jobs"))
                .noneMatch(text -> text.contains("clusterpolicies"));
    }

    @Test
    void anUninstallationRunsTheHooksThatAreMeantForIt() throws Exception {
        var hooks = """
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: clean-up, annotations: {helm.sh/hook: pre-delete}}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: upgraded, annotations: {helm.sh/hook: post-upgrade}}
                """;
        assertThat(words(new HelmOperation.HelmUninstall(NAME, 3, true), "", hooks)).containsExactlyInAnyOrder(
                "update secrets in the namespace “gpus”", "delete secrets in the namespace “gpus”",
                "create jobs.batch in the namespace “gpus”", "delete jobs.batch in the namespace “gpus”");
    }

    @Test
    void anUninstallationRemovesWhatIsThere() throws Exception {
        assertThat(words(new HelmOperation.HelmUninstall(NAME, 3, true), BEFORE, "")).containsExactlyInAnyOrder(
                "update secrets in the namespace “gpus”", "delete secrets in the namespace “gpus”",
                "delete daemonsets.apps in the namespace “gpus”", "delete services in the namespace “gpus”");
    }
}
