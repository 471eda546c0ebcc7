package tessera.cluster.change;

import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.object.HttpObjectReader;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.gpu.AcceleratorCatalog;
import tessera.kube.scheduling.Taint;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunner;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent.DeletePodIntent;
import tessera.plan.intent.WorkloadChangeIntent.EvictPodIntent;
import tessera.plan.intent.WorkloadChangeIntent.RestartWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ResumeWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.ScaleWorkloadIntent;
import tessera.plan.intent.WorkloadChangeIntent.SuspendWorkloadIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.model.PodEffect.PodRemovalConcern;

import static org.assertj.core.api.Assertions.assertThat;

/** Pods and what makes them are changed through the pipeline, and the cluster shows it before it counts as done. */
@Timeout(180)
class WorkloadChangesTest extends ChangedCluster {

    private static final String PROMPT_CACHE = "/apis/apps/v1/namespaces/serving/deployments/prompt-cache";
    private static final String EMBED = "/apis/apps/v1/namespaces/serving/deployments/embed";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Stream<PodSummary> pods(ClusterSnapshot clusterSnapshot) {
        return Stream.concat(clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                clusterSnapshot.unbound().stream());
    }

    private PodSummary pod(Predicate<PodSummary> such) throws InterruptedException {
        return pods(console.until(clusterSnapshot -> pods(clusterSnapshot).anyMatch(such))).filter(such).findFirst()
                .orElseThrow();
    }

    private static ObjectRef ref(PodSummary pod) {
        return ObjectRef.pod(pod.namespace(), pod.name());
    }

    private static Predicate<PodSummary> running(String namespace, String start) {
        return pod -> pod.namespace().equals(namespace) && pod.name().startsWith(start)
                && pod.status().equals("Running") && pod.ready() == pod.total() && pod.deleting() == null;
    }

    private void done(PlanRunReceipt receipt) {
        assertThat(receipt.ending()).as(receipt.problems().toString()).isEqualTo(PlanRunEnding.DONE);
    }

    @Test
    void aPodIsDeletedAndItsOwnerMakesAnother() throws Exception {
        var pod = pod(running("speech", "whisper-stream-"));
        var preview = console.plan(new DeletePodIntent(ref(pod), null, false, PATIENCE));

        assertThat(preview.refusalReasons()).isEmpty();
        assertThat(preview.plan().commands()).containsExactly("kubectl delete pod " + pod.name() + " -n speech");
        assertThat(preview.effects().pods()).singleElement().satisfies(effect -> {
            assertThat(effect.fate()).isEqualTo(PodFate.ENDED);
            assertThat(effect.text()).contains("ReplicaSet whisper-stream-",
                    "creates a replacement for Deployment whisper-stream");
        });
        assertThat(preview.plan().warningTexts()).anyMatch(text -> text.startsWith("The pod uses 1 GPU share on "));
        done(console.runner().apply(preview).awaitReceipt());
        console.until(clusterSnapshot -> pods(clusterSnapshot).noneMatch(other -> other.uid().equals(pod.uid())));
    }

    @Test
    void aPodThatWaitsIsEvicted() throws Exception {
        var pod = pod(pendingPodSummary -> pendingPodSummary.namespace().equals("research")
                && pendingPodSummary.waitsForNode() && pendingPodSummary.owner().exists());
        var receipt = console.change(new EvictPodIntent(ref(pod), null, PATIENCE));
        done(receipt);
        assertThat(receipt.undo()).isEmpty();
    }

