package tessera.app;

import java.nio.file.Files;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.launch.WorkloadTemplate;
import tessera.model.ObjectRef;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who launches a workload in the window sees the manifest grow beside the answers, and the pod run afterwards. */
class LaunchWindowTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void begin() {
        eventuallySays("connection", "live");
        beginLaunch();
        eventually("the cluster was asked", () -> words("launch-findings").contains("No lint findings"));
    }

    private void pick(String id) {
        onFx(() -> {
            var list = chosen();
            list.getSelectionModel()
                    .select(list.getItems().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow());
            return true;
        });
    }

    @Test
    void aTemplateIsFilledInAndTheWorkloadRuns() {
        begin();
        assertThat(words("launch-free")).contains(" of 127 free", ", at most ", ". Per device: ", " cores, ");
        assertThat(choices("image")).as("images that nodes have").contains("vllm/vllm-openai:v0.11.0");
        assertThat(choices("priority")).containsExactly("scavenger", "serving", "standard");
        assertThat(choices("select")).anyMatch(label -> label.startsWith("nvidia.com/gpu.product="));
        eventuallySays("launch-fit", "Nodes now have room for ");
        assertThat(words("launch-fit")).contains(" pods, 1 requested", "nodes can run the pod now", "h100-08",
                "nodes full: not enough nvidia.com/gpu free");
        type("launch-name", "probe");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/probe in default");
        eventually("it runs", () -> words("change-verdict").contains("Done and verified"));
        assertThat(colleague.pods().inNamespace("default").withName("probe").get()).isNotNull();
        assertThat(words("change")).contains("First output of probe on ", "Show log");

        press("Undo…");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Delete Pod/probe in default");
        eventually("the pod is gone", () -> colleague.pods().inNamespace("default").withName("probe").get() == null);
    }

    @Test
    void whatWasEnteredIsNotLostByOneKey(FxRobot robot) {
        begin();
        robot.press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);
        eventually("nothing was entered, nothing is asked", () -> !find("change").isVisible());

        beginLaunch();
        robot.clickOn("#launch-name").write("probe").press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);
        eventuallySays("change", "Discard this change?");
        robot.press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);
        eventually("it was not meant", () -> !words("change").contains("is lost"));
        assertThat(((TextField) find("launch-name")).getText()).endsWith("probe");
        assertThat(find("launch-name").isFocused()).as("one goes on typing").isTrue();
        robot.write("-2");
        assertThat(((TextField) find("launch-name")).getText()).as("behind what is there").endsWith("probe-2");

        robot.press(KeyCode.ESCAPE).release(KeyCode.ESCAPE);
        eventuallySays("change", "Discard this change?");
        press("Discard");
        eventually("it is closed", () -> !find("change").isVisible());
    }

    @Test
    void queuesAndQuotasOfTheNamespaceAreToldAndTemplatesOfOnesOwnAreOffered() throws Exception {
        var folder = Files.createDirectories(home.resolve("templates"));
        Files.writeString(folder.resolve("mine.yaml"),
                "title: Ours\nparameters: {name: ours}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n");
        Files.writeString(folder.resolve("broken.yaml"), "nothing");
        for (int i = 0; i < 20; i++) {
            Files.writeString(folder.resolve("broken-%d.yaml".formatted(i)), "nothing");
        }
        begin();
        assertThat(onFx(() -> chosen().getHeight())).as("those that can be used stay in sight").isGreaterThan(300);
        assertThat(choices("queue")).as("queues of default").isEmpty();
        answer("launch-namespace", "research");
        eventually("its queue is offered", () -> choices("queue").equals(List.of("research")));
        eventuallySays("launch-fit", "ResourceQuota team has ");
        eventually("shares are told from whole ones",
                () -> Pattern.compile("\\d+ of 127 free, \\d+ of them shares of GPUs, at most \\d per node")
                        .matcher(words("launch-free")).find());
        answer("launch-queue", "research");
        eventuallySays("launch-free",
                "ClusterQueue research has 0 of its 8 left. The queue cannot borrow anything from cohort gpus now");
        eventuallySays("launch-fit",
                "ClusterQueue research has 0 of its 8 left. The queue cannot borrow anything from cohort gpus "
                        + "now. The workload requests 1 ");
        eventually("it goes through the queue",
                () -> manifest().contains("labels:\n    kueue.x-k8s.io/queue-name: \"research\""));

        write(text -> text.replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 8"));
        eventuallySays("launch-fit", " free (best: ");
        eventuallySays("launch-fit", "Fixes");
        assertThat(words("launch-fit")).contains("Wait until ");
        write(text -> text.replace("nvidia.com/gpu: 8", "nvidia.com/gpu: ["));
        eventuallySays("launch-fit", "waiting for a valid manifest");

        pick("mine");
        eventually("it is filled in", () -> manifest().contains("name: ours"));
        assertThat(words("launch-broken")).contains("Template broken.yaml cannot be used");
    }

    @Test
    void theLogOfWhatADeploymentMadeIsShownOnceItRuns() {
        begin();
        pick("inference");
        eventually("it is filled in", () -> manifest().contains("kind: Deployment"));
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Deployment/llm and 3 more in default");
        eventually("it runs", () -> words("change-verdict").contains("Done and verified"));
        onFx(() -> {
            find("change").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(link -> link.getText().equals("Show log")).findFirst().orElseThrow().fire();
            return true;
        });

        eventually("lines come", () -> find("logs-status") != null && words("logs-status").contains(" line"));
        assertThat(colleague.pods().inNamespace("default").withLabel("app.kubernetes.io/name", "llm").list().getItems())
                .isNotEmpty();
    }

    @Test
    void whyWhatWasLaunchedDoesNotRunIsAWayOn() {
        begin();
        type("launch-name", "held");
        answer("launch-select", "kubernetes.io/hostname=h100-07");
        eventuallySays("launch-fit", "Fixes");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/held in default");
        eventually("it waits", () -> words("change").contains("0 of 1 pods are running"));
        press("Stop");
        eventuallySays("change", "Show why the workload is not running");
        onFx(() -> {
            find("change").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(link -> link.getText().equals("Show why the workload is not running")).findFirst()
                    .orElseThrow().fire();
            return true;
        });

        eventuallySays("inspector-why-page", "cordoned");
    }

    @Test
    void aClusterThatDoesNotSayWhatItHasIsAskedAgain() {
        eventuallySays("connection", "live");
        SimulatedHttpServerFaults.of(cluster).addFault("GET /apis/kubeflow.org.*",
                SimulatedHttpServerFault.ofAnswer(500, "text/plain", "not now"));
        try {
            beginLaunch();
            eventually("it is told", () -> !words("change-hint").isEmpty() && shown("launch-again"));
            assertThat(words("launch-wanting")).contains("not now");
        } finally {
            SimulatedHttpServerFaults.of(cluster).clear();
        }
        onFx(() -> {
            ((Hyperlink) find("launch-again")).fire();
            return true;
        });
        eventually("the cluster was asked", () -> words("launch-findings").contains("No lint findings"));
        assertThat(shown("launch-again")).isFalse();
    }

    @Test
    void theManifestCanBeReadInANarrowWindow() {
        begin();
        onFx(() -> {
            rootPane.node().getScene().getWindow().setWidth(1024);
            return true;
        });
        eventually("the window is narrow", () -> onFx(() -> rootPane.node().getLayoutBounds().getWidth() < 1030));
        eventually("lines have room", () -> onFx(() -> ((CodeArea) find("launch-yaml")).getWidth() > 400));
    }

    private boolean shown(String id) {
        return onFx(() -> find(id) != null && find(id).isVisible() && find(id).getParent().isVisible());
    }

    @Test
    void whatTheManifestNamesAndTheClusterLacksIsToldWhileItIsWritten() {
        begin();
        write(text -> text.replaceFirst("( +)containers:", "$1serviceAccountName: robot\n$1containers:"));
        eventuallySays("launch-findings", "ServiceAccount robot does not exist");
        write(text -> text.replace("serviceAccountName: robot", "serviceAccountName: default"));
        eventually("nothing is wrong any more", () -> words("launch-findings").contains("No lint findings"));
    }

    private List<String> choices(String question) {
        return onFx(() -> ((ComboBox<?>) find("launch-" + question)).getItems().stream().map(String::valueOf).toList());
    }

    private void answer(String question, String text) {
        // Once it is drawn a field shows its value, and what was typed before is lost: nobody can type before.
        eventually(question + " is drawn", () -> onFx(() -> ((ComboBox<?>) find(question)).getSkin() != null));
        onFx(() -> {
            ((ComboBox<?>) find(question)).getEditor().setText(text);
            return true;
        });
    }

    private String manifest() {
        return onFx(() -> ((CodeArea) find("launch-yaml")).getText());
    }

    private void write(UnaryOperator<String> change) {
        onFx(() -> {
            var area = (CodeArea) find("launch-yaml");
            area.replaceText(change.apply(area.getText()));
            return true;
        });
    }

    @Test
    void whatIsTypedIntoTheManifestIsAnsweredAndTheRestIsKeptAndRuns() {
        begin();
        write(text -> text.replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 2").replace("spec:\n",
                "spec:\n  hostname: probing\n"));
        eventuallySays("launch-kept", "Kept manual edits: spec.hostname (line ");
        assertThat(onFx(() -> ((TextField) find("launch-count")).getText())).isEqualTo("2");

        type("launch-name", "typed");
        eventually("both are in it", () -> manifest().contains("name: typed\n")
                && manifest().contains("hostname: probing") && manifest().contains("nvidia.com/gpu: 2"));
        write(text -> text + "nonsense: [\n");
        eventuallySays("change-hint", "Line ");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        pick("job");
        eventually("it is another", () -> manifest().contains("kind: Job"));
        pick("pod");
        eventually("nothing of it is lost",
                () -> manifest().contains("nonsense: [") && manifest().contains("hostname:"));
        write(text -> text.replace("nonsense: [\n", ""));
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/typed in default");
        eventually("it runs", () -> words("change-verdict").contains("Done and verified"));
        assertThat(colleague.pods().inNamespace("default").withName("typed").get().getSpec().getHostname())
                .isEqualTo("probing");
    }

    @Test
    void whoComesBackFromARefusalIsAtTheLineOfTheFieldThatTheServerNames() {
        begin();
        var terms = "nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: Exists, values: [a]}]}]";
        write(text -> text.replaceFirst("( +)containers:", "$1affinity: {nodeAffinity: "
                + "{requiredDuringSchedulingIgnoredDuringExecution: {" + terms + "}}}\n$1containers:"));
        eventuallySays("launch-kept", "spec.affinity (line ");
        press("Preview");
        eventually("it is refused", () -> words("change").contains("Blocked"));
        assertThat(words("change")).contains("matchExpressions[0].values: Forbidden");
        press("Back");
        eventually("the caret is there", () -> onFx(() -> {
            var area = (CodeArea) find("launch-yaml");
            return area.isFocused() && area.getText(area.getCurrentParagraph()).contains(terms);
        }));
    }

    @Test
    void whatIsWrongIsMendedWhereItIsTypedAndWhatIsMissingKeepsFromAPreview() {
        begin();
        write(text -> text.replace("nvidia.com/gpu: 1", "nvidia.com/gpus: 1"));
        eventuallySays("launch-findings", "nvidia.com/gpus");
        onFx(() -> {
            find("launch-findings").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast).findFirst()
                    .orElseThrow().fire();
            return true;
        });
        eventually("it is mended", () -> manifest().contains("nvidia.com/gpu: 1"));
        eventuallySays("launch-findings", "No lint findings");
        write(text -> text.replace("nvidia.com/gpu: 1", "nvidia.com/gpu: 0.5"));
        eventuallySays("launch-findings", "because devices are allocated whole");
        onFx(() -> {
            find("launch-findings").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(way -> way.getText().equals("Request 1")).findFirst().orElseThrow().fire();
            return true;
        });
        eventually("a way was chosen", () -> manifest().contains("nvidia.com/gpu: 1"));
        pick("amd");
        eventuallySays("change-hint", "Image is required");
        eventuallySays("launch-wanting", "Image is required. The manifest then appears");
        assertThat(onFx(() -> find("launch-findings").isVisible() && find("launch-yaml").getParent().isVisible()))
                .as("nothing empty stands beside it").isFalse();
        pick("rayjob");
        eventually("its manifest is there", () -> onFx(() -> !find("launch-wanting").isVisible()));
        eventuallySays("change-hint", "The cluster does not serve RayJob");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        pick("dra");
        eventuallySays("change-hint",
                "ResourceClaimTemplate is served, but no DeviceClass exists to claim devices " + "from");
        pick("pod");
        type("launch-count", "80");
        eventuallySays("change-hint", "“Devices” must be a number from 1 to 64");
        assertThat(onFx(() -> find("launch-count").getPseudoClassStates())).as("the field is marked")
                .contains(PseudoClass.getPseudoClass("danger"));
        assertThat(words("launch-findings")).as("of what stands there from before")
                .contains("The manifest is outdated and is not checked until all fields are valid")
                .doesNotContain("nothing wrong");
        assertThat(words("launch-fit")).contains("waiting for valid fields").doesNotContain("have room");
        type("launch-count", "64");
        eventuallySays("launch-findings", "A pod requests 64 nvidia.com/gpu");
        eventually("the field says why", () -> onFx(() -> ((Label) find("launch-count-help")).getText())
                .startsWith("A pod requests 64 nvidia.com/gpu"));
    }

    @Test
    void whatIsWrongInEveryObjectIsToldOnceAndMendedInAll() {
        begin();
        pick("inference");
        answer("launch-namespace", "servin");
        eventuallySays("launch-findings", "Namespace servin does not exist");
        eventuallySays("launch-findings", "Lines 5, ");
        assertThat(words("launch-findings")).containsOnlyOnce("Namespace servin does not exist");
        onFx(() -> {
            find("launch-findings").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(link -> link.getText().equals("Change to serving")).findFirst().orElseThrow().fire();
            return true;
        });
        eventuallySays("launch-findings", "No lint findings");
        assertThat(manifest()).doesNotContain("namespace: servin\n");
    }

    @Test
    void theQuestionsOfAnotherTemplateBeginWithTheFirst() {
        begin();
        pick("inference");
        var questions = (ScrollPane) onFx(
                () -> find("launch-name").getScene().lookup(".launch-questions .scroll-pane"));
        onFx(() -> {
            questions.setVvalue(1);
            return true;
        });
        pick("cronjob");
        eventually("the first is in sight", () -> onFx(() -> questions.getVvalue() == 0));
    }

    @Test
    void fieldsSayWhatIsWrongWhileItIsTyped() {
        begin();
        answer("launch-namespace", "nowhere");
        eventuallySays("launch-namespace-help", "Namespace nowhere does not exist");
        assertThat(marked("launch-namespace")).isTrue();
        answer("launch-namespace", "default");
        eventuallySays("launch-namespace-help", "Namespace in which the objects are created");
        answer("launch-resource", "nvidia.com/gpux");
        eventuallySays("launch-free", "No node advertises nvidia.com/gpux (nodes advertise nvidia.com/gpu");
        assertThat(marked("launch-resource")).isTrue();
        answer("launch-resource", "nvidia.com/gpu");
        eventuallySays("launch-free", " of 127 free");

        pick("cronjob");
        type("launch-schedule", "0 3 * * 7");
        eventuallySays("launch-schedule-help",
                "Schedule is not a valid schedule: day of the week 7 is out of range 0 to 6 (Sunday is 0)");
        type("launch-schedule", "0 3 * * 0");
        answer("launch-timeZone", "Europe/Pariss");
        eventuallySays("launch-timeZone-help", "Time zone “Europe/Pariss” does not exist (did you mean Europe/Paris?)");
        answer("launch-timeZone", "Europe/Paris");
        eventually("it is in the manifest", () -> manifest().contains("timeZone: Europe/Paris"));

        pick("inference");
        type("launch-replicas", "5");
        eventuallySays("launch-most-help", "“Maximum replicas” (4) must not be less than “Replicas” (5)");
        pick("knative");
        eventuallySays("change-hint", "The cluster does not serve Service of serving.knative.dev/v1");
        pick("dra");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
    }

    @Test
    void aTemplateIsFoundByTypingInTheListAndTakenByTheKeyboard() {
        begin();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("launch-templates").requestFocus());
        var keys = new FxRobot();
        keys.write("cronj");
        eventually("those without these words are gone", () -> templates().equals(List.of("cronjob")));
        assertThat(manifest()).as("nothing was chosen yet").contains("kind: Pod");
        keys.type(KeyCode.ENTER);
        eventually("it is chosen", () -> manifest().contains("kind: CronJob"));
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("launch-search").requestFocus());
        keys.type(KeyCode.ESCAPE);
        eventually("all are there", () -> templates().size() > 20);
        assertThat(onFx(() -> chosen().getSelectionModel().getSelectedItem().id())).isEqualTo("cronjob");
        assertThat(manifest()).contains("kind: CronJob");

        keys.write("zzz");
        eventually("none has these letters", () -> templates().isEmpty());
        keys.type(KeyCode.ENTER);
        keys.type(KeyCode.ESCAPE);
        eventually("all are there", () -> templates().size() > 20);
        assertThat(words("change")).as("Enter went no further").doesNotContain("Dry run", "Rehearsing");
        assertThat(find("launch-search").isFocused()).isTrue();

        keys.write("train");
        eventually("those that are called so come first", () -> templates().size() > 5
                && templates().subList(0, 4).containsAll(List.of("trainjob", "indexed-job", "statefulset-training")));
        keys.type(KeyCode.ESCAPE);
        eventually("they stand as before", () -> templates().size() > 20 && templates().getFirst().equals("pod"));
    }

    @Test
    void aManifestThatWasEmptiedIsFilledInAnewFromWhereThatIsSaid() {
        begin();
        type("launch-name", "probe");
        eventually("it is written", () -> manifest().contains("name: probe"));
        write(text -> "");
        eventuallySays("launch-findings", "The text contains no Kubernetes object");
        assertThat(words("launch-findings")).doesNotContain("tessera launch").contains("Reset");
        onFx(() -> {
            find("launch-findings").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                    .filter(link -> link.getText().equals("Reset")).findFirst().orElseThrow().fire();
            return true;
        });
        eventually("it is there again", () -> manifest().contains("kind: Pod"));
        eventuallySays("launch-findings", "No lint findings");
    }

    @SuppressWarnings("unchecked")
    private ListView<WorkloadTemplate> chosen() {
        return (ListView<WorkloadTemplate>) find("launch-templates");
    }

    private List<String> templates() {
        return onFx(() -> chosen().getItems().stream().map(WorkloadTemplate::id).toList());
    }

    private boolean marked(String id) {
        return onFx(() -> find(id).getPseudoClassStates().contains(PseudoClass.getPseudoClass("danger")));
    }

    @Test
    void whatWouldHelpIsDoneFromTheFormWhichIsComeBackTo() {
        begin();
        type("launch-name", "held");
        answer("launch-select", "kubernetes.io/hostname=h100-07");
        eventuallySays("launch-fit", "Fixes");
        press("Uncordon h100-07…");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        assertThat(colleague.nodes().withName("h100-07").get().getSpec().getUnschedulable()).isTrue();
        press("Cancel");
        eventuallySays("launch-fit", "Fixes");
        assertThat(onFx(() -> ((TextField) find("launch-name")).getText())).isEqualTo("held");
        press("Uncordon h100-07…");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Uncordon h100-07");
        eventuallySays("change-verdict", "Done, accepted by the server");
        press("Close");
        eventuallySays("launch-fit", "Nodes now have room for ");
        assertThat(onFx(() -> ((TextField) find("launch-name")).getText())).isEqualTo("held");
    }

    @Test
    void aNodeToLookAfterIsShownWhileTheFormStepsAsideAndKeepsWhatIsTyped() {
        begin();
        type("launch-name", "held");
        type("launch-count", "8");
        answer("launch-select", "kubernetes.io/hostname=h100-08");
        eventuallySays("launch-fit", "Check h100-08, which has enough devices, but some are unhealthy");
        assertThat(words("launch-fit")).doesNotContain("tessera doctor");
        press("Show h100-08");
        eventually("it is shown", () -> shown("inspector") && words("inspector").contains("h100-08"));
        assertThat(shown("change")).as("the form lies over it").isFalse();
        assertThat(onFx(() -> ((Hyperlink) find("status-change")).getText()))
                .isEqualTo("“Launch workload” not finished ▸");

        begin("Cordon…");
        eventually("another change is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Cancel");
        eventually("the form is back", () -> shown("launch-fit"));
        assertThat(onFx(() -> ((TextField) find("launch-name")).getText())).isEqualTo("held");

        press("Show h100-08");
        beginLaunch();
        assertThat(onFx(() -> ((TextField) find("launch-name")).getText())).as("begun anew, it is come back to")
                .isEqualTo("held");
        press("Show h100-08");
        onFx(() -> {
            ((Hyperlink) find("status-change")).fire();
            return true;
        });
        assertThat(shown("change")).isTrue();
        assertThat(onFx(() -> ((Hyperlink) find("status-change")).getText())).isEmpty();
        assertThat(manifest()).contains("name: held", "nvidia.com/gpu: 8");
        press("Cancel");
        eventually("it is closed for good", () -> !shown("change"));
    }

    @Test
    void inWhatRunsOneMayLookByNvidiaSmi() {
        begin();
        type("launch-name", "lasting");
        type("launch-command", "sleep 7200");
        eventually("it is in the manifest",
                () -> manifest().contains("name: lasting\n") && manifest().contains("7200"));
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/lasting in default");
        eventually("it runs", () -> words("change-verdict").contains("Done and verified"));
        eventuallySays("change", "Run nvidia-smi");
    }

    @Test
    void whatHasEndedUsesNothingAndNothingIsRunInIt() {
        begin();
        type("launch-name", "brief");
        type("launch-command", "sleep 0");
        eventually("it is in the manifest", () -> manifest().contains("name: brief\n") && manifest().contains("sleep"));
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Launch Pod/brief in default");
        eventually("it ran", () -> words("change-verdict").contains("Done and verified"));
        assertThat(words("change")).contains("Show log");
        eventually("nothing can be run in it", () -> !words("change").contains("Run nvidia-smi"));
        press("Close");
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("default", "brief"));
            return true;
        });
        eventuallySays("inspector-usage", "No usage: the pod has ended.");
    }

    @Test
    void whoGoesByKeysIsWhereTheyWereWhenTheSheetIsClosed() {
        eventually("there is a list", () -> {
            WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(ScreenDestination.PODS));
            return onFx(() -> find("pods-list") != null && find("pods-list").isVisible());
        });
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("pods-list").requestFocus());
        begin();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("launch-name").requestFocus());
        press("Cancel");
        eventually("the list has the focus again", () -> onFx(() -> find("pods-list").isFocused()));
    }

    @Test
    void whatIsRequiredAndHasNoUsualAnswerIsAskedEarly() {
        begin();
        pick("inference-fetch");
        eventually("it is asked for", () -> onFx(() -> find("launch-url") != null && marked("launch-url")));
        assertThat(onFx(
                () -> find("launch-url").localToScene(0, 0).getY() < find("launch-image").localToScene(0, 0).getY()))
                .isTrue();
    }

    @Test
    void ofAnImageThatIsLongerThanItsFieldTheEndIsShownBehindDots() {
        begin();
        eventually("the tag is seen, and that there is more before it",
                () -> onFx(() -> find("launch-image").getParent().lookupAll(".text").stream().filter(Node::isVisible)
                        .filter(Text.class::isInstance).map(text -> ((Text) text).getText())
                        .anyMatch(text -> text.matches("….*:vectoradd-cuda12\\.5\\.0-ubuntu22\\.04"))));
    }

    @Test
    void inReadOnlyModeNothingIsLaunched() {
        begin();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        eventually("the button is gone", () -> onFx(() -> !find("pods-launch").isVisible()));
    }
}
