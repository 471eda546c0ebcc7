package tessera.demo;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** With the kubectl of this machine one runs work, sees what it says, and finds out what one may do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(90)
class KubectlWorkTest {

    private static final String IN = "--namespace=work";
    private static final String IMAGE = "--image=registry.example/server:1";

    @TempDir
    private static Path folder;

    private Kubectl.Cluster cluster;
    private Kubectl kubectl;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        cluster = Kubectl.Cluster.start(folder);
        kubectl = cluster.admin();
        kubectl.print("create", "namespace", "work");
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private void deploy(String name, int replicas) throws IOException, InterruptedException {
        kubectl.print("create", "deployment", name, IN, IMAGE, "--replicas=" + replicas);
        kubectl.print("rollout", "status", "deployment/" + name, IN, "--timeout=30s");
    }

    @Test
    void whatIsDeletedGoesWithAllThatBelongsToIt() throws Exception {
        deploy("short-lived", 2);
        assertThat(kubectl.print("delete", "deployment", "short-lived", IN)).contains("\"short-lived\" deleted");
        kubectl.print("wait", "pods", IN, "-l", "app=short-lived", "--for=delete", "--timeout=30s");
        assertThat(kubectl.print("get", "pods,replicasets", IN, "-l", "app=short-lived")).isEmpty();
    }

    @Test
    void aDeploymentIsScaledUpAndDown() throws Exception {
        deploy("scaled", 1);
        assertThat(kubectl.print("scale", "deployment/scaled", IN, "--replicas=3")).contains("scaled");
        assertThat(kubectl.print("rollout", "status", "deployment/scaled", IN, "--timeout=30s"))
                .contains("successfully rolled out");
        assertThat(kubectl.field("{.status.readyReplicas}", "deployment/scaled", IN)).isEqualTo("3");
        kubectl.print("scale", "deployment/scaled", IN, "--replicas=0");
        kubectl.print("wait", "pods", IN, "-l", "app=scaled", "--for=delete", "--timeout=30s");
        assertThat(kubectl.print("get", "deployment/scaled", IN)).contains("0/0");
    }

    @Test
    void aNewImageIsRolledOutAndBackAndAgain() throws Exception {
        deploy("renewed", 2);
        kubectl.print("set", "image", "deployment/renewed", IN, "server=registry.example/server:2");
        kubectl.print("rollout", "status", "deployment/renewed", IN, "--timeout=30s");
        var image = "{.spec.template.spec.containers[0].image}";
        assertThat(kubectl.field(image, "deployment/renewed", IN)).isEqualTo("registry.example/server:2");
        kubectl.print("rollout", "undo", "deployment/renewed", IN);
        kubectl.print("rollout", "status", "deployment/renewed", IN, "--timeout=30s");
        assertThat(kubectl.field(image, "deployment/renewed", IN)).isEqualTo("registry.example/server:1");
        assertThat(kubectl.print("rollout", "history", "deployment/renewed", IN)).contains("2", "3");
    }

    @Test
    void aDeploymentThatIsMonthsOldMayBeRestarted() throws Exception {
        kubectl.print("rollout", "restart", "deployment/prompt-cache", "--namespace=serving");
        assertThat(
                kubectl.print("rollout", "status", "deployment/prompt-cache", "--namespace=serving", "--timeout=60s"))
                .contains("successfully rolled out");
    }

    @Test
    void waitingEndsWhenAPodIsReadyOrTheTimeIsUp() throws Exception {
        kubectl.print("run", "ready", IN, IMAGE);
        assertThat(kubectl.print("wait", "pod/ready", IN, "--for=condition=Ready", "--timeout=30s"))
                .contains("condition met");
        kubectl.print("run", "never", IN, IMAGE, "--overrides={\"spec\":{\"nodeSelector\":{\"no\":\"such\"}}}");
        var outcome = kubectl.run("wait", "pod/never", IN, "--for=condition=Ready", "--timeout=1s");
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("timed out waiting for the condition");
    }

    @Test
    void aJobRunsAndAServiceGetsAnAddress() throws Exception {
        kubectl.print("create", "job", "once", IN, IMAGE);
        kubectl.print("wait", IN, "job/once", "--for=jsonpath={.status.active}=1", "--timeout=30s");
        kubectl.print("create", "service", "clusterip", "front", IN, "--tcp=80:8080");
        assertThat(kubectl.field("{.spec.ports[0].targetPort}", "service/front", IN)).isEqualTo("8080");
        assertThat(kubectl.field("{.spec.clusterIP}", "service/front", IN)).startsWith("10.");
    }

