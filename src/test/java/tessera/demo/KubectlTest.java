package tessera.demo;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** With the kubectl of this machine one looks at the cluster, applies manifests and takes care of nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(90)
class KubectlTest {

    private static final String NAMESPACE = "trial";

    @TempDir
    private static Path folder;

    private Kubectl.Cluster cluster;
    private Kubectl kubectl;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        cluster = Kubectl.Cluster.start(folder);
        kubectl = cluster.admin();
        kubectl.print("create", "namespace", NAMESPACE);
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static String deployment(String name, int replicas) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  replicas: %3$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      containers: [{name: main, image: "registry.example/server:1"}]
                """.formatted(name, NAMESPACE, replicas);
    }

    private static String pod(String name, String limits) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  containers:
                  - {name: main, image: "registry.example/cuda:1", resources: %s}
                  tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
                """.formatted(name, NAMESPACE, limits);
    }

    @Test
    void nodesAndPodsAreListedWithAllTheirColumns() throws Exception {
        var listed = kubectl.print("get", "nodes,pods", "-A", "-o", "wide");
        assertThat(listed.lines().filter(line -> line.startsWith("node/"))).hasSize(30)
                .anyMatch(line -> line.contains("h100-07") && line.contains("Ready,SchedulingDisabled"))
                .anyMatch(line -> line.contains("t4-03") && line.contains("NotReady"));
        assertThat(listed).contains("INTERNAL-IP", "CONTAINER-RUNTIME", "NOMINATED NODE");
        assertThat(listed.lines().filter(line -> line.contains("llm-pretrain-1-master-0"))).singleElement().asString()
                .contains("Running", "h100-01");
    }

    @Test
    void aWatchShowsAPodFromItsCreationUntilItRuns() throws Exception {
        kubectl.print("create", "namespace", "watched");
        kubectl.print("run", "before", "-n", "watched", "--image=registry.example/server:1");
        try (var watch = kubectl.start("get", "pods", "-n", "watched", "-w")) {
            watch.awaitLine("before");
            kubectl.print("run", "first", "-n", "watched", "--image=registry.example/server:1");
            watch.awaitLine("first", "Pending");
            watch.awaitLine("first", "1/1", "Running");
        }
    }

    @Test
    void describingANodeTellsWhatItIsAndWhatItsGpusAreUsedFor() throws Exception {
        assertThat(kubectl.print("describe", "node", "h100-01")).contains("nvidia.com/gpu=present:NoSchedule",
                "KubeletReady", "HolderIdentity:  h100-01", "llm-pretrain-1-master-0", "Allocated resources:")
                .containsPattern("nvidia.com/gpu +8 +8");
    }

    @Test
    void applyingAManifestCreatesThenChangesNothingThenOnlyWhatIsNew() throws Exception {
        assertThat(kubectl.print("apply", "-f", kubectl.manifest(deployment("applied", 1)))).contains("created");
        assertThat(kubectl.print("apply", "-f", kubectl.manifest(deployment("applied", 1)))).contains("unchanged");
        assertThat(kubectl.print("apply", "-f", kubectl.manifest(deployment("applied", 2)))).contains("configured");
        assertThat(kubectl.field("{.spec.replicas}", "-n", NAMESPACE, "deployment", "applied")).isEqualTo("2");
    }

    @Test
    void aPodMayBeAppliedAgainThoughTheServerAddedToIt() throws Exception {
        var manifest = kubectl.manifest(pod("again", "{limits: {nvidia.com/gpu: 1}}"));
        kubectl.print("apply", "-f", manifest);
        kubectl.print("apply", "-f", manifest);
        assertThat(kubectl.run("diff", "-f", manifest).code()).isZero();
    }

    @Test
    void serverSideApplySaysWhoOwnsAFieldAndTakesItWhenForced() throws Exception {
        kubectl.print("apply", "--server-side", "-f", kubectl.manifest(deployment("shared", 1)));
        var other = kubectl.manifest(deployment("shared", 2));
        var refused = kubectl.run("apply", "--server-side", "--field-manager=other", "-f", other);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("conflict with \"kubectl\"", ".spec.replicas");
        kubectl.print("apply", "--server-side", "--field-manager=other", "--force-conflicts", "-f", other);
        assertThat(kubectl.field("{.spec.replicas}", "-n", NAMESPACE, "deployment", "shared")).isEqualTo("2");
    }

    @Test
    void aDryRunIsCheckedByTheServerAndLeavesNothingBehind() throws Exception {
        var good = kubectl.manifest(pod("rehearsed", "{limits: {nvidia.com/gpu: 1}}"));
        assertThat(kubectl.print("apply", "--dry-run=server", "-f", good)).contains("created (server dry run)");
        assertThat(kubectl.run("get", "pod", "rehearsed", "-n", NAMESPACE).err()).contains("NotFound");
        var bad = kubectl.manifest(pod("half", "{limits: {nvidia.com/gpu: 500m}}"));
        assertThat(kubectl.run("apply", "--dry-run=server", "-f", bad).err()).contains("must be an integer");
    }

    @Test
    void aDifferenceIsShownAndNotMade() throws Exception {
        kubectl.print("apply", "-f", kubectl.manifest(deployment("compared", 1)));
        var changed = kubectl.run("diff", "-f", kubectl.manifest(deployment("compared", 3)));
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.out()).contains("-  replicas: 1", "+  replicas: 3");
        assertThat(kubectl.field("{.spec.replicas}", "-n", NAMESPACE, "deployment", "compared")).isEqualTo("1");
    }

    @Test
    void aNodeIsTaintedOnceAndUntainted() throws Exception {
        assertThat(kubectl.print("taint", "nodes", "cpu-01", "maintenance=disk:NoSchedule")).contains("tainted");
        assertThat(kubectl.run("taint", "nodes", "cpu-01", "maintenance=disk:NoSchedule").err())
                .contains("already has maintenance taint(s)");
        assertThat(kubectl.field("{.spec.taints[*].key}", "node", "cpu-01")).contains("maintenance");
        kubectl.print("taint", "nodes", "cpu-01", "maintenance-");
        assertThat(kubectl.field("{.spec.taints[*].key}", "node", "cpu-01")).doesNotContain("maintenance");
    }

    @Test
    void aLabelOfANodeIsSetAndReplacedOnlyOnPurpose() throws Exception {
        kubectl.print("label", "node", "cpu-01", "example.com/pool=a");
        assertThat(kubectl.run("label", "node", "cpu-01", "example.com/pool=b").err()).contains("--overwrite is false");
        kubectl.print("label", "node", "cpu-01", "example.com/pool=b", "--overwrite");
        assertThat(kubectl.print("get", "nodes", "-l", "example.com/pool=b", "-o", "name")).isEqualTo("node/cpu-01\n");
    }

    @Test
    void aCordonedNodeIsMarkedByTheClusterToo() throws Exception {
        kubectl.print("cordon", "t4-01");
        kubectl.print("wait", "node/t4-01", "--timeout=30s",
                "--for=jsonpath={.spec.taints[?(@.key==\"node.kubernetes.io/unschedulable\")].effect}=NoSchedule");
        assertThat(kubectl.print("get", "node", "t4-01")).contains("Ready,SchedulingDisabled");
        kubectl.print("uncordon", "t4-01");
        assertThat(kubectl.print("get", "node", "t4-01")).doesNotContain("SchedulingDisabled");
    }

    @Test
    void aDrainedNodeKeepsOnlyWhatBelongsToIt() throws Exception {
        assertThat(podsOf("a100-04")).contains("asr-train");
        assertThat(kubectl.print("drain", "a100-04", "--ignore-daemonsets", "--delete-emptydir-data", "--force"))
                .contains("evicting pod speech/asr-train", "node/a100-04 drained");
        assertThat(podsOf("a100-04")).doesNotContain("asr-train").contains("nvidia-device-plugin-daemonset");
        assertThat(kubectl.print("get", "node", "a100-04")).contains("SchedulingDisabled");
    }

    private String podsOf(String node) throws IOException, InterruptedException {
        return kubectl.print("get", "pods", "-A", "--field-selector", "spec.nodeName=" + node);
    }
}
