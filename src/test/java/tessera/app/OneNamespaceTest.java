package tessera.app;

import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.app.Program.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may look into one namespace alone is told all that can be told without nodes. */
@Timeout(180)
class OneNamespaceTest extends ServedCluster {

    private String own = "";

    @BeforeAll
    void bind() throws Exception {
        own = Files
                .writeString(home.resolve("own.kubeconfig"),
                        cluster.kubeconfig("nobody").replace("user: nobody", "user: nobody\n    namespace: research"))
                .toString();
        assertThat(Files.readString(home.resolve("own.kubeconfig"))).contains("namespace: research");
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            Colleague.letsEdit(colleague, "nobody", "research");
            colleague.batch().v1().jobs().inNamespace("research")
                    .resource(new JobBuilder().withNewMetadata().withName("held").endMetadata().withNewSpec()
                            .withSuspend(true).withNewTemplate().withNewSpec().withRestartPolicy("Never")
                            .addNewContainer().withName("main").withImage("registry.example/run").endContainer()
                            .endSpec().endTemplate().endSpec().build())
                    .create();
        }
    }

    private Outcome seen(String... words) throws Exception {
        var all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--kubeconfig";
        all[words.length + 1] = own;
        return there(all);
    }

    @Test
    void aPodIsToldInTheSchedulersWordsWithTheNodesNotKnown() throws Exception {
        var outcome = seen("why", "research/b200-probe");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("research/b200-probe · Pending", "No node fits (",
                        "Message from the scheduler\n  0/30 nodes are available",
                        "The nodes could not be read: You may not list nodes")
                .doesNotContain("The cluster has no nodes");
        assertThat(seen("why", "research/nothing").err()).contains("Pod “research/nothing” not found");
        assertThat(seen("why", "vision/sdxl-tune-0").err()).contains("You may not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pods", "quotas", "doctor"})
    void whatIsToldWithoutNodesIsDrawnToo(String screen) throws Exception {
        var drawn = new Program(home).runApart("snapshot", "--kubeconfig", own, "--screen", screen, screen + ".png");

        assertThat(drawn.code()).as(drawn.err()).isZero();
        assertThat(home.resolve(screen + ".png")).exists();
    }

    @Test
    void workWithoutPodsIsToldAsToAnybody() throws Exception {
        var outcome = seen("why", "research/held");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("The workload is suspended and creates no pods until it is resumed");
    }

    @Test
    void theDoctorTellsWhatPodsAndTheSchedulerSayAndThatNodesAreNotKnown() throws Exception {
        var outcome = seen("doctor");
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(5);
        assertThat(outcome.out())
                .contains("research/b200-probe is pending: No node fits (",
                        "evidence  scheduler: 0/30 nodes are available", "  Nodes: You may not list nodes",
                        "4 pending pods request devices, in 2 groups (only namespace research visible)")
                .doesNotContain("No node has a GPU", " with GPUs", "chain of parts", "NodeClaims")
                .contains("\nIncomplete: You may not list clusterpolicies.nvidia.com, deployments.apps, "
                        + "deviceclasses.resource.k8s.io, nodes, pods, ");
        assertThat(outcome.err()).contains("Nodes cannot be read, so everything that depends on nodes is omitted");
        assertThat(seen("doctor", "--pod", "research/b200-probe").out()).contains("1 info")
                .doesNotContain("research/vlm-eval");
        assertThat(seen("doctor", "--node", "h100-07").err()).contains("Cannot look up node “h100-07”");
    }

    @Test
    void aManifestIsHeldAgainstQuotasWithRoomNotKnown() throws Exception {
        var job = Files.writeString(home.resolve("job.yaml"), """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: asked, namespace: research}
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                      - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1}}}
                """).toString();
        var outcome = seen("why", "-f", job);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains(
                "Not all nodes are visible, so Tessera cannot tell which nodes could run " + "the pod",
                "ResourceQuota team has ");
        assertThat(outcome.err()).contains("Nodes cannot be read, so everything that depends on nodes is omitted");
        assertThat(seen("why", "-f", job, "-o", "json").out()).contains("\"outcome\" : \"unknown\"")
                .doesNotContain("\"room\"");
    }

    @Test
    void aManifestThatNamesNoNamespaceIsJudgedInThatOfTheContext() throws Exception {
        var pod = Files.writeString(home.resolve("homeless.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: asked}
                spec:
                  containers:
                  - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1}}}
                """).toString();
        assertThat(seen("why", "-f", pod).out()).contains("ResourceQuota team has ");
        assertThat(seen("why", "-f", pod, "-n", "vision").out()).doesNotContain("ResourceQuota team has ")
                .contains("Cannot tell how much is left in the ResourceQuotas of namespace vision");
    }

    @Test
    void aQuotaIsToldWithWhatIsFreeNotKnown() throws Exception {
        var outcome = seen("quotas", "-n", "research");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().filter(line -> line.startsWith("research ")).toList()).isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("unknown"));
        assertThat(outcome.err()).contains("Free devices of the nodes are unknown: You may not list nodes");
        assertThat(seen("quotas", "-n", "research", "-o", "json").out()).contains("\"hard\"")
                .doesNotContain("freeOnNodes", "canStart");
    }
}
