package tessera.ui.shell;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TabPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.ClusterObjectSource;
import tessera.ui.StillDesk;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Why a pod waits, on a page of the inspector. */
class WhyInTheWindowTest extends WindowTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final String POD = """
            metadata: {namespace: ml, name: big, uid: uid-ml/big}
            spec: {containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}
            """;

    private static final String SEALED = """
            metadata: {namespace: ml, name: sealed, uid: uid-sealed}
            spec: {nodeName: c-small, containers: [{name: main}]}
            """;

    private static final String MOUNT = """
            {type: Warning, reason: FailedMount, lastTimestamp: "%s",
             message: 'MountVolume.SetUp failed for volume "key" : secret "seal" not found'}
            """.formatted(Sample.NOW);

    private static final String WORK = """
            metadata: {namespace: ml, name: agent}
            status:
              conditions:
              - {type: Available, status: "False", message: none of them is ready}
              - {type: Weighed, status: "True", lastTransitionTime: "2026-07-01T12:00:00Z", message: 3 kg}
            """;

    private final StillDesk desk = new StillDesk(new Sample()
            .with(node("a-full").nvidia("NVIDIA-L40S", 8).has(GPU, 8).has("pods", 20))
            .with(node("b-closed").nvidia("NVIDIA-L40S", 8).has(GPU, 8).has("pods", 20).cordoned())
            .with(node("c-small").nvidia("Tesla-T4", 1).has(GPU, 1).has("pods", 20))
            .pod("ml/holder-1", "a-full", GPU, 1).pod("ml/holder-2", "a-full", GPU, 1)
            .pod("ml/holder-3", "a-full", GPU, 1).pod("ml/holder-4", "a-full", GPU, 1)
            .pod("ml/holder-5", "a-full", GPU, 1).pod("ml/holder-6", "a-full", GPU, 1)
            .pod("ml/agent-1", "c-small", "cpu", 1).ofDaemonSet("agent").pod("ml/sealed", "c-small", "cpu", 1)
            .beginning().known("uid-sealed").pod("ml/killed", "c-small", "cpu", 1).failed("Error", "exit code 137")
            .known("uid-killed").waiting("ml/trainer-1", GPU, 8, "0/3 nodes are available").ofDaemonSet("trainer")
            .waiting("ml/big", GPU, 4, "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient "
                    + "nvidia.com/gpu. preemption: no.")
            .snapshot());

    private volatile Optional<Problem> objectProblem = Optional.empty();

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        desk.objects = new ClusterObjectSource() {
            @Override
            public Optional<JsonNode> find(ObjectRef object) throws ProblemException {
                if (objectProblem.isPresent()) {
                    throw new ProblemException(objectProblem.get());
                }
                return Optional.of(
                        yaml(object.kind().equals("DaemonSet") ? WORK : object.name().equals("sealed") ? SEALED : POD));
            }

            @Override
            public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
                if (selectors.endsWith("uid-sealed")) {
                    reader.accept(yaml(MOUNT));
                }
                return true;
            }
        };
        show(stage);
    }

    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void inspect(ObjectRef object) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(object);
            rootPane.showInspectorPage(InspectorPageName.WHY);
        });
        eventually(() -> find("inspector") != null && allText("inspector").contains(object.name()));
    }

    private List<String> pages() {
        return ((TabPane) find("inspector").lookup(".tab-pane")).getTabs().stream().map(tab -> tab.getText()).toList();
    }

    @Test
    void thePageThatIsAskedForIsShownThoughAnotherComesFirst() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(ObjectRef.pod("ml", "big"));
            rootPane.showInspectorPage(InspectorPageName.OVERVIEW);
        });
        eventually(() -> find("inspector") != null && allText("inspector").contains("big") && pages().contains("Why"));
        assertThat(page()).isEqualTo("Overview");
    }

    @Test
    void aPendingPodOpensOnWhyUntilAnotherPageIsChosenForPods(FxRobot robot) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.inspect(ObjectRef.pod("ml", "big")));
        eventually(() -> find("inspector-why-again") != null);
        assertThat(page()).isEqualTo("Why");

        robot.clickOn("#inspector-events");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.inspect(ObjectRef.node("a-full")));
        eventually(() -> pages().contains("Labels") && page().equals("Overview"));
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.inspect(ObjectRef.pod("ml", "trainer-1")));
        eventually(() -> pages().contains("Why") && page().equals("Events"));
    }

    private String page() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> ((TabPane) find("inspector").lookup(".tab-pane"))
                .getSelectionModel().getSelectedItem().getText());
    }

    @Test
    void aPodThatWaitsIsExplainedWithWhatWouldHelp(FxRobot robot) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> desk.setReadOnly(false));
        inspect(ObjectRef.pod("ml", "big"));
        eventually(() -> find("inspector-why-again") != null);
        assertThat(pages()).startsWith("Why", "Overview");

        assertThat(text("inspector-verdict-sentence"))
                .isEqualTo("The only suitable node does not have 4 × nvidia.com/gpu free (a-full: 2 of 8 free)");
        assertThat(allText("inspector-why-nodes")).contains("1 node full: not enough nvidia.com/gpu free")
                .contains("2 of 8 free").contains("1 node excluded: cordoned")
                .contains("1 node unsuitable: not enough nvidia.com/gpu even when empty");
        assertThat(allText("inspector-why-bar")).contains("0 | fit now").contains("1 | full now")
                .contains("1 | excluded").contains("1 | unsuitable");
        assertThat(allText("inspector")).contains("Matches the scheduler’s message.");
        assertThat(allText("inspector")).contains("Wait until ml/holder-").contains("or evict");
        assertThat(find("inspector").lookupAll(".button")).filteredOn(Button.class::isInstance)
                .extracting(each -> ((Button) each).getText()).as("what would have to go together is evicted together")
                .anyMatch(text -> text.matches("Evict these \\d pods…"));
        var button = find("inspector").lookupAll(".button").stream()
                .filter(each -> each instanceof Button plain && plain.getText().equals("Uncordon b-closed…"))
                .findFirst();
        assertThat(button).isPresent();
        robot.interact(() -> ((Button) button.orElseThrow()).fire());
        eventually(() -> find("change") != null && find("change").isVisible());
    }

    @Test
    void aPodThatHasANodeAndDoesNotStartThereIsExplainedInTheKubeletsWords() {
        inspect(ObjectRef.pod("ml", "sealed"));
        eventually(() -> find("inspector-why-again") != null);
        assertThat(text("inspector-verdict-sentence"))
                .isEqualTo("ContainerCreating on c-small: Secret seal does not exist in namespace ml");
        assertThat(allText("inspector-why-page")).contains("Message from the kubelet", "MountVolume.SetUp failed");
        assertThat(allText("inspector-why-suggestions")).contains("Create Secret seal in namespace ml");
    }

    @Test
    void aPodThatFailedIsExplainedByItsExitCode() {
        inspect(ObjectRef.pod("ml", "killed"));
        eventually(() -> find("inspector-why-again") != null);
        assertThat(text("inspector-verdict-sentence"))
                .startsWith("Error on c-small: " + "exit code 137. The program was killed (exit code 137, SIGKILL)");
        assertThat(allText("inspector-why-suggestions")).contains("Read the last log lines before the exit");
    }

    @Test
    void aNodeHasNoSuchPageAndWhoMayChangeNothingIsToldTheCommand() {
        inspect(ObjectRef.node("a-full"));
        assertThat(pages()).doesNotContain("Why");

        inspect(ObjectRef.pod("ml", "big"));
        eventually(() -> find("inspector-why-suggestions") != null);
        assertThat(allText("inspector-why-suggestions")).contains("tessera plan uncordon b-closed");
    }

    @Test
    void workOfWhichNothingWaitsHasNoSuchPageAndTellsWhatItsControllerSays() {
        inspect(WorkloadKind.DAEMON_SET.objectRef("ml", "agent"));
        eventually(() -> pages().contains("Pods 1"));
        assertThat(pages()).doesNotContain("Why");

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.OVERVIEW));
        eventually(() -> find("inspector-conditions") != null && allText("inspector-conditions").contains("3 kg"));
        assertThat(allText("inspector-conditions")).contains("Available").contains("none of them is ready");
    }

    @Test
    void workOfWhichAPodWaitsLeadsToItWithTheReason() {
        inspect(WorkloadKind.DAEMON_SET.objectRef("ml", "trainer"));
        eventually(() -> find("inspector-why-again") != null);
        assertThat(text("inspector-verdict-sentence")).isEqualTo("1 pod is not scheduled yet");
        assertThat(((Hyperlink) find("inspector-why-page").lookup(".hyperlink")).getText()).isEqualTo("trainer-1");
    }

    @Test
    void theVerdictFollowsThePodsThatAreNotScheduledYet() {
        inspect(WorkloadKind.DAEMON_SET.objectRef("ml", "trainer"));
        eventually(() -> text("inspector-verdict-sentence").equals("1 pod is not scheduled yet"));
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.OVERVIEW));

        desk.snapshots.set(new Sample().with(node("c-small").nvidia("Tesla-T4", 1).has(GPU, 1).has("pods", 20))
                .waiting("ml/trainer-1", GPU, 8, "0/1 nodes are available").ofDaemonSet("trainer")
                .waiting("ml/trainer-2", GPU, 8, "0/1 nodes are available").ofDaemonSet("trainer").snapshot());
        eventually(() -> text("inspector-verdict-sentence").equals("2 pods are not scheduled yet"));
    }

    @Test
    void aDiagnosisThatCannotBeReadAgainIsNotToldAnyLonger() {
        inspect(ObjectRef.pod("ml", "sealed"));
        eventually(() -> text("inspector-verdict-sentence").contains("Secret seal does not exist"));

        objectProblem = Optional.of(Problem.of(Problem.OperationProblemKind.TIMEOUT, "The cluster did not answer"));
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> ((Button) find("inspector-why-again")).fire());
        eventually(() -> allText("inspector-why-page").contains("The cluster did not answer"));
        assertThat(text("inspector-verdict-sentence")).doesNotContain("Secret seal");
    }
}
