package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with pods that somebody launched with an ordinary command is found, and said as it is. */
@Timeout(300)
class DoctorOfPodsTest extends ServedCluster {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private KubernetesClient colleague;
    private String node;

    @Override
    public SimulationOptions options() {
        return super.options().withNodes(5).withSpeed(60).withMetricsServer(true);
    }

    /** A node with GPUs that nobody has. */
    @BeforeAll
    void arrive() {
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
        node = colleague.nodes().withLabel("nvidia.com/gpu.present", "true").list().getItems().getFirst().getMetadata()
                .getName();
        Colleague.insists(() -> colleague.nodes().withName(node)
                .edit(each -> each.edit().editSpec().withUnschedulable(true).endSpec().build()));
        colleague.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems().stream()
                .filter(each -> each.getSpec().getContainers().stream()
                        .anyMatch(container -> container.getResources().getLimits().containsKey("nvidia.com/gpu")))
                .forEach(each -> colleague.resource(each).withGracePeriod(0).delete());
    }

    @AfterAll
    void leave() {
        colleague.close();
    }

    private void pod(String name, String more) {
        colleague.load(new ByteArrayInputStream("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec:
                  nodeName: %s
                  tolerations: [{operator: Exists}]
                  containers:
                  - name: main
                    image: registry.example/train:1
                    resources: {limits: {nvidia.com/gpu: 1, cpu: 4, memory: 16Gi}}
                %s
                """.formatted(name, node, more).getBytes(StandardCharsets.UTF_8))).create();
    }

    private static String command(String command) {
        return "    command: " + command;
    }

    private static String first(String script) {
        return "    command: [python, train.py]\n  initContainers:\n  - {name: prepare, image: 'busybox:1', command: "
                + "[sh, -c, '" + script + "']}";
    }

    /** The finding of that kind about the pod, as soon as there is one. */
    private JsonNode found(String id, String pod) throws Exception {
        var others = new ArrayList<String>();
        for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end;) {
            others.clear();
            var findings = new ObjectMapper().readTree(there("doctor", "--pod", "default/" + pod, "-o", "json").out())
                    .path("findings");
            var meant = about(findings, pod).filter(finding -> finding.path("id").asText().equals(id));
            if (meant.isPresent()) {
                return meant.get();
            }
            findings.forEach(finding -> others.add(finding.path("headline").asText()));
        }
        throw new AssertionError("there is no " + id + " of " + pod + " among " + others);
    }

    private static Optional<JsonNode> about(JsonNode findings, String pod) {
        return StreamSupport.stream(findings.spliterator(), false)
                .filter(finding -> finding.path("object").asText().equals("pods/" + pod + " -n default")).findFirst();
    }

    private static List<String> evidence(JsonNode finding) {
        return StreamSupport.stream(finding.path("evidence").spliterator(), false).map(JsonNode::asText).toList();
    }

    @Test
    void aDataLoaderWithMoreWorkersThanProcessorsKeepsItsGpuWaiting() throws Exception {
        pod("loader", command("[python, train.py, --num-workers, '24']"));

        assertThat(evidence(found("low-utilisation-cpu", "loader"))).contains("uses 4 cores, with a limit of 4");
    }

    @Test
    void whoLoadsAllProcessorsThatItMayHaveIsTold() throws Exception {
        pod("stressed", command("[sh, -c, 'stress-ng --cpu 64']"));

        assertThat(evidence(found("low-utilisation-none", "stressed"))).contains("uses 4 cores, with a limit of 4")
                .anyMatch(text -> text.matches("its GPU: 0 % busy (now, based on one sample|in the last .*)"));
    }

    @Test
    void whoHasHardlyAnyMemoryLeftReadsItsDataAgainAndAgain() throws Exception {
        pod("hungry", command("[sh, -c, 'stress-ng --vm 1 --vm-bytes 15G & python train.py']"));

        assertThat(evidence(found("low-utilisation-memory", "hungry")))
                .contains("uses 15 GiB of memory, with a limit of 16");
    }

    @Test
    void whoTakesMoreMemoryThanItMayHaveIsKilledForIt() throws Exception {
        pod("greedy", command("[sh, -c, 'stress-ng --vm 2 --vm-bytes 10G']"));

        assertThat(found("oom", "greedy").path("headline").asText()).isEqualTo("default/greedy ran out of host memory");
    }

    @Test
    void anInitContainerThatFailsIsNamedWithWhatItWrote() throws Exception {
        pod("lost", first("echo no credentials; exit 1"));

        var finding = found("crash", "lost");
        assertThat(evidence(finding)).contains("last log line: no credentials")
                .anyMatch(text -> text.startsWith("Init:CrashLoopBackOff") && text.contains("container=prepare"));
        assertThat(finding.path("commands").toString()).as("--previous once it ran again")
                .containsPattern("logs default/lost( --previous)? -c prepare");
    }

    @Test
    void anInitContainerThatWaitsForWhatIsNotThereIsNamed() throws Exception {
        pod("patient", first("until nslookup model-store; do sleep 5; done"));

        assertThat(evidence(found("init-waits", "patient"))).contains("Init:0/1")
                .anyMatch(text -> text.startsWith("init container prepare has been running for "));
    }

    @Test
    void aSecretThatIsMissingIsNamed() throws Exception {
        pod("sealed", "    volumeMounts: [{name: key, mountPath: /key}]\n"
                + "  volumes: [{name: key, secret: {secretName: seal}}]");

        assertThat(found("config-missing", "sealed").path("headline").asText()).isEqualTo(
                "default/sealed has its devices allocated and cannot start: Secret “seal” does not exist in default");
    }
}
