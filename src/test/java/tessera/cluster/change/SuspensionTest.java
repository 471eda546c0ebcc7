package tessera.cluster.change;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.object.HttpObjectReader;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.WorkloadChangeIntent.EvictPodIntent;
import tessera.plan.intent.WorkloadChangeIntent.ResumeWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ScaleWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.SuspendWorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.PodEffect.PodFate;
import tessera.scheduling.SchedulingRemedyChange;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.WorkloadWithoutPodsReader.PodlessWorkloadReadResult;

import static org.assertj.core.api.Assertions.assertThat;

/** Work of custom kinds is suspended, found among what has no pods, and resumed, as a Job is. */
@Timeout(240)
class SuspensionTest extends ChangedCluster {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String TEMPLATE = """
            {"spec": {"restartPolicy": "Never", "tolerations": [{"operator": "Exists"}], "containers": [{"name": "main",
             "image": "registry.example/train:1.0", "command": ["sleep", "infinity"],
             "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}""";

    private static Stream<PodSummary> pods(ClusterSnapshot clusterSnapshot, String start) {
        return Stream.concat(clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                clusterSnapshot.unbound().stream()).filter(pod -> pod.name().startsWith(start));
    }

    private void until(String start, int running) throws InterruptedException {
        console.until(clusterSnapshot -> pods(clusterSnapshot, start).count() == running
                && pods(clusterSnapshot, start).allMatch(pod -> pod.ready() == 1));
    }

    private PlanRunReceipt done(PlanRunReceipt receipt) {
        assertThat(receipt.ending()).as(() -> receipt.steps() + " " + receipt.problems()).isEqualTo(PlanRunEnding.DONE);
        return receipt;
    }

    private WorkloadWithoutPodsReader reader() {
        return new WorkloadWithoutPodsReader(new HttpObjectReader(console.session()::connection),
                console.session().snapshots().get(), Instant.now());
    }

    private PodlessWorkloadReadResult listed() throws Exception {
        return reader().findAll(AcceleratorCatalog.standard());
    }

    private Optional<WorkloadWithoutPods> listed(String name) throws Exception {
        var named = listed().workloads().stream().filter(workload -> workload.workload().name().startsWith(name))
                .toList();
        assertThat(named).hasSizeLessThan(2);
        return named.stream().findFirst();
    }

    private void serve(String group, String version, String kind) throws Exception {
        if (console.session().changes().inputReader().manifests().findKind(group + "/" + version, kind).isEmpty()) {
            console.create(DEFINITIONS,
                    """
                            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                             "metadata": {"name": "%1$s.%2$s"},
                             "spec": {"group": "%2$s", "scope": "Namespaced",
                              "names": {"plural": "%1$s", "kind": "%4$s"},
                              "versions": [{"name": "%3$s", "served": true, "storage": true, "subresources": {"status": {}},
                               "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}
                            """
                            .formatted(plural(kind), group, version, kind));
        }
    }