    @Test
    void aQuotaIsCreatedAndRefusesWhatIsTooMuch() throws Exception {
        kubectl.print("create", "namespace", "limited");
        kubectl.print("create", "quota", "gpus", "--namespace=limited", "--hard=requests.nvidia.com/gpu=1");
        kubectl.print("wait", "quota/gpus", "--namespace=limited", "--timeout=30s",
                "--for=jsonpath={.status.hard.requests\\.nvidia\\.com/gpu}=1");
        var refused = kubectl.run("run", "greedy", "--namespace=limited", IMAGE,
                "--overrides={\"spec\":{\"containers\":"
                        + "[{\"name\":\"x\",\"image\":\"i\",\"resources\":{\"limits\":{\"nvidia.com/gpu\":\"2\"}}}]}}");
        assertThat(refused.err()).contains("exceeded quota: gpus, requested: requests.nvidia.com/gpu=2");
        assertThat(kubectl.print("describe", "quota", "--namespace=limited"))
                .containsPattern("requests.nvidia.com/gpu +0 +1");
    }

    @Test
    void aBudgetKeepsAPodOnANodeThatIsDrained() throws Exception {
        deploy("guarded", 1);
        kubectl.print("create", "poddisruptionbudget", "guarded", IN, "--selector=app=guarded", "--min-available=1");
        kubectl.print("wait", "pdb/guarded", IN, "--for=jsonpath={.status.currentHealthy}=1", "--timeout=30s");
        var node = kubectl.field("{.items[0].spec.nodeName}", "pods", IN, "-l", "app=guarded");
        var drained = kubectl.run("drain", node, "--pod-selector=app=guarded", "--timeout=1s");
        assertThat(drained.code()).isEqualTo(1);
        assertThat(drained.err()).contains("Cannot evict pod as it would violate the pod's disruption budget");
        assertThat(kubectl.field("{.items[*].spec.nodeName}", "pods", IN, "-l", "app=guarded")).isEqualTo(node);
        kubectl.print("uncordon", node);
    }

    @Test
    void aLogIsShownAndFollowed() throws Exception {
        var master = new String[] {"logs", "llm-pretrain-1-master-0", "--namespace=ml-platform", "--tail=3"};
        assertThat(kubectl.print(master).lines()).hasSize(3);
        try (var log = kubectl.start("logs", "-f", "llm-pretrain-1-master-0", "--namespace=ml-platform", "--tail=0")) {
            assertThat(log.awaitLine("")).isNotBlank();
        }
    }

    @Test
    void aCommandRunsInAPodAndItsExitCodeIsToldBack() throws Exception {
        assertThat(kubectl.print("exec", "llm-pretrain-1-master-0", "--namespace=ml-platform", "--", "nvidia-smi"))
                .contains("NVIDIA-SMI");
        assertThat(kubectl.run("exec", "llm-pretrain-1-master-0", "--namespace=ml-platform", "--", "sh", "-c", "exit 3")
                .code()).isEqualTo(3);
    }

    @Test
    void everybodyFindsOutWhatTheyMayDo() throws Exception {
        assertThat(kubectl.print("auth", "can-i", "delete", "nodes")).isEqualTo("yes\n");
        var viewer = cluster.viewer();
        assertThat(viewer.print("auth", "can-i", "list", "pods", "-A")).isEqualTo("yes\n");
        var refused = viewer.run("auth", "can-i", "list", "nodes");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEqualTo("no\n");
        assertThat(viewer.run("get", "nodes").err())
                .contains("nodes is forbidden: User \"viewer\" cannot list resource");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "pods"})
    void withoutAMetricsServerTopSaysSo(String subject) throws Exception {
        var outcome = kubectl.run("top", subject);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("error: Metrics API not available");
    }

    @Test
    void theKindsOfTheClusterAreListed() throws Exception {
        assertThat(kubectl.print("api-resources")).containsPattern("nodes +no +v1 +false +Node")
                .containsPattern("clusterpolicies +nvidia.com/v1 +false +ClusterPolicy");
        assertThat(kubectl.print("get", "clusterpolicies")).contains("STATUS", "cluster-policy");
    }
}
