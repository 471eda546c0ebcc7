package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.HttpObjectReader;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.store.objects.SimulatedWriteOptions;
import tessera.gpu.AcceleratorCatalog;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.lint.ManifestLinter;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.launch.WorkloadLaunchPlanService;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.WorkloadWithoutPodsReader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A workload is launched in a cluster, and the receipt says that it runs, or why not. */
@Timeout(180)
class LaunchJourneyTest extends ChangedCluster {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NAMESPACE = "default";
    private static final String QUEUE = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues/batch";

    @Override
    SimulationOptions options() {
        return super.options().withClaims(true);
    }

    static List<WorkloadTemplate> templates() {
        return WorkloadTemplateLibrary.bundled().templates();
    }

    private static LaunchWorkloadIntent launch(String manifest, Duration timeout) {
        return new LaunchWorkloadIntent("a test", List.of("-f", "test.yaml"), manifest, NAMESPACE, timeout);
    }

    private static String pod(String name, String more, String resources) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                spec:
                  restartPolicy: Never
                  tolerations:
                  - operator: Exists
                %s
                  containers:
                  - name: main
                    image: registry.example/work:1.0
                    resources:
                      limits: {cpu: 1, memory: 1Gi, %s}
                """.formatted(name, more, resources);
    }

    private String filled(WorkloadTemplate template, String name) throws Exception {
        var settings = new HashMap<>(Map.of("name", name, "namespace", NAMESPACE));
        for (var parameter : template.parameters()) {
            if (parameter.required() && parameter.defaultValue().isEmpty()) {
                settings.put(parameter.key(), switch (parameter.key()) {
                    case "resource" -> "nvidia.com/gpu";
                    case "url" -> "https://models.example/model.gguf";
                    default -> "registry.example/work:1.0";
                });
            }
        }
        var targetCluster = new ManifestTargetCluster(console.session().snapshots().get(), Map.of(),
                Optional.of(Set.of()), Optional.empty());
        return template.fill(settings, Optional.of(targetCluster)).yaml();
    }

    private static String reasons(PlanPreview preview) {
        return String.join("\n", preview.refusalReasons().stream().map(Problem::problemText).toList());
    }

    private PlanRunReceipt withdrawn(PlanRunReceipt receipt) throws Exception {
        var gone = console.change(receipt.undo().orElseThrow());
        assertThat(gone.ending()).isEqualTo(PlanRunEnding.DONE);
        return gone;
    }

    @ParameterizedTest
    @MethodSource("templates")
    void whatATemplateMakesTheServerTakesOrWhatItLacksIsNamed(WorkloadTemplate template) throws Exception {
        var preview = console.plan(launch(filled(template, "try"), PATIENCE));

        if (preview.isRefused()) {
            assertThat(preview.refusalReasons()).as(reasons(preview)).anySatisfy(reason -> assertThat(reason.headline())
                    .containsAnyOf("The cluster does not serve ", "No node advertises ", "The selector excludes "));
        } else {
            assertThat(preview.changes()).isNotEmpty().allSatisfy(change -> {
                assertThat(change.before()).isEmpty();
                assertThat(change.after()).contains("name: try").doesNotContain("\n  uid: ", "\n  creationTimestamp: ");
            });
            assertThat(preview.plan().warningTexts()).allMatch(
                    warning -> warning.matches("\\w+/try: None of the \\d+ suitable nodes has .+ free \\(.+\\)")
                            || warning.contains(" are not checked: "));
        }
    }

    private void patch(String path, String body) throws Exception {
        console.session().connection()
                .readText(ApiRequest.writeRequest("PATCH", path, body, "application/merge-patch+json", "test"));
    }

    /** Devices, labels and kinds that the simulated cluster comes without, as if somebody had installed them. */
    private void complete() throws Exception {
        patch("/api/v1/nodes/cpu-02/status",
                """
                        {"status": {"capacity": {"google.com/tpu": "8", "aws.amazon.com/neuron": "16", "gpu.intel.com/i915": "8",
                        "nvidia.com/gpu.shared": "8", "nvidia.com/mig-1g.10gb": "8", "nvidia.com/gpu": "8", "amd.com/gpu": "8"},
                        "allocatable": {"google.com/tpu": "8", "aws.amazon.com/neuron": "16", "gpu.intel.com/i915": "8",
                        "nvidia.com/gpu.shared": "8", "nvidia.com/mig-1g.10gb": "8", "nvidia.com/gpu": "8", "amd.com/gpu": "8"}}}""");
        patch("/api/v1/nodes/cpu-02", """
                {"metadata": {"labels": {"cloud.google.com/gke-tpu-accelerator": "tpu-v5-lite-podslice",
                "cloud.google.com/gke-tpu-topology": "2x4", "karpenter.sh/capacity-type": "spot"}}}""");
        for (var template : templates()) {
            int slash = template.customKind().indexOf('/');
            if (slash > 0 && console.session().changes().inputReader().manifests()
                    .findKind(template.apiVersion(), template.kindName()).isEmpty()) {
                console.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                        definition(template.customKind().substring(0, slash),
                                template.apiVersion().substring(slash + 1), template.kindName()));
            }
        }
    }

    private static String definition(String group, String version, String kind) {
        var plural = kind.toLowerCase(Locale.ROOT) + "s";
        return """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                 "metadata": {"name": "%1$s.%2$s"},
                 "spec": {"group": "%2$s", "scope": "Namespaced",
                  "names": {"plural": "%1$s", "kind": "%4$s"},
                  "versions": [{"name": "%3$s", "served": true, "storage": true, "subresources": {"status": {}},
                   "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
                """.formatted(plural, group, version, kind);
    }

    @Test
    void whatTemplatesMakeRunsAndGoesAgain() throws Exception {
        complete();
        console.until(clusterSnapshot -> clusterSnapshot.findNode("cpu-02").orElseThrow().resourceNames()
                .contains("google.com/tpu"));
        var manifests = new ArrayList<String>();
        var refused = new ArrayList<String>();
        for (var template : templates()) {
            var manifest = filled(template, "run-" + template.id()).replaceAll("cpu: \"\\d+\"", "cpu: 250m")
                    .replaceAll("memory: \"?\\d+Gi\"?", "memory: 1Gi")
                    .replaceAll("((?:nvidia|amd).com/gpu): \\d+", "$1: 1");
            var preview = console.plan(launch(manifest, Duration.ZERO));
            if (preview.isRefused()) {
                refused.add(template.id() + ": " + reasons(preview));
            }
            manifests.add(manifest);
        }
        assertThat(refused).isEmpty();
        var leaves = new ArrayList<String>();
        // One after the other: together they want more devices than are free.
        for (var manifest : manifests) {
            var receipt = console.change(launch(manifest, PATIENCE));
            assertThat(receipt.ending()).as(() -> receipt.steps().stream()
                    .map(step -> step.planned().text() + ": " + step.progress() + " " + step.problem()).toList()
                    .toString()).isEqualTo(PlanRunEnding.DONE);
            leaves.addAll(receipt.lastingEffects());
            withdrawn(receipt);
        }
        assertThat(leaves).contains("Pod/run-pod exists", "Deployment/run-inference exists");
        assertThatThrownBy(() -> console.read("/apis/apps/v1/namespaces/default/deployments/run-inference"))
                .isInstanceOf(ProblemException.class);
    }

    private static Stream<PodSummary> often(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream())
                .filter(pod -> pod.name().startsWith("often-"));
    }

    @Test
    void whatACronJobMakesRunsWhenItIsDue() throws Exception {
        var cron = filled(WorkloadTemplateLibrary.bundled().findTemplate("cronjob").orElseThrow(), "often")
                .replaceAll("schedule: .*", "schedule: \"* * * * *\"").replaceAll("cpu: \"\\d+\"", "cpu: 250m")
                .replaceAll("memory: \"?\\d+Gi\"?", "memory: 1Gi");
        var receipt = console.change(launch(cron, PATIENCE));
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);

        console.until(clusterSnapshot -> often(clusterSnapshot).anyMatch(pod -> pod.ready() > 0));
        withdrawn(receipt);
        console.until(clusterSnapshot -> often(clusterSnapshot).findAny().isEmpty());
    }

    @Test
    void whatIsWrongWithAManifestRefusesItBeforeTheServerIsAsked() throws Exception {
        var preview = console.plan(launch(pod("wrong", "", "nvidia.com/gpu: 0.5"), PATIENCE));

        assertThat(preview.isRefused()).isTrue();
        assertThat(preview.changes()).isEmpty();
        assertThat(reasons(preview)).contains("Pod/wrong: A container cannot request 0.5 nvidia.com/gpu")
                .contains("gpu-amount-not-whole");
        assertThat(reasons(console.plan(launch("# nothing\n", PATIENCE))))
                .contains("The text contains no Kubernetes object");
        assertThat(reasons(console
                .plan(launch(pod("x", "", "nvidia.com/gpu: 1").replace("name: x", "generateName: x-"), PATIENCE))))
                .contains("has no metadata.name");
    }

    @ParameterizedTest
    @CsvSource({"priorityClassName,PriorityClass", "runtimeClassName,RuntimeClass"})
    void aClassThatThereIsNotIsToldBeforeAnythingWaitsForIt(String field, String kind) throws Exception {
        var job = """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: classless
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      %s: nope
                      containers:
                      - name: main
                        image: registry.example/work:1.0
                """;

        assertThat(reasons(console.plan(launch(job.formatted(field), PATIENCE))))
                .contains("%s nope does not exist. The API server rejects the pods.".formatted(kind));
        assertThat(console.plan(launch(job.formatted("serviceAccountName").replace("nope", "default"), PATIENCE))
                .isRefused()).isFalse();
    }

    @Test
    void whatIsThereAlreadyIsToldWithWhatElseToDoAndWhatIsInNoNamespaceTheServerRefuses() throws Exception {
        var receipt = console.change(launch(pod("twice", "", "nvidia.com/gpu: 1"), Duration.ZERO));
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);

        assertThat(console.plan(launch(pod("twice", "", "nvidia.com/gpu: 1"), PATIENCE)).refusalReasons())
                .singleElement().satisfies(problem -> {
                    assertThat(problem.headline()).startsWith("Pod/twice already exists in ");
                    assertThat(problem.remedy()).contains("tessera plan launch --withdraw v1/Pod/twice -n ",
                            "tessera plan edit pod/twice -f FILE -n ");
                });
        var scattered = pod("twice", "", "nvidia.com/gpu: 1") + "---\n" + """
                apiVersion: v1
                kind: Service
                metadata: {name: llm-serve, namespace: serving}
                spec: {ports: [{port: 80}]}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: research}
                """;
        assertThat(console.plan(launch(scattered, PATIENCE)).refusalReasons()).anySatisfy(problem -> {
            assertThat(problem.headline()).contains(
                    ", Service/llm-serve already exists in serving and " + "Namespace/research already exists");
            assertThat(problem.remedy())
                    .contains("tessera plan launch --withdraw v1/Pod/twice -n ",
                            " and tessera plan launch --withdraw v1/Service/llm-serve -n serving)")
                    .doesNotContain("Namespace");
        });
        withdrawn(receipt);
        assertThat(reasons(console.plan(new LaunchWorkloadIntent("a test", List.of("pod"),
                pod("stray", "", "nvidia.com/gpu: 1"), "nowhere", PATIENCE)))).contains("nowhere");
    }

    @Test
    void aPodThatFindsNoNodeIsWaitedForAndTheSchedulerIsQuoted() throws Exception {
        var receipt = console.change(launch(pod("stuck",
                "  schedulerName: default-scheduler\n  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: ["
                        + "{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: nobody}}}]}}",
                "nvidia.com/gpu: 1"), Duration.ofSeconds(2)));

        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.FAILED);
        assertThat(Console.problem(receipt.steps().getLast()).detail()).contains("0 of 1 pods are running; stuck: 0/");
        assertThat(receipt.lastingEffects()).containsExactly("Pod/stuck exists");
        withdrawn(receipt);
    }

    @Test
    void thatNoNodeTakesThePodsNowIsWarnedOfWithTheReason() throws Exception {
        var preview = console
                .plan(launch(pod("lonely", "  nodeSelector: {kubernetes.io/hostname: h100-07}", "nvidia.com/gpu: 1")
                        .replace("- operator", "- key: nvidia.com/gpu\n    operator"), PATIENCE));

        assertThat(preview.isRefused()).isFalse();
        assertThat(preview.plan().warningTexts())
                .anySatisfy(warning -> assertThat(warning).startsWith("Pod/lonely: ").contains("cordoned"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"  schedulingGates: [{name: example.com/data}] | 1",
        "  schedulerName: other-scheduler | 1", "  nodeSelector: {kubernetes.io/os: linux} | 64"})
    void whatIsNotForANodeToSayOrIsSaidByTheLinterIsNotWarnedOf(String more, int gpus) throws Exception {
        var preview = console.plan(launch(pod("odd", "  " + more, "nvidia.com/gpu: " + gpus), PATIENCE));

        assertThat(preview.plan().warningTexts()).as(reasons(preview))
                .noneMatch(warning -> Stream
                        .of("Waiting for scheduling gate", "places this pod by rules", "o node has more than")
                        .anyMatch(warning::contains));
    }

    /** The cluster, and how often all its pods were asked for. */
    private record Counted(ClusterObjectSource cluster, AtomicInteger pods) implements ClusterObjectSource {

        @Override
        public Optional<JsonNode> find(ObjectRef object) throws ProblemException, InterruptedException {
            return cluster.find(object);
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader)
                throws ProblemException, InterruptedException {
            if (kind.resource().equals("pods")) {
                pods.incrementAndGet();
            }
            return cluster.forEach(kind, selectors, reader);
        }
    }

    @Test
    void allPodsAreNotReadAnewForEachPreview() throws Exception {
        var counted = new Counted(new HttpObjectReader(console.session()::connection), new AtomicInteger());
        var plans = new WorkloadLaunchPlanService(console.session().changes().inputReader(), counted,
                () -> console.session().snapshots().get(), AcceleratorCatalog.standard(),
                new ManifestPlacementPredictor(counted));

        plans.plan(launch(pod("one", "", "nvidia.com/gpu: 1"), PATIENCE));
        plans.plan(launch(pod("two", "", "nvidia.com/gpu: 2"), PATIENCE));
        assertThat(counted.pods()).hasValue(1);
    }

    @Test
    void thatThePodsOfATrainJobAreNotJudgedIsSaidBeforeItIsLaunched() throws Exception {
        assertThat(console.plan(launch("""
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: tune}
                spec: {runtimeRef: {name: torch-distributed}, trainer: {numNodes: 2}}
                """, PATIENCE)).plan().warningTexts()).anySatisfy(warning -> assertThat(warning).startsWith(
                "The pods of TrainJob/tune are not checked: ClusterTrainingRuntime torch-distributed does not exist"));
    }

    @Test
    void aQuotaThatLeavesTooLittleForAllPodsIsWarnedOf() throws Exception {
        var quota = console.change(launch("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: gpus}
                spec: {hard: {requests.nvidia.com/gpu: 1}}
                """, PATIENCE));
        var deployment = filled(WorkloadTemplateLibrary.bundled().findTemplate("inference").orElseThrow(), "many")
                .replace("replicas: 1", "replicas: 2");

        assertThat(console.plan(launch(deployment, PATIENCE)).plan().warningTexts())
                .anySatisfy(warning -> assertThat(warning).startsWith("ResourceQuota gpus in default has ")
                        .endsWith(" nvidia.com/gpu left, but all pods together request 2"));
        withdrawn(quota);
    }

    @Test
    void ofQuotasWithScopesThoseAreHeededThatCountThePods() throws Exception {
        var quota = console.change(launch("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: endless}
                spec: {hard: {requests.nvidia.com/gpu: 1}, scopes: [NotTerminating]}
                ---
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: ending}
                spec: {hard: {requests.nvidia.com/gpu: 1}, scopes: [Terminating]}
                """, PATIENCE));
        var deployment = filled(WorkloadTemplateLibrary.bundled().findTemplate("inference").orElseThrow(), "many")
                .replace("replicas: 1", "replicas: 2");

        assertThat(console.plan(launch(deployment, PATIENCE)).plan().warningTexts())
                .anyMatch(warning -> warning.startsWith("ResourceQuota endless in default has "))
                .noneMatch(warning -> warning.contains("Quota ending"));
        withdrawn(quota);
    }

    static Stream<Path> rangesThatMisfire() throws IOException {
        return Stream.of("becomes-default", "forces-gpu", "gives-gpu", "refuses-pods").flatMap(trap -> {
            try (var files = Files.list(Path.of("src/test/resources/lint/limit-range-" + trap))) {
                return files.filter(file -> file.getFileName().toString().startsWith("bad")).sorted().toList().stream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("rangesThatMisfire")
    void aRangeThatTheLinterMendedLetsPodsWithoutGpusInAndGivesThemNone(Path file) throws Exception {
        var mended = new ManifestLinter(AcceleratorCatalog.standard())
                .applyFixes(Files.readString(file), Optional.empty()).text();
        var range = console.change(launch(mended, PATIENCE));
        assertThat(range.ending()).as(mended).isEqualTo(PlanRunEnding.DONE);

        var preview = console.plan(launch(pod("plain", "", ""), PATIENCE));
        assertThat(preview.isRefused()).as(mended + reasons(preview)).isFalse();
        assertThat(preview.changes().getFirst().after()).doesNotContainPattern("nvidia.com/gpu: \"?[1-9]");
        if (mended.contains("nvidia.com/gpu: 4")) {
            assertThat(reasons(console.plan(launch(pod("many", "", "nvidia.com/gpu: 5"), PATIENCE)))).as(mended)
                    .contains("maximum nvidia.com/gpu usage per ");
        }
        withdrawn(range);
    }

    @Test
    void aKindThatNobodyRunsIsSaidToMakeNoPods() throws Exception {
        console.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                definition("example.com", "v1", "Herd"));
        var job = filled(WorkloadTemplateLibrary.bundled().findTemplate("pytorchjob").orElseThrow(), "nobody-runs")
                .replace("kubeflow.org/v1", "example.com/v1").replace("PyTorchJob", "Herd");
        var receipt = console.change(launch(job, Duration.ofSeconds(1)));

        assertThat(Console.problem(receipt.steps().getLast()).detail())
                .contains("0 of 2 pods are running; the controller has not created a pod yet");
        withdrawn(receipt);
    }

    private static String queued(String name, int gpus) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %s
                  namespace: batch
                  labels:
                    kueue.x-k8s.io/queue-name: batch
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      tolerations:
                      - operator: Exists
                      containers:
                      - name: main
                        image: registry.example/train:1.0
                        command: [sleep, infinity]
                        resources:
                          limits: {cpu: 1, memory: 1Gi, nvidia.com/gpu: %d}
                """.formatted(name, gpus);
    }

    @Test
    void aJobThatNamesAQueueRunsWhenItsQuotaHasRoomAndIsSaidToWaitUntilThen() throws Exception {
        var first = console.change(launch(queued("first", 4), PATIENCE));
        assertThat(first.ending()).isEqualTo(PlanRunEnding.DONE);
        assertThat(console.read("/apis/batch/v1/namespaces/batch/jobs/first").at("/spec/template/spec/nodeSelector")
                .path("nvidia.com/gpu.product").asText()).isEqualTo("NVIDIA-H100-80GB-HBM3");

        assertThat(console.plan(launch(queued("small", 4), PATIENCE)).plan().warningTexts())
                .noneMatch(warning -> warning.contains("Queue"));
        assertThat(console.plan(launch(queued("second", 6), PATIENCE)).plan().warningTexts()).contains(
                "Job/second: ClusterQueue batch has 4 of its 8 left. The workload requests 6 nvidia.com/gpu.");
        var second = console.change(launch(queued("second", 6), Duration.ofSeconds(1)));
        var reason = "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor h100, 2 more needed";
        assertThat(Console.problem(second.steps().getLast()).detail())
                .contains("0 of 1 pods are running; the queue has not admitted the workload: " + reason);
        assertThat(new WorkloadWithoutPodsReader(new HttpObjectReader(console.session()::connection),
                console.session().snapshots().get(), Instant.now()).find("batch", "second"))
                .hasValueSatisfying(workload -> {
                    assertThat(workload.headline())
                            .isEqualTo("Suspended until Kueue queue “batch” admits the workload");
                    assertThat(workload.detail()).isEqualTo("Kueue reports: " + reason);
                });
        assertThat(console.read(QUEUE).path("status").path("pendingWorkloads").asInt()).isEqualTo(1);

        withdrawn(first);
        console.until(clusterSnapshot -> Stream
                .concat(clusterSnapshot.unbound().stream(),
                        clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()))
                .anyMatch(pod -> pod.name().startsWith("second-") && pod.status().equals("Running")));
        assertThat(console.read(QUEUE).at("/status/flavorsUsage/0/resources/0/total").asInt()).isEqualTo(6);
        withdrawn(second);

        var never = console.change(
                launch(queued("never", 5).replace("  template:", "  parallelism: 2\n  completions: 2\n  template:"),
                        Duration.ofSeconds(1)));
        assertThat(Console.problem(never.steps().getLast()).detail()).contains("> maximum capacity (8)");
        withdrawn(never);
    }

    @Test
    void whoMayNotCreatePodsIsToldSo() throws Exception {
        try (var other = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            var preview = other.runner().preview(launch(pod("probe", "", "nvidia.com/gpu: 1"), PATIENCE));
            assertThat(reasons(preview)).contains("You may not create pods in the namespace “default”");
        }
    }

    @Test
    void whatIsWithdrawnIsTheVeryObjectItsPodsAreToldAndASuccessorIsSaidToBeSomebodyElses() throws Exception {
        var deployment = filled(WorkloadTemplateLibrary.bundled().findTemplate("inference").orElseThrow(), "leaving")
                .replaceAll("cpu: \"\\d+\"", "cpu: 250m").replaceAll("memory: \"?\\d+Gi\"?", "memory: 1Gi");
        var receipt = console.change(launch(deployment, PATIENCE));
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
        var undo = receipt.undo().orElseThrow();

        var preview = console.plan(undo);
        assertThat(preview.plan().effects().pods()).singleElement().satisfies(pod -> {
            assertThat(pod.pod().name()).startsWith("leaving-");
            assertThat(pod.accelerators()).isPositive();
            assertThat(pod.text()).isEqualTo("Deleted with Deployment/leaving");
        });
        assertThat(preview.plan().warningTexts()).isEmpty();
        var path = "/apis/apps/v1/namespaces/default/deployments";
        console.delete(path + "/leaving");
        cluster.storedObjects().create(cluster.storedObjects().catalog().get("deployments.apps"),
                (ObjectNode) new JsonMapper().readTree("""
                        {"apiVersion": "apps/v1", "kind": "Deployment",
                        "metadata": {"name": "leaving", "namespace": "default"},
                        "spec": {"replicas": 0, "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata":
                        {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}}}}
                        """), SimulatedWriteOptions.managedBy("colleague"));
        assertThat(console.carryOut(preview).ending()).as("a successor is not deleted").isEqualTo(PlanRunEnding.FAILED);

        assertThat(console.plan(undo).plan().warningTexts())
                .anyMatch(text -> text.startsWith("Deployment/leaving was not created by Tessera, but written by "))
                .anyMatch(text -> text.endsWith(" no longer exists"));
        withdrawn(receipt);
    }

    @Test
    void whatIsWithdrawnHasToBeOfAKindThatThereIs() throws Exception {
        var preview = console.plan(new DeleteLaunchedWorkloadIntent(NAMESPACE,
                List.of(new LaunchedObject("example.com/v1", "Farm", "a"))));
        assertThat(reasons(preview)).contains("The API server does not serve kind Farm in example.com/v1");
        var node = console.plan(
                new DeleteLaunchedWorkloadIntent(NAMESPACE, List.of(new LaunchedObject("v1", "Node", "h100-01"))));
        assertThat(reasons(node)).contains("Node/h100-01 is not namespaced and therefore not a workload");
    }
}