    private static String plural(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    /** @return where its objects are */
    private String create(String apiVersion, String kind, String name, String spec) throws Exception {
        int slash = apiVersion.indexOf('/');
        serve(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
        var collection = "/apis/%s/namespaces/default/%s".formatted(apiVersion, plural(kind));
        console.create(collection, """
                {"apiVersion": "%s", "kind": "%s", "metadata": {"name": "%s", "namespace": "default"}, "spec": %s}"""
                .formatted(apiVersion, kind, name, spec.replace("TEMPLATE", TEMPLATE)));
        return collection + "/" + name;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "kubeflow.org/v1 | PyTorchJob | 3 | {'pytorchReplicaSpecs': {'Master': {'template': TEMPLATE}, 'Worker': {'replicas': 2, 'template': TEMPLATE}}}",
        "kubeflow.org/v2beta1 | MPIJob | 2 | {'mpiReplicaSpecs': {'Launcher': {'template': TEMPLATE}, 'Worker': {'template': TEMPLATE}}}",
        "kubeflow.org/v1 | TFJob | 2 | {'tfReplicaSpecs': {'Worker': {'replicas': 2, 'template': TEMPLATE}}}",
        "kubeflow.org/v1 | XGBoostJob | 1 | {'xgbReplicaSpecs': {'Master': {'template': TEMPLATE}}}",
        "kubeflow.org/v1 | PaddleJob | 1 | {'paddleReplicaSpecs': {'Worker': {'template': TEMPLATE}}}",
        "kubeflow.org/v1 | JAXJob | 2 | {'jaxReplicaSpecs': {'Worker': {'replicas': 2, 'template': TEMPLATE}}}",
        "trainer.kubeflow.org/v1alpha1 | TrainJob | 2 | {'runtimeRef': {'name': 'torch-distributed'}, 'trainer': {'numNodes': 2, 'image': 'registry.example/train:1.0', 'resourcesPerNode': {'limits': {'nvidia.com/gpu': '1'}}}}",
        "jobset.x-k8s.io/v1alpha2 | JobSet | 2 | {'replicatedJobs': [{'name': 'w', 'replicas': 2, 'template': {'spec': {'template': TEMPLATE}}}]}",
        "ray.io/v1 | RayJob | 4 | {'shutdownAfterJobFinishes': true, 'rayClusterSpec': {'headGroupSpec': {'template': TEMPLATE}, 'workerGroupSpecs': [{'groupName': 'gpu', 'replicas': 1, 'numOfHosts': 3, 'template': TEMPLATE}]}}",
        "ray.io/v1 | RayCluster | 3 | {'headGroupSpec': {'template': TEMPLATE}, 'workerGroupSpecs': [{'groupName': 'few', 'minReplicas': 2, 'template': TEMPLATE}, {'groupName': 'none', 'template': TEMPLATE}, {'groupName': 'off', 'suspend': true, 'replicas': 4, 'template': TEMPLATE}]}",
        "ray.io/v1 | RayCluster | 5 | {'headGroupSpec': {'template': TEMPLATE}, 'workerGroupSpecs': [{'groupName': 'gpu', 'replicas': 2, 'numOfHosts': 2, 'template': TEMPLATE}]}"})
    void itsPodsGoAndItIsFoundWithoutAnyAndAllComeBack(String apiVersion, String kind, int count, String spec)
            throws Exception {
        var name = "held-" + kind.toLowerCase(Locale.ROOT);
        var path = create(apiVersion, kind, name, spec.replace('\'', '"'));
        until(name, count);
        evictedAndMadeAnew("default", pods(console.session().snapshots().get(), name).findFirst().orElseThrow(), kind);
        until(name, count);
        var object = WorkloadKind.forKind(kind).orElseThrow().objectRef("default", name);

        var preview = console.plan(new SuspendWorkloadIntent(object, PATIENCE));
        assertThat(preview.refusalReasons()).isEmpty();
        assertThat(preview.effects().podsWithFate(PodFate.ENDED)).hasSize(count);
        assertThat(preview.plan().confirmationText()).isEqualTo(name);
        assertThat(preview.plan().warningTexts()).anyMatch(text -> text.startsWith("Frees %d GPU".formatted(count)));
        var receipt = done(console.carryOut(preview));
        console.until(clusterSnapshot -> pods(clusterSnapshot, name).findAny().isEmpty());
        assertThat(receipt.lastingEffects()).containsExactly(name + " is suspended");

        assertThat(listed(name)).hasValueSatisfying(workload -> {
            assertThat(workload.workload().kind()).isEqualTo(kind);
            assertThat(workload.headline())
                    .isEqualTo("The workload is suspended and creates no pods until it is resumed");
            assertThat(workload.requests().get("nvidia.com/gpu")).isEqualTo(count);
        });
        assertThat(reader().find("default", name).orElseThrow().remedy()).hasValueSatisfying(advice -> {
            assertThat(advice.command())
                    .isEqualTo("tessera plan resume %s/%s -n default".formatted(kind.toLowerCase(Locale.ROOT), name));
            assertThat(advice.remedy()).isInstanceOf(SchedulingRemedyChange.ResumeWorkloadAction.class);
        });
        assertThat(console.plan(new SuspendWorkloadIntent(object, PATIENCE)).nothingToDo()).isTrue();

        var back = console.plan(receipt.undo().orElseThrow());
        assertThat(back.plan().warningTexts())
                .anyMatch(text -> text.startsWith("Requests another %d GPU".formatted(count)));
        done(console.carryOut(back));
        until(name, count);
        assertThat(listed(name)).isEmpty();
        console.delete(path);
    }

    private void evictedAndMadeAnew(String namespace, PodSummary pod, String kind) throws Exception {
        var preview = console.plan(new EvictPodIntent(ObjectRef.pod(namespace, pod.name()), null, PATIENCE));
        assertThat(preview.effects().pods()).singleElement()
                .satisfies(effect -> assertThat(effect.text()).startsWith(kind).contains("creates a replacement"));
        done(console.carryOut(preview));
        console.until(
                clusterSnapshot -> pods(clusterSnapshot, pod.name()).anyMatch(other -> !other.uid().equals(pod.uid())));
    }

    @Test
    void aPodOfTheFleetThatIsEvictedIsMadeAnewByItsPyTorchJob() throws Exception {
        var master = pods(console.session().snapshots().get(), "llm-pretrain-1-master-0").findFirst().orElseThrow();
        evictedAndMadeAnew("ml-platform", master, "PyTorchJob");
    }

    @Test
    void aJobSetOfTheFleetHasItsJobsSuspendedAndIsListedAlone() throws Exception {
        var set = WorkloadKind.JOB_SET.objectRef("research", "vlm-train");
        int before = (int) pods(console.session().snapshots().get(), "vlm-train-").count();
        var receipt = done(console.change(new SuspendWorkloadIntent(set, PATIENCE)));
        console.until(clusterSnapshot -> pods(clusterSnapshot, "vlm-train-").findAny().isEmpty());

        assertThat(listed("vlm-train").orElseThrow().workload().kind()).isEqualTo("JobSet");
        assertThat(reader().find("research", "vlm-train-workers-0").orElseThrow().workload().kind())
                .as("what suspended the Job is told").isEqualTo("JobSet");
        done(console.change(receipt.undo().orElseThrow()));
        until("vlm-train-", before);
    }

    @Test
    void aKindThatIsNotServedIsSaidNotToBeAndNoObjectToBeMissing() throws Exception {
        var preview = console
                .plan(new SuspendWorkloadIntent(WorkloadKind.PADDLE_JOB.objectRef("default", "x"), PATIENCE));
        if (console.session().changes().inputReader().manifests().findKind("kubeflow.org/v1", "PaddleJob").isEmpty()) {
            assertThat(preview.refusalReasons()).singleElement().satisfies(problem -> assertThat(problem.headline())
                    .isEqualTo("The cluster does not serve PaddleJob.kubeflow.org"));
        }
        serve("kubeflow.org", "v1", "PaddleJob");
        assertThat(console.plan(new SuspendWorkloadIntent(WorkloadKind.PADDLE_JOB.objectRef("default", "x"), PATIENCE))
                .refusalReasons()).singleElement().satisfies(problem -> {
                    assertThat(problem.kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
                    assertThat(problem.headline()).isEqualTo("PaddleJob x does not exist in namespace default");
                });
    }

    @Test
    void aRayJobThatKubeRayWouldNotSuspendIsNotToldTo() throws Exception {
        var path = create("ray.io/v1", "RayJob", "stays", "{\"rayClusterSpec\": {}}");
        assertThat(console.plan(new SuspendWorkloadIntent(WorkloadKind.RAY_JOB.objectRef("default", "stays"), PATIENCE))
                .refusalReasons()).singleElement()
                .satisfies(problem -> assertThat(problem.headline()).isEqualTo(
                        "KubeRay suspends a RayJob only if shutdownAfterJobFinishes is true, which stays does not set"));
        console.delete(path);
    }

    @Test
    void aLeaderWorkerSetIsScaledByGroups() throws Exception {
        var path = create("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "serve",
                "{\"replicas\": 2, \"leaderWorkerTemplate\": {\"size\": 2, \"workerTemplate\": TEMPLATE}}");
        until("serve-", 4);
        var set = WorkloadKind.LEADER_WORKER_SET.objectRef("default", "serve");
        var preview = console.plan(new ScaleWorkloadIntent(set, 1, PATIENCE));
        assertThat(preview.effects().podsWithFate(PodFate.ENDED)).extracting(effect -> effect.pod().name())
                .containsExactlyInAnyOrder("serve-1", "serve-1-1");
        assertThat(preview.plan().warningTexts()).contains("Frees 2 GPUs");
        var receipt = done(console.carryOut(preview));
        until("serve-", 2);
        var back = console.plan(receipt.undo().orElseThrow());
        assertThat(back.plan().warningTexts()).anyMatch(text -> text.startsWith("Requests another 2 GPUs"));
        done(console.carryOut(back));
        until("serve-", 4);
        assertThat(console.plan(new SuspendWorkloadIntent(set, PATIENCE)).refusalReasons()).singleElement().satisfies(
                problem -> assertThat(problem.headline()).isEqualTo("LeaderWorkerSet serve cannot be suspended"));
        console.delete(path);
    }

    @Test
    void workInAQueueIsStoppedByItsWorkloadAndLetInAgain() throws Exception {
        console.create("/apis/batch/v1/namespaces/batch/jobs", """
                {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "queued", "namespace": "batch",
                 "labels": {"kueue.x-k8s.io/queue-name": "batch"}}, "spec": {"template": %s}}"""
                .formatted(TEMPLATE.replace("\"limits\": {", "\"limits\": {\"cpu\": \"1\", \"memory\": \"1Gi\", ")));
        until("queued-", 1);
        var job = WorkloadKind.JOB.objectRef("batch", "queued");
        var name = console.read("/apis/kueue.x-k8s.io/v1beta2/namespaces/batch/workloads").path("items").valueStream()
                .map(element -> element.at("/metadata/name").asText()).filter(each -> each.startsWith("job-queued-"))
                .findFirst().orElseThrow();
        var workload = WorkloadKind.WORKLOAD.objectRef("batch", name);
        assertThat(console.plan(new SuspendWorkloadIntent(job, PATIENCE)).plan()).satisfies(plan -> {
            assertThat(((SuspendWorkloadIntent) plan.intent()).object().toString())
                    .isEqualTo("batch/workloads/" + name);
            assertThat(plan.warningTexts())
                    .contains("Kueue would resume the workload, so Tessera deactivates its Kueue Workload instead");
        });
        var preview = console.plan(new SuspendWorkloadIntent(workload, PATIENCE));
        assertThat(preview.plan().commands()).containsExactly(("kubectl patch workloads.kueue.x-k8s.io/%s -n batch "
                + "--type=merge -p '{\"spec\":{\"active\":false}}'").formatted(name));
        assertThat(preview.effects().podsWithFate(PodFate.ENDED)).singleElement()
                .satisfies(effect -> assertThat(effect.text())
                        .isEqualTo("Deleted, and recreated when the queue admits the workload again"));
        done(console.carryOut(preview));
        console.until(clusterSnapshot -> pods(clusterSnapshot, "queued-").findAny().isEmpty());
        assertThat(reader().find("batch", "queued")).hasValueSatisfying(held -> {
            assertThat(held.detail()).isEqualTo("Kueue reports: The workload is deactivated");
            assertThat(held.remedy().orElseThrow().command())
                    .isEqualTo("tessera plan resume workload/%s -n batch".formatted(name));
        });
        done(console.change(new ResumeWorkloadIntent(job, PATIENCE)));
        until("queued-", 1);
        console.delete("/apis/batch/v1/namespaces/batch/jobs/queued");
    }

    @Test
    void whatHasEndedIsNotSuspended() throws Exception {
        var path = create("kubeflow.org/v1", "PyTorchJob", "over",
                "{\"pytorchReplicaSpecs\": {\"Master\": {\"replicas\": 0, \"template\": TEMPLATE}}}");
        console.patch(path + "/status",
                "{\"status\": {\"conditions\": [{\"type\": \"Succeeded\", \"status\": \"True\"}]}}");
        var job = WorkloadKind.PYTORCH_JOB.objectRef("default", "over");
        assertThat(List.of(new SuspendWorkloadIntent(job, PATIENCE)))
                .allSatisfy(intent -> assertThat(console.plan(intent).refusalReasons()).singleElement()
                        .satisfies(problem -> assertThat(problem.headline()).isEqualTo("over has already finished")));
        assertThat(console.plan(new ResumeWorkloadIntent(job, PATIENCE)).nothingToDo()).isTrue();
        console.delete(path);
    }
}