    @Test
    void aRolloutThatANodeHoldsUpSaysWhichAndWhyAlsoInTheReceipt() throws Exception {
        var plugins = new ObjectRef("apps/v1", "DaemonSet", "daemonsets", "gpu-operator",
                "nvidia-device-plugin-daemonset");
        var run = console.runner().apply(console.plan(new RestartWorkloadIntent(plugins, PATIENCE)));
        Console.await(run, state -> state.steps().getLast().text().contains("t4-03 is not ready")
                && state.steps().getLast().text().contains("l40s-04: "));
        run.cancel();
        var receipt = run.awaitReceipt();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.CANCELLED);
        assertThat(receipt.steps().getLast().text()).contains("pods are", "t4-03 is not ready", "l40s-04: ");
    }

    @Test
    void byForceIsWarnedOfAndHasToBeTyped() throws Exception {
        var pod = pod(running("notebooks", "jupyter-"));
        var preview = console.plan(new DeletePodIntent(ref(pod), null, true, PATIENCE));
        assertThat(preview.plan().confirmationText()).isEqualTo(pod.name());
        assertThat(preview.plan().warningTexts()).first().asString().startsWith("Force deletion removes the pod");
        assertThat(preview.plan().commands().getFirst()).endsWith("--grace-period=0 --force");
    }

    @Test
    void aDeploymentIsScaledAndScaledBack() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        int before = console.read(EMBED).at("/spec/replicas").asInt();
        var receipt = console.change(new ScaleWorkloadIntent(object, before - 1, PATIENCE));
        done(receipt);
        assertThat(receipt.lastingEffects()).containsExactly("embed has %d replicas".formatted(before - 1));
        assertThat(receipt.undo()).contains(new ScaleWorkloadIntent(object, before, PATIENCE));
        done(console.change(receipt.undo().orElseThrow()));
        assertThat(console.read(EMBED).at("/status/readyReplicas").asInt()).isEqualTo(before);
        assertThat(console.plan(new ScaleWorkloadIntent(object, before, PATIENCE)).nothingToDo()).isTrue();
    }

    @Test
    void aDeploymentWhoseRolloutIsPausedIsScaledAllTheSame() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "prompt-cache");
        var before = console.session().inspector().readYaml(object, false);
        var paused = before.replaceFirst("(?m)^  template:$", "  paused: true\n  template:")
                .replace("terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 7");
        var preview = console.plan(new EditObjectIntent(object, before, paused));
        assertThat(preview.plan().warningTexts())
                .containsExactly("The rollout is paused: pods are replaced once it is resumed");
        done(console.runner().apply(preview).awaitReceipt());

        int replicas = console.read(PROMPT_CACHE).at("/spec/replicas").asInt();
        done(console.change(new ScaleWorkloadIntent(object, replicas + 1, PATIENCE)));
        assertThat(console.read(PROMPT_CACHE).at("/status/readyReplicas").asInt()).isEqualTo(replicas + 1);
    }

    @Test
    void whoWaitsForMorePodsIsToldThatAQuotaRefusesThem() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        console.create("/api/v1/namespaces/serving/resourcequotas", """
                {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "full"},
                 "spec": {"hard": {"count/pods": "1"}}}""");
        int before = console.read(EMBED).at("/spec/replicas").asInt();
        var run = console.runner().apply(console.plan(new ScaleWorkloadIntent(object, before + 1, PATIENCE)));
        Console.await(run, state -> state.steps().getLast().text().contains("exceeded quota: full"));
        run.cancel();
        var text = run.awaitReceipt().steps().getLast().text();
        assertThat(text).contains("%d of %d pods are ready; pods ".formatted(before, before + 1));

        console.delete("/api/v1/namespaces/serving/resourcequotas/full");
        done(console.change(new ScaleWorkloadIntent(object, before, PATIENCE)));
    }

    @Test
    void whoRestartsIsToldThatAQuotaRefusesTheNewPodThatHasToComeFirst() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("ml-platform", "mlflow");
        console.create("/api/v1/namespaces/ml-platform/resourcequotas", """
                {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "full"},
                 "spec": {"hard": {"count/pods": "1"}}}""");
        var run = console.runner().apply(console.plan(new RestartWorkloadIntent(object, PATIENCE)));
        Console.await(run, state -> state.steps().getLast().text()
                .matches("(?s).*0 of 1 pods are updated; pods .* exceeded quota: full.*"));
        run.cancel();
        console.delete("/api/v1/namespaces/ml-platform/resourcequotas/full");
    }

    @Test
    void whoScalesBeyondWhatNodesHaveIsToldHowManyFit() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        int before = console.read(EMBED).at("/spec/replicas").asInt();
        assertThat(console.plan(new ScaleWorkloadIntent(object, before + 5000, PATIENCE)).plan().warningTexts())
                .anyMatch(text -> text.matches(
                        "Requests another 5000 mig-1g.10gb instances\\. Nodes have room for \\d+ of 5000 pods now\\."));
    }

    @Test
    void anEditThatAsksForWhatAQuotaHasNoMoreOfSaysSo() throws Exception {
        console.create("/api/v1/namespaces/serving/resourcequotas", """
                {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "none"},
                 "spec": {"hard": {"requests.nvidia.com/mig-7g.80gb": "0"}}}""");
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        int replicas = console.read(EMBED).at("/spec/replicas").asInt();
        var before = console.session().inspector().readYaml(object, false);
        assertThat(warnings(object, before,
                before.replaceAll("nvidia\\.com/[a-z0-9.-]+: (?=\"?\\d)", "nvidia.com/mig-7g.80gb: ")))
                .contains("ResourceQuota none has 0 nvidia.com/mig-7g.80gb left, but the new pods need %d. "
                        .formatted(replicas) + "Pods that exceed the ResourceQuota are not created.");
        assertThat(warnings(object, before,
                before.replace("terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 7")))
                .noneMatch(text -> text.contains("ResourceQuota"));
        console.delete("/api/v1/namespaces/serving/resourcequotas/none");
    }

    @Test
    void aJobThatItsQueueHoldsSaysSoBeforeAndAfterItIsResumed() throws Exception {
        console.create("/apis/batch/v1/namespaces/default/jobs", """
                {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "kq", "namespace": "default",
                  "labels": {"kueue.x-k8s.io/queue-name": "nobodys"}},
                 "spec": {"suspend": true, "template": {"spec": {"restartPolicy": "Never", "containers": [
                  {"name": "main", "image": "registry.example/work:1.0", "resources":
                   {"limits": {"nvidia.com/gpu": "1"}}}]}}}}""");
        var preview = console.plan(new ResumeWorkloadIntent(WorkloadKind.JOB.objectRef("default", "kq"), PATIENCE));
        assertThat(preview.plan().warningTexts()).anyMatch(text -> text.startsWith("Requests another 1 GPU. "))
                .contains("Kueue suspends the workload again until it is admitted in LocalQueue nobodys");
        var run = console.runner().apply(preview);
        Console.await(run, state -> state.steps().getLast().text().contains("“nobodys” suspended the workload again"));
        run.cancel();
        assertThat(run.awaitReceipt().lastingEffects()).containsExactly("kq is resumed");
        console.delete("/apis/batch/v1/namespaces/default/jobs/kq");
    }

    @Test
    void aCronJobThatIsResumedSaysWhatItsNextJobWouldFind() throws Exception {
        console.create("/apis/batch/v1/namespaces/default/cronjobs", """
                {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "nightly", "namespace": "default"},
                 "spec": {"suspend": true, "schedule": "0 3 1 1 *", "jobTemplate": {"spec": {"parallelism": 3,
                  "template": {"spec": {"restartPolicy": "Never", "containers": [
                  {"name": "main", "image": "registry.example/work:1.0", "resources":
                   {"limits": {"nvidia.com/gpu": "9"}}}]}}}}}}""");
        var preview = console
                .plan(new ResumeWorkloadIntent(WorkloadKind.CRON_JOB.objectRef("default", "nightly"), PATIENCE));
        assertThat(preview.plan().warningTexts()).containsExactly(
                "Next scheduled Job: Requests another 27 GPUs. No node can run any of the pods, not even an empty one.");
        console.delete("/apis/batch/v1/namespaces/default/cronjobs/nightly");
    }

    @Test
    void anEditSaysWhatItMeansToPodsAsTheChangeItStandsForWould() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        int replicas = console.read(EMBED).at("/spec/replicas").asInt();
        var before = console.session().inspector().readYaml(object, false);
        var scaled = console.plan(
                new EditObjectIntent(object, before, before.replaceFirst("(?m)^  replicas: \\d+$", "  replicas: 0")));
        var same = console.plan(new ScaleWorkloadIntent(object, 0, PATIENCE));
        assertThat(scaled.effects().podsWithFate(PodFate.ENDED)).extracting(effect -> effect.pod().name())
                .containsExactlyInAnyOrderElementsOf(
                        same.effects().podsWithFate(PodFate.ENDED).stream().map(effect -> effect.pod().name()).toList())
                .hasSize(replicas);
        assertThat(scaled.plan().warningTexts()).containsAll(same.plan().warningTexts());
        assertThat(scaled.plan().confirmationText()).isEqualTo("embed");
        assertThat(scaled.plan().steps()).hasSize(2);

        var renewed = console.plan(new EditObjectIntent(object, before,
                before.replace("terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 7")));
        assertThat(renewed.effects().podsWithFate(PodFate.ENDED)).hasSize(replicas);
        assertThat(renewed.plan().steps()).hasSize(2);
    }

    @Test
    void anEditThatCannotBeComparedWithTheClusterSaysSo() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        var before = console.session().inspector().readYaml(object, false);
        var after = before.replaceFirst("(?m)^( +)terminationGracePeriodSeconds: 30$",
                "$1terminationGracePeriodSeconds: 30\n$1serviceAccountName: nobody");
        assertThat(console.plan(new EditObjectIntent(object, before, after)).plan().warningTexts())
                .anyMatch(text -> text.startsWith("ServiceAccount nobody does not exist in namespace serving. "));
        SimulatedHttpServerFaults.of(cluster).addFault("GET .*/priorityclasses.*",
                SimulatedHttpServerFault.ofAnswer(500, "application/json",
                        "{\"kind\":\"Status\",\"code\":500,\"message\":\"etcdserver: request timed out\"}"));
        assertThat(console.plan(new EditObjectIntent(object, before, after)).plan().warningTexts())
                .anyMatch(text -> text.startsWith("References could not be checked against the cluster: "))
                .noneMatch(text -> text.startsWith("ServiceAccount nobody"));
        SimulatedHttpServerFaults.of(cluster).clear();
    }

    /** What becomes of the pods of DaemonSets: others come and go from one preview to the next. */
    private static List<String> told(PlanPreview preview) {
        return preview.effects().pods().stream().filter(each -> each.hasConcern(PodRemovalConcern.DAEMON_SET))
                .map(each -> each.pod().key() + " " + each.fate() + " " + each.concerns() + " " + each.text()).toList();
    }

    @Test
    void anEditOfANodeMeansToPodsWhatTheChangeItStandsForDoes() throws Exception {
        var node = ObjectRef.node("h100-04");
        var before = console.session().inspector().readYaml(node, false);
        var taint = new Taint("maintenance", "", "NoExecute");
        var edit = new EditObjectIntent(node, before, before.replaceFirst("(?m)^  taints:$",
                "  unschedulable: true\n  taints:\n  - key: maintenance\n    effect: NoExecute"));
        var change = new ChangeTaintsIntent(TargetNodeSelection.of("h100-04"), List.of(taint), List.of());
        var tainted = console.plan(edit);
        var same = console.plan(change);
        // Pods of DaemonSets are made anew now and then: the two are compared while the same ones are there.
        for (int tries = 1; tries < 20 && !told(tainted).equals(told(same)); tries++) {
            tainted = console.plan(edit);
            same = console.plan(change);
        }
        assertThat(same.effects().podsWithFate(PodFate.STOPPED)).isNotEmpty();
        assertThat(told(tainted)).isNotEmpty().isEqualTo(told(same));
        assertThat(tainted.effects().podsWithFate(PodFate.STOPPED))
                .anyMatch(each -> each.hasConcern(PodRemovalConcern.ACCELERATOR_WORK));
        assertThat(tainted.plan().confirmationText()).isEqualTo("h100-04");

        var divided = console.plan(new EditObjectIntent(node, before,
                before.replaceFirst("(?m)^    nvidia.com/mig.config: .*$", "    nvidia.com/mig.config: all-1g.10gb")));
        assertThat(divided.refusalReasons()).singleElement().satisfies(problem -> assertThat(problem.headline())
                .startsWith("nvidia.com/mig.config would repartition GPUs of h100-04 that "));

        var noted = console.plan(new EditObjectIntent(node, before,
                before.replaceFirst("(?m)^  labels:$", "  labels:\n    a-note: mine")));
        assertThat(noted.effects().pods()).isEmpty();
        assertThat(noted.refusalReasons()).isEmpty();
        assertThat(noted.plan().warningTexts()).isEmpty();
    }

    @Test
    void anEditThatTakesAPodFromWhatMadeItSaysSo() throws Exception {
        var pod = ref(pod(running("serving", "embed-")));
        var before = console.session().inspector().readYaml(pod, false);
        assertThat(warnings(pod, before, before.replaceFirst("(?m)^    app: embed$", "    app: debug"))).singleElement()
                .asString().matches("ReplicaSet embed-\\w+ no longer manages this pod and creates another one\\. "
                        + "This pod keeps running and keeps its resources until someone deletes it\\.");
        assertThat(warnings(pod, before, before.replaceFirst("(?m)^  labels:$", "  labels:\n    a-note: mine")))
                .isEmpty();
    }

    @Test
    void anEditSaysWhoElseWritesTheSameFields() throws Exception {
        console.session().connection()
                .readText(ApiRequest.writeRequest("PATCH", EMBED + "?fieldManager=argocd-controller&force=true", """
                        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "embed", "annotations":
                         {"release": "7"}}, "spec": {"revisionHistoryLimit": 4}}""", "application/apply-patch+yaml",
                        "apply"));
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        var before = console.session().inspector().readYaml(object, false);
        assertThat(warnings(object, before, before.replace("revisionHistoryLimit: 4", "revisionHistoryLimit: 5")))
                .containsExactly("argocd-controller also writes spec.revisionHistoryLimit and may revert the edit");
        assertThat(console.plan(new EditObjectIntent(object, before,
                before.replace("revisionHistoryLimit: 4", "revisionHistoryLimit: 5"))).plan().commands())
                .startsWith("# argocd-controller also writes spec.revisionHistoryLimit and may revert the edit").last()
                .asString().startsWith("kubectl patch ");
        assertThat(warnings(object, before, before.replace("minReadySeconds: 0", "minReadySeconds: 1")
                .replaceFirst("(?m)^  annotations:$", "  annotations:\n    note: mine"))).isEmpty();
    }

    @Test
    void anEditSaysWhatIsWrongOnlySinceIt() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "embed");
        var before = console.session().inspector().readYaml(object, false);
        var after = before.replaceFirst("(?m)^    spec:$",
                "    spec:\n      nodeSelector:\n        nvidia.com/gpu.product: NVIDIA-NOTHING");
        long line = 1 + after.substring(0, after.indexOf("nodeSelector:")).chars().filter(each -> each == '\n').count();
        assertThat(warnings(object, before, after)).anyMatch(
                text -> text.matches("The selector excludes (all \\d+ nodes|the only node) with the requested "
                        + "resources \\(cluster-selector-matches-nothing, line " + line + "\\)"));
        assertThat(
                warnings(object, before, before.replaceFirst("(?m)^  annotations:$", "  annotations:\n    note: mine")))
                .isEmpty();
    }

    @Test
    void theDifferenceThatAnEditMakesIsOnlyWhatItChanges() throws Exception {
        var pod = pod(running("serving", "embed-"));
        var before = console.session().inspector().readYaml(ref(pod), false);
        var after = before.replaceFirst("(?m)^  labels:$", "  labels:\n    a-note: mine");
        var preview = console.plan(new EditObjectIntent(ref(pod), before, after));
        assertThat(preview.changes().getFirst().diff().lines().skip(2)
                .filter(line -> !line.startsWith(" ") && !line.startsWith("@"))).containsExactly("+    a-note: mine");
    }

    @Test
    void whatStandsElsewhereInAListIsNoDifference() throws Exception {
        var node = ObjectRef.node("h100-04");
        var before = console.session().inspector().readYaml(node, false);
        var preview = console.plan(new EditObjectIntent(node, before,
                before.replaceFirst("(?m)^  taints:\\n  - (key: .*)\\n    (value: .*)\\n    (effect: .*)$",
                        "  taints:\n  - key: dedicated\n    effect: " + "PreferNoSchedule\n  - $3\n    $1\n    $2")));
        assertThat(preview.changes().getFirst().diff().lines().skip(2)
                .filter(line -> !line.startsWith(" ") && !line.startsWith("@")))
                .containsExactly("+  - key: dedicated", "+    effect: PreferNoSchedule");
    }

    private List<String> warnings(ObjectRef object, String before, String after) throws Exception {
        assertThat(after).isNotEqualTo(before);
        return console.plan(new EditObjectIntent(object, before, after)).plan().warningTexts();
    }

    @Test
    void aDeploymentIsRestartedAndAllOfItsPodsAreNew() throws Exception {
        var owner = "gateway";
        var former = pods(console.session().snapshots().get()).filter(running("serving", owner + "-"))
                .map(PodSummary::uid).toList();
        assertThat(former).isNotEmpty();
        var preview = console
                .plan(new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("serving", owner), PATIENCE));
        assertThat(preview.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("kubectl.kubernetes.io/restartedAt"));
        assertThat(preview.plan().commands()).containsExactly("kubectl rollout restart deployment/gateway -n serving");
        done(console.runner().apply(preview).awaitReceipt());
        console.until(clusterSnapshot -> pods(clusterSnapshot).map(PodSummary::uid).noneMatch(former::contains));
    }

    @Test
    void aJobIsSuspendedAndResumed() throws Exception {
        var pod = pod(running("ml-platform", "hpo-sweep-"));
        var job = WorkloadKind.JOB.objectRef("ml-platform", pod.owner().name());
        var preview = console.plan(new SuspendWorkloadIntent(job, PATIENCE));
        assertThat(preview.effects().podsWithFate(PodFate.ENDED)).isNotEmpty();
        assertThat(preview.plan().warningTexts()).anyMatch(text -> text.startsWith("Frees "));
        var receipt = console.runner().apply(preview).awaitReceipt();
        done(receipt);
        assertThat(receipt.undo()).contains(new ResumeWorkloadIntent(job, PATIENCE));
        assertThat(console.plan(new SuspendWorkloadIntent(job, PATIENCE)).nothingToDo()).isTrue();
        done(console.change(receipt.undo().orElseThrow()));
    }

    @Test
    void anObjectIsEditedAndWhatAColleagueChangedMeanwhileIsNotOverwritten() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "prompt-cache");
        var before = console.session().inspector().readYaml(object, false);
        var after = before.replaceFirst("(?m)^  annotations:$", "  annotations:\n    note: mine");
        assertThat(after).isNotEqualTo(before);
        var preview = console.plan(new EditObjectIntent(object, before, after));
        assertThat(preview.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("+    note: mine"));
        var receipt = console.runner().apply(preview).awaitReceipt();
        done(receipt);

        var late = console.plan(new EditObjectIntent(object, before, after.replace("mine", "theirs")));
        assertThat(late.refusalReasons()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.CONFLICT);
            assertThat(problem.headline())
                    .contains("was changed after the preview: metadata.annotations.note was changed by ", " at ");
            assertThat(problem.remedy()).contains("overwrite the changes of others", "--force");
        });
        var forced = console
                .plan(new EditObjectIntent(object, before, after.replace("mine", "ours"), /* force= */ true));
        assertThat(forced.plan().warningTexts()).contains("Overwrites concurrent changes to the same fields");
        assertThat(forced.changes()).singleElement()
                .satisfies(change -> assertThat(change.diff()).contains("-    note: mine", "+    note: ours"));
        done(console.runner().apply(forced).awaitReceipt());
        done(console.change(new EditObjectIntent(object, before, after, /* force= */ true)));
        done(console.change(receipt.undo().orElseThrow()));
        assertThat(console.session().inspector().readYaml(object, false)).doesNotContain("note: mine");
    }

    @Test
    void allThatAColleagueChangedMeanwhileInTheSamePlacesIsNamed() throws Exception {
        var object = WorkloadKind.DEPLOYMENT.objectRef("serving", "prompt-cache");
        var before = console.session().inspector().readYaml(object, false);
        var limit = console.read(PROMPT_CACHE).at("/spec/revisionHistoryLimit").asInt();
        var mine = before.replaceFirst("(?m)^  annotations:$", "  annotations:\n    a: mine\n    b: mine")
                .replaceFirst("(?m)^  revisionHistoryLimit: \\d+$", "  revisionHistoryLimit: 3");
        console.patch(PROMPT_CACHE, """
                {"metadata": {"annotations": {"a": "theirs"}}, "spec": {"revisionHistoryLimit": 4}}""");
        assertThat(console.plan(new EditObjectIntent(object, before, mine)).refusalReasons()).singleElement()
                .satisfies(problem -> assertThat(problem.headline()).contains("metadata.annotations.a was changed by ",
                        " spec.revisionHistoryLimit was changed by ").doesNotContain("annotations.b"));

        var now = console.session().inspector().readYaml(object, false);
        assertThat(console.plan(new EditObjectIntent(object, now, mine)).refusalReasons()).singleElement()
                .satisfies(problem -> assertThat(problem.headline()).contains(
                        "has changed since you loaded it, and your text differs from the current object in ",
                        "metadata.annotations.a (set by ", "spec.revisionHistoryLimit (set by "));
        console.patch(PROMPT_CACHE, """
                {"metadata": {"annotations": {"a": null}}, "spec": {"revisionHistoryLimit": %d}}""".formatted(limit));
    }

    @Test
    void whatIsNotThereOrMakesNoSenseIsRefused() throws Exception {
        for (var intent : List.<WorkloadChangeIntent>of(
                new DeletePodIntent(ObjectRef.pod("ci", "nobody"), null, false, PATIENCE),
                new RestartWorkloadIntent(WorkloadKind.DEPLOYMENT.objectRef("ci", "nothing"), PATIENCE))) {
            var preview = console.plan(intent);
            assertThat(preview.isRefused()).isTrue();
            assertThat(preview.refusalReasons().getFirst().kind()).isEqualTo(OperationProblemKind.NOT_FOUND);
        }
        var pod = pod(running("ml-platform", "hpo-sweep-"));
        var job = WorkloadKind.JOB.objectRef("ml-platform", pod.owner().name());
        assertThat(console.plan(new RestartWorkloadIntent(job, PATIENCE)).refusalReasons().getFirst().headline())
                .isEqualTo("Job %s cannot be restarted: its pods run once".formatted(job.name()));
    }

    @Test
    void whoMayNotIsToldWhatIsMissingAndNothingIsSent() throws Exception {
        var pod = pod(running("serving", "llm-serve-"));
        var file = Files.writeString(folder.resolve("viewer.kubeconfig"), cluster.kubeconfig("viewer"));
        var context = Kubeconfig.load(new ProcessEnvironment(Map.of(), folder, folder, file)).contexts().getFirst();
        try (var viewer = ClusterConnection.open(context, Contexts.terms(), () -> SessionAccessMode.READ_WRITE)) {
            var changes = PlanClusterAccess.overRoute(() -> viewer, () -> SessionAccessMode.READ_WRITE,
                    Clock.systemUTC(), Contexts.terms().environment());
            var runner = new PlanRunner(
                    new PlanRunner.PlanRunnerDependencies(changes.steps(), changes.inputReader(),
                            new HttpObjectReader(() -> viewer), console.session().snapshots()::get,
                            AcceleratorCatalog.standard()),
                    new ChangeJournal(folder.resolve("viewer.jsonl")),
                    new PlanRunner.RunnerClusterContext("demo", "https://demo"), Clock.systemUTC());
            var preview = runner.preview(new DeletePodIntent(ref(pod), null, false, PATIENCE));
            assertThat(preview.refusalReasons()).singleElement().satisfies(reason -> assertThat(reason.headline())
                    .isEqualTo("You may not delete pods in the namespace “serving”"));
        }
        assertThat(pods(console.session().snapshots().get()).map(PodSummary::uid)).contains(pod.uid());
    }
}
