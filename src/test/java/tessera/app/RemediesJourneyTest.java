package tessera.app;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.model.reading.DeviceMetric;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.pods.PodListLine;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks why a pod waits presses what would help, looks at the change, and sees the pod run. */
class RemediesJourneyTest extends OperatedWindow {

    private static final String SPEC = """
            containers:
            - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 1}}}
            """;
    private static final String TOLERATES = "tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n";

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void create(String yaml) {
        colleague.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).create();
    }

    private void pod(String name, String spec) {
        create("apiVersion: v1\nkind: Pod\nmetadata: {name: %s, namespace: default}\nspec:\n%s".formatted(name,
                spec.indent(2)));
    }

    private void deployment(String name, String spec) {
        create("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s, namespace: default}
                spec:
                  selector: {matchLabels: {app: %s}}
                  template:
                    metadata: {labels: {app: %s}}
                    spec:
                %s""".formatted(name, name, name, spec.indent(6)));
    }

    private String waiting(String app) {
        eventually("it has a pod", () -> !pods(app).isEmpty());
        return pods(app).getFirst();
    }

    private List<String> pods(String app) {
        return colleague.pods().inNamespace("default").withLabels(Map.of("app", app)).list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).toList();
    }

    private boolean runs(String name) {
        return Optional.ofNullable(colleague.pods().inNamespace("default").withName(name).get())
                .filter(pod -> "Running".equals(pod.getStatus().getPhase())).isPresent();
    }

    /** Turns to why a pod waits and presses what helps. */
    private void help(String pod, String button) {
        help(ObjectRef.pod("default", pod), button);
    }

    private void help(ObjectRef pod, String button) {
        eventuallySays("connection", "live");
        eventually("it is seen to wait", () -> clusterSelection.snapshots().get().findPod(pod.namespace(), pod.name())
                .filter(each -> each.waitsForNode()).isPresent());
        onFx(() -> {
            rootPane.inspect(pod);
            rootPane.showInspectorPage(InspectorPageName.WHY);
            return true;
        });
        eventuallySays("inspector", pod.name());
        eventually("there is a button “" + button + "”", () -> onFx(() -> suggested(button).isPresent()));
        onFx(() -> {
            suggested(button).orElseThrow().fire();
            return true;
        });
        eventually("the object is read", () -> written().contains("kind:"));
    }

    private Optional<Button> suggested(String title) {
        return Stream.of("inspector-verdict", "inspector-why-suggestions").map(this::find).filter(Objects::nonNull)
                .flatMap(box -> box.lookupAll(".button").stream())
                .filter(each -> each instanceof Button plain && plain.getText().equals(title)).map(Button.class::cast)
                .findFirst();
    }

    private String written() {
        return onFx(() -> yaml().map(CodeArea::getText).orElse(""));
    }

    private Optional<CodeArea> yaml() {
        return Stream.of("edit-yaml", "make-yaml", "anew-yaml").map(this::find).filter(CodeArea.class::isInstance)
                .map(CodeArea.class::cast).findFirst();
    }

    private void rewrite(String before, String after) {
        onFx(() -> {
            var area = yaml().orElseThrow();
            assertThat(area.getText()).contains(before);
            area.replaceText(area.getText().replace(before, after));
            return true;
        });
    }

    private void change(String text) {
        press("Preview");
        press(text);
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
    }

    @Test
    void aFaultyNodeBeginsWithItsFaultAndTheChangeThatKeepsPodsFromIt() {
        onFx(() -> {
            rootPane.inspect(ObjectRef.node("h100-08"));
            return true;
        });
        eventuallySays("inspector-verdict", "GPU has fallen off the bus");
        onFx(() -> {
            ((Button) find("inspector-verdict").lookup(".button")).fire();
            return true;
        });
        eventuallySays("change", "Cordon");
    }

    @Test
    void aFaultyGpuOpensOnItsHealthWithTheFaultTheRemedyAndWayToItsNode() {
        eventuallySays("connection", "live");
        eventually("it is measured", () -> lostGpu().isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.node("h100-08"), lostGpu());
            return true;
        });
        eventuallySays("inspector-verdict-sentence", "GPU has fallen off the bus");
        eventuallySays("inspector", "h100-08 · H100");
        assertThat(onFx(() -> ((TabPane) find("inspector").lookup(".tab-pane")).getSelectionModel().getSelectedItem()
                .getText())).isEqualTo("Health");
        onFx(() -> {
            ((Button) find("inspector-verdict").lookup(".button")).fire();
            return true;
        });
        eventuallySays("change", "Cordon");
    }

    private Set<Node> primaryButtons() {
        return rootPane.node().lookupAll("#inspector-verdict .accent");
    }

    private Optional<DeviceSeriesKey> lostGpu() {
        return Optional.ofNullable(clusterSelection.deviceReadings().get().readingsOf("h100-08")).stream()
                .flatMap(node -> node.devices().stream()).filter(device -> device.values().get(DeviceMetric.XID) == 79)
                .map(device -> DeviceSeriesKey.of("h100-08", device)).findFirst();
    }

    @Test
    void aPendingPodBeginsWithWhatPreventsItAndTheBestChangeAsTheOnePrimaryButton() {
        pod("untolerating", SPEC);
        eventuallySays("connection", "live");
        eventually("it is seen to wait", () -> clusterSelection.snapshots().get().findPod("default", "untolerating")
                .filter(each -> each.waitsForNode()).isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("default", "untolerating"));
            return true;
        });
        eventually("a change is offered first", () -> onFx(() -> !primaryButtons().isEmpty()));
        assertThat(onFx(this::primaryButtons)).hasSize(1);
        assertThat(words("inspector-verdict")).contains("No node that could run the pod accepts it",
                "The pod then fits", "Add toleration to Pod untolerating…");
    }

    @Test
    void aGateOfItsOwnIsTakenFromAPodWhichRunsThen() {
        pod("gated", SPEC + TOLERATES + "schedulingGates: [{name: example.com/data}]\n");
        help("gated", "Remove gate from Pod gated…");
        assertThat(written()).doesNotContain("example.com/data");
        press("Preview");
        eventuallySays("change", "This edit cannot be undone. A scheduling gate cannot be added to a pod again.");
        press("Edit Pod default/gated");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(words("change")).as("what the server would refuse is not offered").doesNotContain("Undo");
        press("Close");
        eventually("it runs", () -> runs("gated"));
    }

    @Test
    void aTolerationIsAddedToWhatMakesThePodOrToThePodItselfWhichRunsThen() {
        deployment("serve", SPEC);
        help(waiting("serve"), "Add toleration to Deployment serve…");
        assertThat(written()).contains("key: nvidia.com/gpu");
        change("Edit Deployment default/serve");
        eventually("a pod of it runs", () -> pods("serve").stream().anyMatch(this::runs));

        pod("alone", SPEC);
        help("alone", "Add toleration to Pod alone…");
        change("Edit Pod default/alone");
        eventually("it runs", () -> runs("alone"));
    }

    @Test
    void whatAsksForWhatNoNodeHasIsWrittenOtherwise() {
        deployment("typo", SPEC.replace("nvidia.com/gpu", "nvidia.com/gpus") + TOLERATES);
        help(waiting("typo"), "Edit Deployment typo…");
        eventuallySays("change-hint", "No changes yet");
        rewrite("nvidia.com/gpus", "nvidia.com/gpu");
        change("Edit Deployment default/typo");
        eventually("a pod of it runs", () -> pods("typo").stream().anyMatch(this::runs));
    }

    @Test
    void whatAPodThatNobodyMadeOrAJobAsksForIsAskedForOtherwiseByAnother() {
        pod("settled", SPEC.replace("nvidia.com/gpu", "nvidia.com/gpus") + TOLERATES);
        help("settled", "Recreate Pod settled…");
        assertThat(written()).contains("name: settled-2").doesNotContain("status:", "uid:");
        rewrite("nvidia.com/gpus", "nvidia.com/gpu");
        change("Launch Pod/settled-2 in default");
        eventually("another runs", () -> runs("settled-2"));

        create("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: once, namespace: default}
                spec:
                  template:
                    metadata: {labels: {app: once}}
                    spec:
                      restartPolicy: Never
                %s""".formatted((SPEC.replace("nvidia.com/gpu", "nvidia.com/gpus") + TOLERATES).indent(6)));
        help(waiting("once"), "Recreate Job once…");
        rewrite("nvidia.com/gpus", "nvidia.com/gpu");
        change("Launch Job/once-2 in default");
        eventually("a pod of it runs", () -> pods("once").stream().anyMatch(this::runs));
    }

    @Test
    void aQueueIsGivenMoreSoThatItLetsThePodIn() {
        colleague.genericKubernetesResources("kueue.x-k8s.io/v1beta2", "ClusterQueue").withName("batch").patch(
                PatchContext.of(PatchType.JSON),
                """
                        [{"op": "replace", "path": "/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota", "value": "0"}]
                        """);
        create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: queued, namespace: batch, labels: {kueue.x-k8s.io/queue-name: batch}}
                spec:
                  containers:
                  - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: 2}}}
                """ + TOLERATES.indent(2) + "  nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}\n");
        help(ObjectRef.pod("batch", "queued"), "Edit ClusterQueue batch…");
        rewrite("nominalQuota: \"0\"", "nominalQuota: \"8\"");
        change("Edit ClusterQueue batch");
        eventually("it is let in and runs", () -> "Running"
                .equals(colleague.pods().inNamespace("batch").withName("queued").get().getStatus().getPhase()));
    }

    @Test
    void aClaimThatNobodyHasMadeIsMadeSoThatThePodRuns() {
        pod("mounts",
                SPEC.replace("containers:",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]\n" + "containers:")
                        + TOLERATES);
        help("mounts", "Create PersistentVolumeClaim data…");
        rewrite("100Gi", "20Gi");
        press("Preview");
        press("Launch PersistentVolumeClaim/data in default");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        eventually("it runs", () -> runs("mounts"));
    }

    @Test
    void aRangeOfLimitsThatRefusesPodsIsChangedFromWhereItIsFound() {
        create("""
                apiVersion: v1
                kind: LimitRange
                metadata: {name: small, namespace: default}
                spec: {limits: [{type: Pod, max: {nvidia.com/gpu: 1}}]}
                """);
        deployment("large", SPEC.replace("gpu: 1", "gpu: 2") + TOLERATES);
        eventuallySays("connection", "live");
        eventually("pods are refused", () -> colleague.v1().events().inNamespace("default").list().getItems().stream()
                .anyMatch(event -> String.valueOf(event.getMessage()).contains("usage per Pod")));
        onFx(() -> {
            rootPane.goTo(ScreenDestination.DOCTOR);
            return true;
        });
        eventually("it is found", () -> onFx(() -> found("Change limits default/small…").isPresent()));
        onFx(() -> {
            found("Change limits default/small…").orElseThrow().fire();
            return true;
        });
        eventually("the range is read", () -> words("change").contains("small"));
    }

    @Test
    void aQuotaThatLimitsNothingIsChangedFromWhereItIsFound() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.DOCTOR);
            return true;
        });
        eventually("it is found", () -> onFx(() -> found("Change quota ci/team…").isPresent()));
        onFx(() -> {
            found("Change quota ci/team…").orElseThrow().fire();
            return true;
        });
        type("amount-limits-nvidia-com-gpu", "");
        type("amount-requests-nvidia-com-gpu", "4");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Set ResourceQuota team in ci: limits.nvidia.com/gpu unlimited and 4 nvidia.com/gpu");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(colleague.resourceQuotas().inNamespace("ci").withName("team").get().getSpec().getHard())
                .containsEntry("requests.nvidia.com/gpu", new Quantity("4")).doesNotContainKey("limits.nvidia.com/gpu");
        press("Close");
        eventually("it is found no more", () -> onFx(() -> found("Change quota ci/team…").isEmpty()));
    }

    @Test
    void aWorkloadWhosePodsAQuotaRefusesIsListedAndRunsOnceTheQuotaAllowsIt() {
        create("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: full, namespace: default}
                spec: {hard: {requests.nvidia.com/gpu: 0}}
                """);
        // Nothing is refused before the quota has been counted.
        eventually("the quota counts", () -> colleague.resourceQuotas().inNamespace("default").withName("full").get()
                .getStatus().getHard() != null);
        deployment("refused", SPEC + TOLERATES);
        eventuallySays("connection", "live");
        eventually("pods are refused", () -> colleague.v1().events().inNamespace("default").list().getItems().stream()
                .anyMatch(event -> String.valueOf(event.getMessage()).contains("exceeded quota: full")));
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        eventually("it is listed", () -> onFx(() -> unmade().isPresent()));
        onFx(() -> {
            unmade().orElseThrow().run();
            return true;
        });
        eventuallySays("inspector", "ResourceQuota “full” rejects the workload’s pods");
        onFx(() -> {
            suggested("Change quota default/full…").orElseThrow().fire();
            return true;
        });
        eventuallySays("change", "The proposed limits allow one more");
        press("Preview");
        press("Set ResourceQuota full in default: 1 nvidia.com/gpu");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        eventually("a pod of it runs", () -> pods("refused").stream().anyMatch(this::runs));
    }

    /** What chooses the line of work that has no pods. */
    private Optional<Runnable> unmade() {
        return find("pods-list") instanceof ListView<?> list
                ? list.getItems().stream()
                        .filter(slot -> slot instanceof ObservableValue<?> line
                                && line.getValue() instanceof PodListLine.PodlessWorkloadLine)
                        .findFirst().map(slot -> () -> {
                            list.requestFocus();
                            list.getSelectionModel().select(list.getItems().indexOf(slot));
                        })
                : Optional.empty();
    }

    private Optional<Button> found(String title) {
        return Optional.ofNullable(find("doctor-findings"))
                .flatMap(box -> box.lookupAll(".button").stream()
                        .filter(each -> each instanceof Button plain && plain.getText().equals(title))
                        .map(Button.class::cast).findFirst());
    }
}
