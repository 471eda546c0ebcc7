package tessera.app;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.shell.Destination;

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
        eventuallySays("connection", "live");
        eventually("it is seen to wait", () -> desk.snapshots().get().pod("default", pod)
                .filter(each -> each.waitsForNode()).isPresent());
        onFx(() -> {
            shell.inspect(ObjectRef.pod("default", pod));
            shell.turnTo("Why");
            return true;
        });
        eventuallySays("inspector", pod);
        eventually("there is a button “" + button + "”", () -> onFx(() -> suggested(button).isPresent()));
        onFx(() -> {
            suggested(button).orElseThrow().fire();
            return true;
        });
        eventually("the object is read", () -> written().contains("kind:"));
    }

    private Optional<Button> suggested(String title) {
        return Optional.ofNullable(find("inspector-why-suggestions")).flatMap(box -> box.lookupAll(".button").stream()
                .filter(each -> each instanceof Button plain && plain.getText().equals(title)).map(Button.class::cast)
                .findFirst());
    }

    private String written() {
        return onFx(() -> find("edit-yaml") instanceof CodeArea area ? area.getText() : "");
    }

    private void change(String words) {
        press("Preview");
        press(words);
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
    }

    @Test
    void aGateOfItsOwnIsTakenFromAPodWhichRunsThen() {
        pod("gated", SPEC + TOLERATES + "schedulingGates: [{name: example.com/data}]\n");
        help("gated", "Take gate from Pod gated…");
        assertThat(written()).doesNotContain("example.com/data");
        change("Edit the Pod default/gated");
        eventually("it runs", () -> runs("gated"));
    }

    @Test
    void aTolerationIsAddedToWhatMakesThePodOrToThePodItselfWhichRunsThen() {
        deployment("serve", SPEC);
        help(waiting("serve"), "Add toleration to Deployment serve…");
        assertThat(written()).contains("key: nvidia.com/gpu");
        change("Edit the Deployment default/serve");
        eventually("a pod of it runs", () -> pods("serve").stream().anyMatch(this::runs));

        pod("alone", SPEC);
        help("alone", "Add toleration to Pod alone…");
        change("Edit the Pod default/alone");
        eventually("it runs", () -> runs("alone"));
    }

    @Test
    void whatAsksForWhatNoNodeHasIsWrittenOtherwise() {
        deployment("typo", SPEC.replace("nvidia.com/gpu", "nvidia.com/gpus") + TOLERATES);
        help(waiting("typo"), "Edit Deployment typo…");
        eventuallySays("change-hint", "Nothing is other than it was");
        onFx(() -> {
            var area = (CodeArea) find("edit-yaml");
            area.replaceText(area.getText().replace("nvidia.com/gpus", "nvidia.com/gpu"));
            return true;
        });
        change("Edit the Deployment default/typo");
        eventually("a pod of it runs", () -> pods("typo").stream().anyMatch(this::runs));
    }

    @Test
    void aQuotaThatLimitsNothingIsChangedFromWhereItIsFound() {
        eventuallySays("connection", "live");
        onFx(() -> {
            shell.go(Destination.DOCTOR);
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
        press("Limit ci by its quota team to any number of limits.nvidia.com/gpu, 4 nvidia.com/gpu");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(colleague.resourceQuotas().inNamespace("ci").withName("team").get().getSpec().getHard())
                .containsKey("requests.nvidia.com/gpu").doesNotContainKey("limits.nvidia.com/gpu");
    }

    private Optional<Button> found(String title) {
        return Optional.ofNullable(find("doctor-findings")).flatMap(box -> box.lookupAll(".button").stream()
                .filter(each -> each instanceof Button plain && plain.getText().equals(title)).map(Button.class::cast)
                .findFirst());
    }
}
