package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks why a pod waits, or what is wrong with the cluster, is told so on the command line. */
@Timeout(180)
class ExplainCommandsTest extends ServedCluster {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(10).withClaims(true)
                .withFaults(List.of(SimulatedGpuStackFaultScenario.parse("wedged-mig=h100-07").orElseThrow()));
    }

    @Test
    void aPodThatCanNeverRunIsToldSoInOneSentenceAndInTheSchedulersWords() throws Exception {
        var outcome = there("why", "sdxl-tune-0");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("vision/sdxl-tune-0 · Pending")
                .contains("Requests 4 × nvidia.com/gpu. The only selected node, ")
                .contains("0/30 nodes are available: ")
                .contains("Compared with the scheduler\n  Matches the scheduler’s message.");
    }

    @Test
    void whatAKubeletSaysIsNotToldAsTheSchedulersWords() throws Exception {
        assertThat(there("why", "speech/asr-batch-3").out())
                .contains("UnexpectedAdmissionError on h100-08. The kubelet rejected the pod because ",
                        "Message from the kubelet\n  Pod was rejected: Allocate failed",
                        "The pod has no controller that would recreate it.", "tessera doctor --pod speech/asr-batch-3")
                .doesNotContain("Message from the scheduler");
        assertThat(there("why", "speech/whisper-batch-w7c4s").out())
                .contains("a container requests more than one GPU share").doesNotContain("not advertised yet");
    }

    @Test
    void whoNamesWorkInsteadOfItsPodsIsToldTheirNames() throws Exception {
        var outcome = there("why", "vision/sdxl-tune");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("Pod “vision/sdxl-tune” not found",
                "The StatefulSet has several pods. Specify one: vision/sdxl-tune-0, vision/sdxl-tune-1");
    }

    @Test
    void whyAPodWaitsIsToldToPrograms() throws Exception {
        var fit = JSON.readTree(there("why", "research/b200-probe", "-o", "json").out());

        assertThat(fit.path("kind").asText()).isEqualTo("Fit");
        assertThat(fit.path("outcome").asText()).isEqualTo("closed");
        assertThat(fit.path("scheduler").path("compared").asText()).isEqualTo("same");
        assertThat(fit.path("nodes")).hasSize(30);
        assertThat(fit.at("/suggestions/1/command").asText())
                .isEqualTo("tessera plan taint b200-02 dedicated:NoSchedule- " + named());
    }

    @Test
    void podsThatClaimDevicesGetThemUntilNoneIsLeftAndThenAreToldWhy() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            colleague.load(new ByteArrayInputStream("""
                    apiVersion: resource.k8s.io/v1
                    kind: ResourceClaimTemplate
                    metadata: {name: l4, namespace: default}
                    spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            for (int number = 0; number < 3; number++) {
                claiming(colleague, "claims-" + number);
            }
            var pods = colleague.pods().inNamespace("default");
            pods.withName("claims-0").waitUntilCondition(ExplainCommandsTest::placed, 60, TimeUnit.SECONDS);
            pods.withName("claims-1").waitUntilCondition(ExplainCommandsTest::placed, 60, TimeUnit.SECONDS);
            pods.withName("claims-2").waitUntilCondition(
                    pod -> pod.getStatus().getConditions().stream()
                            .anyMatch(condition -> "Unschedulable".equals(condition.getReason())),
                    60, TimeUnit.SECONDS);
            assertClaimed();
            var outcome = there("why", "default/claims-2");
            assertThat(outcome.out()).contains(
                    "now (2 devices: 0 free, 2 allocated to default/claims-0 and default/claims-1)",
                    "claimed devices already allocated", "no device for the ResourceClaims",
                    "3 cannot allocate all claims. still not schedulable, preemption: ",
                    "Compared with the scheduler\n  Matches the scheduler’s message.");

            var manifest = there("launch", "dra", "--set", "name=fresh", "--set",
                    "selector=device.capacity['gpu.nvidia.com'].memory.isGreaterThan(quantity('16Gi')) || false").out();
            var file = Files.writeString(home.resolve("claim.yaml"), manifest).toString();
            assertThat(there("why", "-f", file).out()).as("the template is in the manifest alone").contains("Pod/fresh",
                    "claimed devices already allocated", "no device for the ResourceClaims");
            Files.writeString(home.resolve("claim.yaml"), manifest.replace("isGreaterThan", "isLessThan"));
            assertThat(there("why", "-f", file).out()).contains("no device for the ResourceClaims")
                    .doesNotContain("claimed by others");
            Files.writeString(home.resolve("claim.yaml"), manifest.replace("isGreaterThan", "isRoughly"));
            assertThat(there("why", "-f", file).err()).contains("The API server rejects this manifest",
                    "undeclared reference to 'isRoughly'");
            Files.writeString(home.resolve("claim.yaml"), manifest.replace("|| false", "&& !isIP(device.driver)"));
            assertThat(there("why", "-f", file).out()).contains("Cannot tell which devices the selector “");

            pods.withName("claims-0").withGracePeriod(0).delete();
            pods.withName("claims-2").waitUntilCondition(ExplainCommandsTest::placed, 60, TimeUnit.SECONDS);
            pods.withName("claims-1").withGracePeriod(0).delete();
            Files.writeString(home.resolve("claim.yaml"), there("launch", "dra", "--set", "name=asks", "--set",
                    "selector=device.attributes['gpu.nvidia.com'].nobody == 'x'").out());
            there("plan", "launch", "-f", file, "--wait", "0", "--apply", "--yes");
            pods.withName("asks").waitUntilCondition(
                    pod -> pod != null && pod.getStatus().getConditions().stream()
                            .anyMatch(condition -> "SchedulerError".equals(condition.getReason())),
                    60, TimeUnit.SECONDS);
            assertThat(there("why", "default/asks").out()).contains("no device has the attribute nobody",
                    "running \"DynamicResources\" filter plugin: claim default/asks-",
                    "CEL runtime error: no such key: nobody",
                    "Compared with the scheduler\n  Matches the scheduler’s message.");
        }
    }

    @Test
    void aJobThatWasGivenUpIsToldWithItsLimitAndHowItsLastPodEnded() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            colleague.load(new ByteArrayInputStream("""
                    apiVersion: batch/v1
                    kind: Job
                    metadata: {name: hopeless, namespace: default}
                    spec:
                      backoffLimit: 0
                      template:
                        spec:
                          restartPolicy: Never
                          containers: [{name: main, image: busybox, command: [sh, -c, exit 3]}]
                    """.getBytes(StandardCharsets.UTF_8))).create();
            colleague.batch().v1().jobs().inNamespace("default").withName("hopeless").waitUntilCondition(
                    job -> job.getStatus().getConditions().stream().anyMatch(each -> each.getType().equals("Failed")),
                    60, TimeUnit.SECONDS);

            assertThat(there("why", "default/hopeless").out()).startsWith("default/hopeless · Job\n"
                    + "The Job failed and creates no more pods because its pods failed more often than backoffLimit "
                    + "(0) allows.").containsPattern("The last pod, hopeless-\\w+, ended with Error: exit code 3\\.")
                    .containsPattern("tessera logs default/hopeless-\\w+ --all-containers --tail=50");
        }
    }

    @Test
    void whatKeepsOnePodFromStartingIsToldBeforeItIsLate() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            for (var namespace : List.of("default", "research")) {
                colleague
                        .load(new ByteArrayInputStream("""
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: sealed, namespace: %s}
                                spec:
                                  %s
                                  containers:
                                  - name: main
                                    image: registry.example/a:1
                                    resources: {limits: {%s: 1}}
                                    volumeMounts: [{name: key, mountPath: /key}]
                                  volumes: [{name: key, secret: {secretName: seal}}]
                                """
                                .formatted(namespace,
                                        namespace.equals("default") ? "tolerations: [{operator: Exists}]"
                                                : "nodeName: cpu-01",
                                        namespace.equals("default") ? "nvidia.com/gpu" : "cpu")
                                .getBytes(StandardCharsets.UTF_8)))
                        .create();
            }
            for (var namespace : List.of("default", "research")) {
                colleague.v1().events().inNamespace(namespace)
                        .informOnCondition(
                                events -> events.stream().anyMatch(event -> event.getReason().equals("FailedMount")))
                        .get(3, TimeUnit.MINUTES);
            }

            assertThat(there("doctor", "--pod", "default/sealed").out()).contains(
                    "default/sealed has its devices allocated and cannot start: Secret “seal” does not exist in default");
            assertThat(there("doctor", "--pod", "research/sealed").out()).as("neither it nor its node has devices")
                    .contains("research/sealed cannot start: Secret “seal” does not exist in research")
                    .doesNotContain("holds its devices");
            assertThat(there("why", "research/sealed").out()).contains(
                    "ContainerCreating on cpu-01: Secret seal does not exist in namespace research.",
                    "Message from the kubelet\n  MountVolume.SetUp failed for volume \"key\"",
                    "1. Create Secret seal in namespace research, or reference an existing one");
            assertThat(there("why", "sealed").err()).contains("Specify one: default/sealed, research/sealed");
            assertThat(there("why", "sealed", "-n", "research").out()).startsWith("research/sealed · ");
        }
    }

    /** Each of the two devices is held by the pod whose claim got it, once the exporter has sampled them. */
    private void assertClaimed() throws Exception {
        var last = new AtomicReference<List<String>>(List.of());
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> {
                last.set(claimed());
                return last.get().size() >= 2;
            });
        } catch (TimeoutException late) {
            throw new AssertionError("the exporter named only " + last.get(), late);
        }
        assertThat(last.get()).containsExactlyInAnyOrder("claims-0", "claims-1");
    }

    private List<String> claimed() throws Exception {
        var holders = new ArrayList<String>();
        for (var device : JSON.readTree(there("gpus", "-o", "json").out()).path("devices")) {
            if (device.path("node").asText().equals("l4-01")) {
                assertThat(device.path("status").asText()).isEqualTo("usable");
                device.path("pods").forEach(pod -> holders.add(pod.path("name").asText()));
            }
        }
        return holders;
    }

    private static boolean placed(Pod pod) {
        return pod != null && "l4-01".equals(pod.getSpec().getNodeName());
    }

    private static void claiming(KubernetesClient colleague, String name) {
        colleague.pods().inNamespace("default")
                .resource(new PodBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
                        .addNewResourceClaim().withName("gpu").withResourceClaimTemplateName("l4").endResourceClaim()
                        .addNewContainer().withName("main").withImage("registry.example/run").withNewResources()
                        .addNewClaim("gpu", null).endResources().endContainer().endSpec().build())
                .create();
    }

    @Test
    void listsDoNotSayThatAPodWaitsForRoomAloneWhereOtherRulesBindIt() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            for (var key : List.of("kubernetes.io/hostname", "example.com/rack")) {
                var name = key.substring(key.indexOf('/') + 1);
                colleague.load(new ByteArrayInputStream(
                        """
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: over-%s, namespace: default, labels: {app: over}}
                                spec:
                                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                                  topologySpreadConstraints:
                                  - {topologyKey: %s, maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: over}}}
                                  containers: [{name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 8}}}]
                                """
                                .formatted(name, key).getBytes(StandardCharsets.UTF_8)))
                        .create();
                colleague.pods().inNamespace("default").withName("over-" + name).waitUntilCondition(
                        pod -> pod.getStatus().getConditions().stream()
                                .anyMatch(condition -> "Unschedulable".equals(condition.getReason())),
                        60, TimeUnit.SECONDS);
            }
        }
        var listed = JSON.readTree(there("pods", "-o", "json").out()).path("pods").valueStream()
                .filter(pod -> pod.path("name").asText().startsWith("over-")).toList();
        assertThat(listed).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.path("waitingHelps").asBoolean()).as(pod.path("reason").asText()).isFalse();
            assertThat(pod.path("reason").asText()).containsAnyOf("The pod may also be blocked by its topology spread",
                    "no label example.com/rack for the topology spread constraint");
        });
        assertThat(JSON.readTree(there("why", "default/over-rack", "-o", "json").out()).path("outcome").asText())
                .isEqualTo("never");
    }

    @Test
    void theFitOfAManifestIsToldBeforeItIsLaunched() throws Exception {
        var manifest = Files.writeString(home.resolve("job.yaml"), """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train}
                spec:
                  parallelism: 3
                  template:
                    spec:
                      tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                      containers:
                      - {name: main, resources: {limits: {nvidia.com/gpu: 1, cpu: 2, memory: 8Gi}}}
                """);
        var json = JSON.readTree(there("why", "-f", manifest.toString(), "-n", "research", "-o", "json").out());
        assertThat(json.at("/pods/0/wanted").asInt()).isEqualTo(3);
        assertThat(json.at("/pods/0/room").asInt()).isPositive();
        assertThat(json.at("/pods/0/outcome").asText()).isEqualTo("fits");
        assertThat(json.at("/pods/0/quotas/0/resource").asText()).isEqualTo("requests.nvidia.com/gpu");

        Files.writeString(manifest, Files.readString(manifest).replace("parallelism: 3", "parallelism: 99"));
        var told = there("why", "-f", manifest.toString(), "-n", "research").out();
        int used = Pattern.compile("has (\\d+) of 32 requests.nvidia.com/gpu used").matcher(told).results()
                .mapToInt(found -> Integer.parseInt(found.group(1))).sum();
        assertThat(told).containsPattern("Fits now on .*\\. Nodes have room for \\d of 99\\ pods.\n").contains(
                "Nodes now have room for 5 pods, 99 requested", "Fixes for more room\n  1. ", "tessera plan evict ",
                ("Raise requests.nvidia.com/gpu of ResourceQuota team from 32 to %d, or delete pods in the "
                        + "namespace to free %d of it.").formatted(used + 99, used + 99 - 32));
        assertThat(there("why", "-f", manifest.toString(), "-n", "vision").out().lines().skip(1).findFirst())
                .hasValueSatisfying(line -> assertThat(line).startsWith("Fits now on ")
                        .endsWith(". ResourceQuotas allow 0 of 99 pods."));
        var large = Files.writeString(home.resolve("large.yaml"),
                Files.readString(manifest).replace("nvidia.com/gpu: 1,", "nvidia.com/gpu: 99,")).toString();
        assertThat(there("why", "-f", large, "-n", "vision").out().lines().skip(1).findFirst())
                .hasValueSatisfying(line -> assertThat(line).matches(
                        "ResourceQuota team has \\d+ of requests.nvidia.com/gpu left, so the API server rejects each pod\\."));
        var more = JSON.readTree(there("why", "-f", manifest.toString(), "-n", "research", "-o", "json").out());
        assertThat(more.at("/pods/0/quotaAdvice/0").asText())
                .startsWith("Raise requests.nvidia.com/gpu of ResourceQuota team");
        assertThat(more.at("/pods/0/advice").findValuesAsText("command"))
                .anyMatch(command -> command.startsWith("tessera plan evict "));

        Files.writeString(manifest,
                Files.readString(manifest).replace("99", "9000000000000000000").replace("gpu: 1", "gpu: 4"));
        assertThat(there("why", "-f", manifest.toString(), "-n", "research").out())
                .contains("Raise requests.nvidia.com/gpu of ResourceQuota team from 32 to ≥" + Long.MAX_VALUE);
    }

    @Test
    void podsAreJudgedInTheNamespaceThatTheirManifestNamesAndNoneStartsInOneThatIsNotThere() throws Exception {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: lost, namespace: nowhere}
                spec:
                  tolerations: [{operator: Exists}]
                  containers:
                  - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1}}}
                """;
        var manifest = Files.writeString(home.resolve("lost.yaml"), pod).toString();
        assertThat(there("why", "-f", manifest).out()).startsWith("""
                Pod/lost in nowhere
                The API server rejects each pod: Namespace “nowhere” does not exist.
                If admitted: Fits now on""").contains("Create namespace “nowhere”, or use an existing one.");
        assertThat(JSON.readTree(there("why", "-f", manifest, "-o", "json").out()).at("/pods/0/room").asInt(-1))
                .isZero();

        var other = there("why", "-f", manifest, "-n", "research");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("Pod/lost is in namespace nowhere, but --namespace is research");
        assertThat(there("why", "-f", manifest, "-n", "nowhere").out()).startsWith("Pod/lost in nowhere\n");

        Files.writeString(home.resolve("lost.yaml"), """
                apiVersion: v1
                kind: Namespace
                metadata: {name: nowhere}
                ---
                """ + pod);
        assertThat(there("why", "-f", manifest).out()).startsWith("Pod/lost in nowhere\nFits now on ");
    }

    @Test
    void podsThatAreAlikeAreJudgedTogetherAndOthersToldApartByWhatTheyAre() throws Exception {
        var job = """
                apiVersion: kubeflow.org/v1
                kind: PyTorchJob
                metadata: {name: ddp}
                spec:
                  pytorchReplicaSpecs:
                    Master:
                      template:
                        spec: &node
                          tolerations: [{operator: Exists}]
                          containers:
                          - {name: pytorch, image: registry.example/ddp, resources: {limits: {nvidia.com/gpu: 1, cpu: 1}}}
                    Worker:
                      replicas: 3
                      template:
                        spec: *node
                """;
        var manifest = Files.writeString(home.resolve("ddp.yaml"), job);
        assertThat(there("why", "-f", manifest.toString()).out()).startsWith("PyTorchJob/ddp in default\n")
                .contains(", 4 requested").doesNotContain("Worker");

        Files.writeString(manifest,
                job.replace("*node", "{containers: [{name: pytorch, image: registry.example/ddp}]}"));
        assertThat(there("why", "-f", manifest.toString()).out()).startsWith("PyTorchJob/ddp (Master) in default\n")
                .contains("\nPyTorchJob/ddp (Worker) in default\n", ", 3 requested");

        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: NAME}
                spec:
                  tolerations: [{operator: Exists}]
                  containers: [{name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1, cpu: 1}}}]
                """;
        Files.writeString(manifest, Stream.of("a", "b", "c", "d", "e").map(name -> pod.replace("NAME", name))
                .collect(Collectors.joining("---\n")));
        assertThat(there("why", "-f", manifest.toString()).out())
                .startsWith("Pod/a, Pod/b, Pod/c and 2 more in default\n").contains(", 5 requested");

        Files.writeString(manifest, """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: tune}
                spec: {runtimeRef: {name: torch-distributed}, trainer: {numNodes: 2}}
                """);
        assertThat(there("why", "-f", manifest.toString()).out())
                .isEqualTo("The pods of TrainJob/tune are not checked: ClusterTrainingRuntime "
                        + "torch-distributed does not exist.\n");
    }

    @Test
    void thePodsOfATrainJobAreThoseOfItsRuntimeWithWhatTheJobSays() throws Exception {
        var runtime = """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: torch-distributed}
                spec:
                  mlPolicy: {numNodes: 1}
                  template:
                    spec:
                      replicatedJobs:
                      - name: node
                        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                          spec:
                            template:
                              spec:
                                tolerations: [{operator: Exists}]
                                containers: [{name: node, image: registry.example/torch:2}]
                """;
        var job = """
                ---
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: tune, namespace: batch}
                spec:
                  runtimeRef: {name: torch-distributed}
                  trainer: {numNodes: 2, resourcesPerNode: {limits: {nvidia.com/gpu: %d}}}
                """;
        var manifest = Files.writeString(home.resolve("tune.yaml"), runtime + job.formatted(1)).toString();
        assertThat(there("why", "-f", manifest).out()).startsWith("TrainJob/tune").contains("2 requested")
                .doesNotContain("ClusterTrainingRuntime/");
        Files.writeString(home.resolve("tune.yaml"), runtime + job.formatted(64));
        assertThat(there("why", "-f", manifest).out()).contains("TrainJob/tune").contains("nvidia.com/gpu");

        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.load(new ByteArrayInputStream("""
                    apiVersion: apiextensions.k8s.io/v1
                    kind: CustomResourceDefinition
                    metadata: {name: clustertrainingruntimes.trainer.kubeflow.org}
                    spec:
                      group: trainer.kubeflow.org
                      scope: Cluster
                      names: {kind: ClusterTrainingRuntime, plural: clustertrainingruntimes}
                      versions:
                      - name: v1alpha1
                        served: true
                        storage: true
                        schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            admin.genericKubernetesResources("trainer.kubeflow.org/v1alpha1", "ClusterTrainingRuntime")
                    .load(new ByteArrayInputStream(runtime.getBytes(StandardCharsets.UTF_8))).create();
        }
        Files.writeString(home.resolve("tune.yaml"), job.formatted(1));
        assertThat(there("why", "-f", manifest).out()).startsWith("TrainJob/tune").contains("2 requested");
        assertPatchedPodsAreJudged(home.resolve("tune.yaml"), job.formatted(1));
        Files.writeString(home.resolve("tune.yaml"), job.formatted(1) + "  podSpecOverrides: [{targetJobs: []}]\n");
        assertThat(there("why", "-f", manifest).out())
                .startsWith("The pods of TrainJob/tune are not checked: the TrainJob overrides " + "podSpecOverrides");
        assertThat(JSON.readTree(there("why", "-f", manifest, "-o", "json").out()).at("/notJudged/0").asText())
                .startsWith("The pods of TrainJob/tune are not checked: the TrainJob overrides podSpecOverrides");
    }

    private void assertPatchedPodsAreJudged(Path manifest, String job) throws Exception {
        var pod = "{spec: {nodeSelector: {pool: none-such}, schedulingGates: [{name: team/held}], "
                + "volumes: [{name: data, persistentVolumeClaim: {claimName: not-there}}], "
                + "containers: [{name: node, env: [{name: A, value: b}]}]}}";
        var patch = "  runtimePatches: [{manager: team, trainingRuntimeSpec: {template: {spec: {replicatedJobs: ["
                + "{name: %s, template: {spec: {template: " + pod + "}}}]}}}}]\n";
        Files.writeString(manifest, job + patch.formatted("node"));
        assertThat(there("why", "-f", manifest.toString(), "-o", "json").out()).contains("team/held");
        Files.writeString(manifest, job + patch.formatted("node").replace("schedulingGates", "readinessGates"));
        assertThat(there("why", "-f", manifest.toString()).out()).startsWith("TrainJob/tune").contains("not-there",
                "not pool=none-such");
        Files.writeString(manifest, job + patch.formatted("other"));
        assertThat(there("why", "-f", manifest.toString()).out()).startsWith("TrainJob/tune")
                .doesNotContain("not-there", "team/held");
        Files.writeString(manifest, job + "  podTemplateOverrides: [{targetJobs: [{name: node}], "
                + "spec: {nodeSelector: {pool: none-such}, tolerations: []}}]\n");
        assertThat(there("why", "-f", manifest.toString()).out()).startsWith("TrainJob/tune")
                .contains("pool=none-such");
        Files.writeString(manifest, job + patch.formatted("node").replace("volumes:", "$setElementOrder/volumes:"));
        assertThat(there("why", "-f", manifest.toString()).out())
                .contains("the TrainJob overrides runtimePatches, which Tessera does not evaluate");
    }

    @Test
    void podsThatALimitRangeRefusesDoNotFitAndThoseItFillsInAreJudgedSo() throws Exception {
        var range = """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: caps, namespace: capped}
                spec:
                  limits:
                  - type: Container
                    default: {cpu: "900"}
                    defaultRequest: {cpu: "900"}
                    max: {nvidia.com/gpu: "1"}
                    min: {memory: 100Mi}
                    maxLimitRequestRatio: {memory: "2"}
                  - type: Pod
                    max: {nvidia.com/gpu: "1"}
                """;
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a, namespace: capped}
                spec:
                  tolerations: [{operator: Exists}]
                  containers:
                  - name: a
                    image: registry.example/run
                    resources: {requests: {memory: %s}, limits: {nvidia.com/gpu: %d, memory: %s%s}}
                """;
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.load(new ByteArrayInputStream("apiVersion: v1\nkind: Namespace\nmetadata: {name: capped}\n---\n"
                    .concat(range).getBytes(StandardCharsets.UTF_8))).create();
        }
        var manifest = home.resolve("capped.yaml");
        Files.writeString(manifest, pod.formatted("64Mi", 2, "1Gi", ", cpu: 1"));
        assertThat(there("why", "-f", manifest.toString()).out())
                .contains("The API server rejects each pod: LimitRange caps allows at most 1 of nvidia.com/gpu per "
                        + "container, but container “a” has a limit of 2.\nIf admitted: Fits now on ")
                .contains(
                        "LimitRange caps requires at least 100Mi of memory per container, but container “a” requests 64Mi.",
                        "LimitRange caps allows a memory limit of at most 2 times the request (maxLimitRequestRatio), "
                                + "but container “a” requests 64Mi",
                        "LimitRange caps allows at most 1 of nvidia.com/gpu per pod, but the pod has a limit of 2.")
                .doesNotContain("may add requests");

        Files.writeString(manifest, pod.formatted("1Gi", 1, "1Gi", ""));
        assertThat(there("why", "-f", manifest.toString()).out()).as("its cpu is that of the range")
                .doesNotContain("rejects each").contains("900 CPU");
        Files.writeString(manifest, pod.formatted("1Gi", 1, "1Gi", ", cpu: 1"));
        assertThat(there("why", "-f", manifest.toString()).out()).doesNotContain("rejects each", "LimitRange");
    }

    @Test
    void podsThatDoNotSayWhatAQuotaCountsAreRefusedAndLimitsAreCountedToo() throws Exception {
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.load(new ByteArrayInputStream("""
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: counted}
                    ---
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: team, namespace: counted}
                    spec: {hard: {limits.memory: 8Gi}}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            admin.resourceQuotas().inNamespace("counted").withName("team").waitUntilCondition(
                    quota -> quota != null && quota.getStatus() != null && quota.getStatus().getHard() != null
                            && quota.getStatus().getHard().containsKey("limits.memory"),
                    60, TimeUnit.SECONDS);
        }
        var serving = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: llm, namespace: counted}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: llm}}
                  template:
                    metadata: {labels: {app: llm}}
                    spec:
                      containers:
                      - {name: main, image: registry.example/run, resources: {limits: {memory: 4Gi}}}
                      - {name: proxy, image: registry.example/run%s}
                """;
        var manifest = home.resolve("counted.yaml");
        Files.writeString(manifest, serving.formatted(""));
        assertThat(there("why", "-f", manifest.toString()).out()).contains(
                "The API server rejects each pod: ResourceQuota “team” requires limits.memory, which “proxy” "
                        + "does not set.\nIf admitted: Fits now on ",
                "  Set limits.memory in “proxy”, or define a default with a LimitRange.");
        Files.writeString(manifest, serving.formatted(", resources: {limits: {memory: 0}}"));
        assertThat(there("why", "-f", manifest.toString()).out()).doesNotContain("The API server rejects").contains(
                "ResourceQuotas allow 2 of 3",
                "ResourceQuota team has 0 of 8Gi limits.memory used, which leaves room for 2 more of these pods.");
    }

    @Test
    void aClaimThatALimitRangeRefusesIsToldWithThePodsThatWouldMountIt() throws Exception {
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.load(new ByteArrayInputStream("""
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: small}
                    ---
                    apiVersion: v1
                    kind: LimitRange
                    metadata: {name: disks, namespace: small}
                    spec: {limits: [{type: PersistentVolumeClaim, max: {storage: 100G}, min: {storage: 1Gi}}]}
                    ---
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: disks, namespace: small}
                    spec: {hard: {requests.storage: 60Gi, persistentvolumeclaims: 1}}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            admin.resourceQuotas().inNamespace("small").withName("disks")
                    .waitUntilCondition(
                            quota -> quota != null && quota.getStatus() != null && quota.getStatus().getHard() != null
                                    && quota.getStatus().getHard().containsKey("requests.storage"),
                            60, TimeUnit.SECONDS);
        }
        var claim = """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: models, namespace: small}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: %s}}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: reader, namespace: small}
                spec:
                  volumes: [{name: models, persistentVolumeClaim: {claimName: models}}]
                  containers: [{name: main, image: registry.example/run, resources: {requests: {cpu: 1}}}]
                """;
        var manifest = home.resolve("claim.yaml");
        Files.writeString(manifest, claim.formatted("2T"));
        assertThat(there("why", "-f", manifest.toString()).out()).contains(
                "The API server rejects PVC models, which each pod mounts: LimitRange disks allows at most 100G "
                        + "of storage per PVC, but PVC models requests 2T.",
                "Request at most 100G of storage in PVC models.");
        Files.writeString(manifest, claim.formatted("70Gi"));
        assertThat(there("why", "-f", manifest.toString()).out()).contains(
                "The API server rejects PVC models, which each pod mounts: ResourceQuota disks has 60Gi of "
                        + "requests.storage left, but PVC models requests 70Gi.",
                "  Raise requests.storage of ResourceQuota disks from 60Gi to 70Gi, or delete PVCs that are no "
                        + "longer needed.");
        Files.writeString(manifest, claim.formatted("50Gi"));
        assertThat(there("why", "-f", manifest.toString()).out()).doesNotContain("rejects", "LimitRange");
        assertThat(there("plan", "launch", "-f", manifest.toString(), "--wait", "0", "--apply", "--yes").code())
                .isZero();
        assertThat(there("why", "-f", manifest.toString()).out()).as("what is made already is not made again")
                .doesNotContain("rejects", "ResourceQuota disks leaves");

        Files.writeString(manifest,
                """
                        apiVersion: apps/v1
                        kind: StatefulSet
                        metadata: {name: llm, namespace: small}
                        spec:
                          replicas: 2
                          selector: {matchLabels: {app: llm}}
                          template:
                            metadata: {labels: {app: llm}}
                            spec:
                              volumes: [{name: scratch, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce],
                                resources: {requests: {storage: 200G}}}}}}]
                              containers: [{name: main, image: registry.example/run, resources: {requests: {cpu: 1}}}]
                          volumeClaimTemplates:
                          - metadata: {name: cache}
                            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
                          - metadata: {name: local}
                            spec: {storageClassName: local-nvme, accessModes: [ReadWriteOnce], resources: {requests: {storage: 900Ti}}}
                        """);
        assertThat(there("why", "-f", manifest.toString()).out())
                .contains("no PersistentVolume is available for PVC local-llm",
                        "Create a PersistentVolume with the storage class and size of PVC local-llm",
                        "get persistentvolumes")
                .doesNotContain("describe persistentvolumeclaim");
        assertThat(there("why", "-f", manifest.toString()).out()).contains(
                "ResourceQuota disks has 0 of persistentvolumeclaims left, but PVC cache-llm requests 1.",
                "LimitRange disks requires at least 1Gi of storage per PVC, but PVC cache-llm requests 1Mi.",
                "LimitRange disks allows at most 100G of storage per PVC, but PVC llm-scratch requests 200G.");
    }

    @Test
    void theClaimsOfAllPodsAreHeldAgainstAQuotaTogether() throws Exception {
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.load(new ByteArrayInputStream("""
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: disks}
                    ---
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: disks, namespace: disks}
                    spec: {hard: {requests.storage: 100Gi, persistentvolumeclaims: 9}}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            admin.resourceQuotas().inNamespace("disks").withName("disks")
                    .waitUntilCondition(
                            quota -> quota != null && quota.getStatus() != null && quota.getStatus().getHard() != null
                                    && quota.getStatus().getHard().containsKey("requests.storage"),
                            60, TimeUnit.SECONDS);
        }
        var set = """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: train, namespace: disks}
                spec:
                  replicas: 4
                  serviceName: train
                  selector: {matchLabels: {app: train}}
                  template:
                    metadata: {labels: {app: train}}
                    spec:
                      tolerations: [{operator: Exists}]
                      containers: [{name: main, image: registry.example/run, volumeMounts: [{name: data, mountPath: /data}]}]
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 40Gi}}}
                """;
        var manifest = Files.writeString(home.resolve("disks.yaml"), set).toString();
        assertThat(there("why", "-f", manifest).out()).contains(". ResourceQuotas allow 2 of 4 pods.",
                "ResourceQuota disks has 0 of 100Gi requests.storage used, which leaves room for 2 more of "
                        + "these pods",
                "ResourceQuota disks has 0 of 9 persistentvolumeclaims used, which leaves room for 9 more of "
                        + "these pods",
                "Raise requests.storage of ResourceQuota disks from 100Gi to 160Gi");
        Files.writeString(home.resolve("disks.yaml"), set.replace("40Gi", "25Gi"));
        assertThat(there("why", "-f", manifest).out()).contains("4 requested. ResourceQuotas allow 4.")
                .doesNotContainPattern("ResourceQuotas allow \\d+ of");
        Files.writeString(home.resolve("disks.yaml"), set.replace("40Gi", "400Gi"));
        assertThat(there("why", "-f", manifest).out())
                .contains("The API server rejects PVC data-train, which each pod mounts");
    }

    @Test
    void whoLacksATolerationIsToldSoBeforeWhatIsOfSharesAlone() throws Exception {
        var manifest = Files.writeString(home.resolve("eight.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: eight, namespace: default}
                spec:
                  containers:
                  - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 8}}}
                """).toString();
        assertThat(there("why", "-f", manifest).out()).contains(
                "  1. Add a toleration for nvidia.com/gpu=present:NoSchedule",
                "Request 1 share per container, or whole GPUs");
    }

    @Test
    void theQueueThatWorkNamesIsAskedForAllItsPodsTogether() throws Exception {
        var job = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: later, namespace: batch, labels: {kueue.x-k8s.io/queue-name: batch}}
                spec:
                  parallelism: %d
                  template:
                    spec:
                      restartPolicy: Never
                      tolerations: [{operator: Exists}]
                      containers:
                      - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1, cpu: 1}}}
                """;
        var manifest = Files.writeString(home.resolve("queued.yaml"), job.formatted(9)).toString();
        assertThat(there("why", "-f", manifest).out())
                .contains(
                        "The queue does not admit the whole workload now. ClusterQueue batch has 8 of its 8 left. The "
                                + "workload requests 9 nvidia.com/gpu.\nIf admitted: Fits now on ")
                .contains("Quotas and queue\n",
                        "  ClusterQueue batch has 8 of its 8 left. The workload requests 9 nvidia.com/gpu.\n",
                        "  Raise nominalQuota of ClusterQueue batch for nvidia.com/gpu from 8 to 9.\n");
        assertThat(JSON.readTree(there("why", "-f", manifest, "-o", "json").out()).at("/pods/0/queues/0/standing")
                .asText()).isEqualTo("holds");
        Files.writeString(Path.of(manifest), job.formatted(2));
        assertThat(there("why", "-f", manifest).out())
                .contains("\nFits now on ", "  ClusterQueue batch has 8 of its 8 left.\n")
                .doesNotContain("does not admit", "does not let");
        Files.writeString(Path.of(manifest), job.formatted(2).replace("queue-name: batch", "queue-name: night"));
        assertThat(there("why", "-f", manifest).out()).contains(
                "The queue does not admit the whole workload now. batch has no LocalQueue night (it has " + "batch).");
        Files.writeString(Path.of(manifest), job.formatted(2).replace("nvidia.com/gpu", "amd.com/gpu"));
        assertThat(there("why", "-f", manifest).out())
                .contains("ClusterQueue batch admits no workloads that request amd.com/gpu");
    }

    @Test
    void aVolumeThatNobodyMakesKeepsAManifestOutUntilTheClusterHasItBound() throws Exception {
        var manifest = Files.writeString(home.resolve("volume.yaml"), """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: tokens}
                spec: {storageClassName: nobodys, resources: {requests: {storage: 1Gi}}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: reader}
                spec:
                  volumes: [{name: tokens, persistentVolumeClaim: {claimName: tokens}}]
                  containers: [{name: main, image: registry.example/run, resources: {requests: {cpu: 1}}}]
                """).toString();
        assertThat(there("why", "-f", manifest, "-n", "research").out())
                .contains("pod has unbound immediate PersistentVolumeClaims");

        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            colleague.load(new ByteArrayInputStream(
                    """
                            apiVersion: v1
                            kind: PersistentVolumeClaim
                            metadata: {name: tokens, namespace: research, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                            spec: {accessModes: [ReadWriteOnce], storageClassName: nobodys, volumeName: disk, resources: {requests: {storage: 1Gi}}}
                            ---
                            apiVersion: v1
                            kind: PersistentVolume
                            metadata: {name: disk}
                            spec: {accessModes: [ReadWriteOnce], storageClassName: nobodys, capacity: {storage: 1Gi}, nfs: {server: filer, path: /}, claimRef: {namespace: research, name: tokens}}
                            """
                            .getBytes(StandardCharsets.UTF_8)))
                    .create();
        }
        assertThat(there("why", "-f", manifest, "-n", "research").out()).contains("Nodes now have room for ")
                .doesNotContain("unbound");
    }

    @Test
    void whichGpusCouldBeCutAnewForAManifestIsToldAsForAPodThatWaits() throws Exception {
        var manifest = Files.writeString(home.resolve("slice.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: slice, namespace: default}
                spec:
                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                  containers: [{name: a, image: x:1, resources: {limits: {nvidia.com/mig-3g.40gb: 1}}}]
                """).toString();

        assertThat(there("why", "-f", manifest).out())
                .containsPattern("Repartition GPU \\d+ on \\S+ to provide 3g\\.40gb");
    }

    @Test
    void whatIsNotThereOrNotUnderstoodIsSaid() throws Exception {
        var missing = there("why", "research/nobody");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).startsWith("tessera: Pod “research/nobody” not found");
        assertThat(there("why").code()).isEqualTo(2);
        var claim = Files.writeString(home.resolve("claim.yaml"), """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """).toString();
        assertThat(there("why", "-f", claim).out()).isEqualTo(
                "The manifest defines no pods. Run tessera plan launch -f to see the API server’s response.\n");
        assertThat(there("doctor", "--pod", "nobody").code()).isEqualTo(1);
        var broken = Files.writeString(home.resolve("broken.yaml"), "a: [");
        assertThat(there("why", "-f", broken.toString()).err()).contains("neither valid YAML nor valid JSON");
        Files.writeString(broken, """
                apiVersion: v1
                kind: Pod
                metadata: {name: less}
                spec: {containers: [{name: a, image: x, resources: {limits: {nvidia.com/gpu: -1}}}]}
                """);
        assertThat(there("why", "-f", broken.toString()).err()).contains("The API server rejects this manifest",
                "line 4: A container cannot request -1 nvidia.com/gpu");
        Files.writeString(broken,
                Files.readString(broken).replace("-1", "1").replace("spec: {", "spec: {toleration: [], "));
        var dropped = there("why", "-f", broken.toString());
        assertThat(dropped.err())
                .contains("The API server rejects this manifest or drops its invalid fields: line 4: ");
        assertThat(dropped.out()).as("it is judged all the same").contains("less");
    }

    @Test
    void theDoctorFindsWhatIsWrongWithANodeAndEndsWithOne() throws Exception {
        var outcome = there("doctor", "--node", "h100-08", "-o", "json");

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        var json = JSON.readTree(outcome.out());
        assertThat(json.path("findings").findValuesAsText("id")).contains("xid-critical", "devices-gone")
                .doesNotContain("devices-unhealthy");
        assertThat(json.path("findings").findValuesAsText("headline")).anyMatch(headline -> headline
                .startsWith("1 device of h100-08 has been withheld from the scheduler: GPU 2 of h100-08 shows XID 79"));
        assertThat(json.path("findings")).allSatisfy(element -> {
            assertThat(element.path("node").asText()).isEqualTo("h100-08");
            assertThat(element.path("remedy").asText()).isNotBlank();
        });
        assertThat(json.path("notLookedAt")).isNotEmpty();
    }

    @Test
    void whoseArePodsThatAreRefusedIsToldOnlyWhileTheyAreMissing() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            colleague.load(new ByteArrayInputStream("""
                    apiVersion: apps/v1
                    kind: StatefulSet
                    metadata: {name: stuck, namespace: notebooks}
                    spec:
                      replicas: 1
                      serviceName: stuck
                      selector: {matchLabels: {app: stuck}}
                      template:
                        metadata: {labels: {app: stuck}}
                        spec: {serviceAccountName: nobody, containers: [{name: main, image: registry.example/run}]}
                    """.getBytes(StandardCharsets.UTF_8))).create();
            note(colleague, "gone", "FailedCreate", 10);
            colleague.v1().events().inNamespace("notebooks").informOnCondition(
                    events -> events.stream().anyMatch(event -> event.getInvolvedObject().getName().equals("stuck")))
                    .get(3, TimeUnit.MINUTES);
        }
        assertThat(there("doctor").out())
                .contains("No pods for statefulset/stuck: service account “nobody” does not exist",
                        "\"nobody\" not found")
                .contains("No more pods for deployment/segment-xl: ResourceQuota “team” has no room for them")
                .doesNotContain("statefulset/gone");
    }

    /** What a controller tells of an object, so many minutes ago. */
    private static void note(KubernetesClient colleague, String name, String reason, int ago) {
        var then = Instant.now().minus(Duration.ofMinutes(ago)).truncatedTo(ChronoUnit.SECONDS).toString();
        colleague.v1().events().inNamespace("notebooks")
                .resource(new EventBuilder().withNewMetadata().withName(name + reason.toLowerCase(Locale.ROOT))
                        .endMetadata().withReason(reason).withMessage("no such luck").withFirstTimestamp(then)
                        .withLastTimestamp(then).withNewInvolvedObject().withKind("StatefulSet")
                        .withNamespace("notebooks").withName(name).withUid(name + "-uid").endInvolvedObject().build())
                .create();
    }

    @Test
    void theDoctorTellsThatTheOperatorRanOutOfMemory() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var pod = colleague.pods().inNamespace("gpu-operator")
                    .withLabel("app.kubernetes.io/component", "gpu-operator").list().getItems().getFirst();
            Colleague.insists(() -> colleague.pods().inNamespace("gpu-operator").withName(pod.getMetadata().getName())
                    .editStatus(each -> each.edit().editStatus().editFirstContainerStatus().withRestartCount(3)
                            .withLastState(new ContainerStateBuilder().withNewTerminated().withReason("OOMKilled")
                                    .withExitCode(137).endTerminated().build())
                            .endContainerStatus().endStatus().build()));
        }
        assertThat(there("doctor").out()).contains("The GPU operator ran out of memory", "OOMKilled, 3 restarts",
                "tessera plan operator values --set operator.resources.limits.memory=1400Mi");
    }

    @Test
    void whatWasNotLookedAtOfOthersIsNotToldOfAPodOrNode() throws Exception {
        var pod = there("doctor", "--pod", "research/b200-probe").out();
        assertThat(pod).contains("research/b200-probe is pending", "Data available only on the hosts")
                .doesNotContain("asr-batch-3", "whisper-batch", "t4-03", "more pods");
        assertThat(there("doctor", "--node", "h100-07").out()).contains("Data available only on the hosts")
                .doesNotContain("asr-batch-3", "whisper-batch", "t4-03", "more pods");
        assertThat(there("doctor", "--pod", "b200-probe").out()).as("its name is the only one")
                .contains("research/b200-probe is pending");
        assertThat(there("doctor", "--pod", "vision/segment-xl").out()).as("work that has no pods")
                .contains("No more pods for deployment/segment-xl: ResourceQuota “team” has no room for them")
                .doesNotContain("h100-", "sdxl");
        assertThat(there("doctor", "--pod", "speech/asr-batch-3").out())
                .contains("The kubelet of h100-08 rejected speech/asr-batch-3")
                .doesNotContain("whisper-batch", "last log line");
    }

    @Test
    void whatAManifestNamesAndIsNotThereIsToldWithThePlanThatMakesIt() throws Exception {
        var file = Files.writeString(home.resolve("names.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: names, namespace: research}
                spec:
                  priorityClassName: hihg
                  volumes: [{name: data, persistentVolumeClaim: {claimName: nothing}}]
                  containers:
                    - name: main
                      image: registry.example/train:1
                      resources: {limits: {nvidia.com/gpu: 1}}
                      volumeMounts: [{name: data, mountPath: /data}]
                """).toString();

        var other = Files
                .writeString(home.resolve("runtime.yaml"), Files.readString(Path.of(file))
                        .replace("priorityClassName: hihg", "runtimeClassName: nope\n  serviceAccountName: nobody"))
                .toString();
        assertThat(there("why", "-f", other).out()).contains("RuntimeClass “nope” does not exist",
                "Create ServiceAccount nobody, or reference an existing one.");
        assertThat(there("why", "-f", file).out()).contains("The API server rejects each pod",
                "PriorityClass “hihg” does not exist", "Create PriorityClass hihg, or reference an existing one.",
                "Create PVC nothing with the required size.\n     tessera plan launch -f - <<< "
                        + "'{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",");
    }

    @Test
    void theDoctorWritesADocumentAboutOneNode() throws Exception {
        assertThat(there("doctor", "--node", "h100-07", "-o", "md").out()).startsWith("# Node h100-07\n")
                .contains("h100-07: The MIG change to all-balanced is pending")
                .contains("tessera plan mend-mig h100-07").contains("- **Remedy:** ").contains("## Not checked\n")
                .doesNotContain("h100-08");
    }

    @Test
    void whoMayNotLookAtAllKindsOfWorkIsToldOfThoseThatMayBeLookedAt() throws Exception {
        var limited = Files.writeString(home.resolve("viewer.kubeconfig"), cluster.kubeconfig("viewer")).toString();

        assertThat(there("why", "research/vlm-eval-b7x1q", "--kubeconfig", limited)).as("it wants MIG instances")
                .satisfies(outcome -> {
                    assertThat(outcome.code()).as(outcome.err()).isZero();
                    assertThat(outcome.out()).contains("The nodes could not be read: You may not list nodes");
                });
        assertThat(there("why", "-f", "job.yaml", "vision/segment-xl").err()).contains("not both");
        assertThat(there("why", "vision/segment-xl", "--kubeconfig", limited).out())
                .startsWith("vision/segment-xl · Deployment\nResourceQuota “team” rejects the workload’s pods (");
        assertThat(there("why", "vision/sdxl-tune", "--kubeconfig", limited).err())
                .contains("The StatefulSet has several pods. Specify one: vision/sdxl-tune-0, vision/sdxl-tune-1. "
                        + "Workloads without pods could not be looked up: You may not get ");
        assertThat(there("why", "serving/llm-serve").err()).as("its ReplicaSet has another name")
                .contains("The Deployment has several pods. Specify one: serving/llm-serve-");
    }

    @Test
    void whatMayNotBeReadIsListedAsNotLookedAt() throws Exception {
        var limited = Files.writeString(home.resolve("limited.kubeconfig"), cluster.kubeconfig("nodeadmin")).toString();
        var outcome = there("doctor", "--node", "h100-04", "--kubeconfig", limited);

        assertThat(outcome.out()).as(outcome.err()).contains("Not checked\n")
                .contains("Pods: you are not allowed to " + "read them").contains("DaemonSets of the GPU stack: ");
    }
}
