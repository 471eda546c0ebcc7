package tessera.ui.pods;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.model.ControllerRef;
import tessera.model.reading.MetricReading;
import tessera.scheduling.WorkloadWithoutPodsReader.PodlessWorkloadReadResult;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.ResolvedWindowAppearance;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.pods.PodListLine.PendingPodAwaitedEvent;
import tessera.ui.pods.PodsScreenInput.PodListSection;
import tessera.ui.pods.PodsView.PodListCell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static tessera.gpu.Sample.node;

/** What of a pod's line is to be read where there is little room. */
class PodListLineRendererTest {

    private static final String REASON = "back-off 5m0s restarting failed container=main pod=train-7f9c_ml(0f3a)";

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static List<String> read(int width) {
        var line = new PodListLine.BoundPodLine("ml", "train-7f9c", "", "h100-01", "CrashLoopBackOff",
                StatusGlyph.BROKEN, "1 × gpu",
                new PodGpuUtilization(
                        new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED), "", ""),
                REASON, "3 h");
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, width, 60);
        return Stage.fx(() -> cell.lookupAll(".label").stream().map(Label.class::cast)
                .filter(label -> label.getWidth() > 0).map(PodListLineRendererTest::drawn).toList());
    }

    private static String drawn(Labeled label) {
        return ((Text) label.lookup(".text")).getText();
    }

    @Test
    void whyAPodFailsIsReadUnderItsNameAndTakesNoRoomFromIt() {
        assertThat(read(800)).contains("train-7f9c", REASON);
        assertThat(read(2200)).contains("train-7f9c", REASON);
    }

    @Test
    void howAPodFailsIsReadBesideTheInspectorOfAUsualWindow() {
        assertThat(read(920)).contains("CrashLoopBackOff · h100-01");
    }

    @Test
    void whoOwnsPodsThatDoNotRunIsReadBesideAWideInspector() {
        var line = new PodListLine.PodOwnerLine("serving", new ControllerRef("apps/v1", "Deployment", "sdxl-serve"), "",
                "15", "15 × gpu", new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""), "21 d",
                false, 1);
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, 538, 60);
        assertThat(Stage.fx(() -> cell.lookupAll(".label").stream().map(Label.class::cast)
                .map(PodListLineRendererTest::drawn).toList()))
                .contains("sdxl-serve", "1 not running", "15 × gpu", "21 d");
    }

    @Test
    void whatIsHeldAndForHowLongIsReadBesideAWideInspectorAndTheRestUnderTheName() {
        var line = new PodListLine.PodOwnerLine("research",
                new ControllerRef("jobset.x-k8s.io/v1alpha2", "JobSet", "vlm-train"), "", "8", "8 × mig-3g.40gb",
                new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""), "2 h 59 min", false, 0);
        assertThat(readable(line, 538)).contains("vlm-train", "8", "8 × mig-3g.40gb", "2 h 59 min",
                "JobSet · research");
        assertThat(readable(line, 1000)).contains("JobSet", "research").doesNotContain("JobSet · research");
    }

    @Test
    void allResourcesOfAShareAreReadInAUsualWindow() {
        var line = new PodListLine.PodOwnerLine("vision", new ControllerRef("", "", ""), "detect-0", "1",
                "1 × shared, 30 × gpucores, 8 000 × gpumem",
                new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""), "12 d", false, 0);
        assertThat(readable(line, 1368)).contains("1 × shared, 30 × gpucores, 8 000 × gpumem");
    }

    @Test
    void whatIsHeldIsReadBesideTheInspectorOfASmallWindow() {
        var line = new PodListLine.PodOwnerLine("research", new ControllerRef("batch/v1", "Job", "eval-harness"), "",
                "7", "17 × mig-3g.40gb", new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""),
                "5 h 40 min", false, 0);
        assertThat(readable(line, 775)).contains("eval-harness", "17 × mig-3g.40gb", "5 h 40 min", "research");
    }

    @Test
    void whichPodItIsIsReadBesideTheInspectorAndColumnsThatMatterLessGiveWay() {
        var busy = new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.5), "", "");
        var owned = new PodListLine.PodOwnerLine("serving",
                new ControllerRef("apps/v1", "Deployment", "embed-multilingual-large"), "", "7", "17 × mig-3g.40gb",
                busy, "5 h 40 min", false, 0);
        assertThat(readable(owned, 775)).contains("embed-multilingual-large", "serving").doesNotContain("Deployment");
        assertThat(readable(owned, 920)).contains("Deployment", "serving");

        var pod = new PodListLine.BoundPodLine("ml", "vlm-train-workers-0-1-r6wt9", "", "h100-06", "Running",
                StatusGlyph.READY, "1 × mig-3g.40gb", busy, "", "3 h");
        for (int width : List.of(775, 940)) {
            assertThat(readable(pod, width)).as("at " + width).contains("vlm-train-workers-0-1-r6wt9",
                    "Running · h100-06", "1 × mig-3g.40gb", "3 h");
        }
        assertThat(readable(pod, 520)).contains("vlm-train-workers-0-1-r6wt9", "Running · h100-06");
        assertThat(readable(pod, 1190)).contains("vlm-train-workers-0-1-r6wt9", "Running", "h100-06");
    }

    @Test
    void aPodThatStandsAloneSaysInWhichNamespaceAndWhoseItIs() {
        var line = new PodListLine.BoundPodLine("speech", "whisper-batch-w7c4s", "speech · Job whisper-batch",
                "l40s-01", "UnexpectedAdmissionError", StatusGlyph.BROKEN, "2 × gpu",
                new PodGpuUtilization(
                        new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED), "", ""),
                "", "2 h 59 min");
        for (int width : List.of(538, 775, 940, 1370)) {
            assertThat(readable(line, width)).as("at " + width).contains("whisper-batch-w7c4s",
                    "speech · Job whisper-batch", "2 × gpu", "2 h 59 min");
        }
        assertThat(readable(line, 890)).as("beside the inspector").contains("UnexpectedAdmissionError", "l40s-01");
        assertThat(readable(line, 538)).contains("UnexpectedAdmissionError · l40s-01");
        assertThat(readable(line, 775)).as("on two lines").contains("UnexpectedAdmissionError · l40s-01");
    }

    private static double held(PodListLine line, String text, int width) {
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, width, 60);
        return Stage.fx(() -> cell.lookupAll(".label").stream().map(Label.class::cast)
                .filter(label -> label.getText().equals(text)).findFirst().orElseThrow().getBoundsInParent().getMinX());
    }

    @Test
    void whatPodsHeldThatHaveFailedStandsUnderWhatOthersHold() {
        var none = new PodGpuUtilization(
                new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED), "", "");
        var failed = new PodListLine.BoundPodLine("speech", "whisper-batch-w7c4s", "speech · Job whisper-batch",
                "l40s-01", "UnexpectedAdmissionError", StatusGlyph.BROKEN, "2 × gpu", none, "", "2 h 59 min");
        var owned = new PodListLine.PodOwnerLine("research", new ControllerRef("batch/v1", "Job", "eval-harness"), "",
                "7", "17 × mig-3g.40gb", none, "5 h 40 min", false, 0);
        for (int width : List.of(538, 650, 775, 940, 1370, 1800)) {
            assertThat(held(failed, "2 × gpu", width)).as("at " + width)
                    .isEqualTo(held(owned, "17 × mig-3g.40gb", width));
        }
    }

    private static double bar(String idle, int width) {
        var line = new PodListLine.PodOwnerLine("research", new ControllerRef("batch/v1", "Job", "eval-harness"), "",
                "7", "17 × mig-3g.40gb", new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.5), "", idle),
                "5 h 40 min", false, 0);
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, width, 60);
        return Stage.fx(() -> {
            var whole = (Region) cell.lookup(".level-bar");
            assertThat(((Region) cell.lookup(".level")).getWidth()).isCloseTo(whole.getWidth() / 2, within(0.5));
            return whole.getWidth();
        });
    }

    @Test
    void howBusyGpusAreIsDrawnAsLongAsThereIsRoomForAndAlikeInAllRows() {
        assertThat(bar("", 770)).isLessThan(60);
        assertThat(bar("", 1800)).isGreaterThan(140).isEqualTo(bar("7 idle", 1800));
    }

    /** What is to be read of a line whole. */
    private static List<String> readable(PodListLine line, int width) {
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, width, 60);
        return Stage.fx(() -> cell.lookupAll(".label").stream().map(Label.class::cast)
                .filter(label -> label.isVisible() && label.getParent().isVisible() && label.getWidth() > 0)
                .map(PodListLineRendererTest::drawn).toList());
    }

    @Test
    void aRowIsAsHighAsWhatItShowsOfAReasonThatIsTooLong() {
        var line = new PodListLine.BoundPodLine("ml", "train-7f9c", "", "h100-01", "CrashLoopBackOff",
                StatusGlyph.BROKEN, "1 × gpu",
                new PodGpuUtilization(
                        new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED), "", ""),
                (REASON + " ").repeat(9), "3 h");
        var list = Stage.fx(() -> new VBox(PodListLineRenderer.drawLine(line)));
        Stage.draw(list, ColorTheme.DARK, 538, 300);
        Stage.fx(() -> {
            var row = (Region) list.lookup(".pod-placed");
            double end = row.getChildrenUnmodifiable().getLast().getBoundsInParent().getMaxY();
            assertThat(row.getHeight() - row.getInsets().getBottom() - end).isBetween(-1.0, 1.0);
            return true;
        });
    }

    private static double drawnHeight(String reason, int width) {
        var line = new PodListLine.PendingPodLine("ml", "train-0", reason, "4 × gpu", "36 min",
                PendingPodAwaitedEvent.ROOM);
        var list = Stage.fx(() -> {
            var lines = new ListView<ObservableValue<PodListLine>>();
            lines.getStyleClass().add("pods-list");
            lines.setCellFactory(view -> new PodListCell(owned -> {}, pod -> {}, pod -> {}));
            lines.getItems().add(new SimpleObjectProperty<>(line));
            return lines;
        });
        Stage.draw(list, ColorTheme.DARK, width, 300);
        return Stage.fx(() -> {
            var label = list.lookupAll(".label").stream().map(Label.class::cast)
                    .filter(each -> each.getText().equals(reason) && each.isVisible() && each.getParent().isVisible())
                    .findFirst().orElseThrow();
            assertThat(drawn(label)).as("nothing is cut at " + width).isEqualTo(reason);
            return list.lookup(".pod-waiting").getLayoutBounds().getHeight();
        });
    }

    @Test
    void whyAPodWaitsTakesASecondLineRatherThanBeingCut() {
        var reason = "The only matching node does not have 4 GPUs even when empty. 29 nodes are excluded by "
                + "its selector, taints and a cordon";
        assertThat(drawnHeight(reason, 940)).isGreaterThan(drawnHeight(reason, 1900));
    }

    @Test
    void whyAPodWaitsIsReadWholeBesideTheInspectorOfASmallWindow() {
        var reason = "Every node that could run the pod is closed to it (2 nodes with taint "
                + "dedicated=frontier:NoSchedule and 1 node cordoned)";
        var line = new PodListLine.PendingPodLine("research", "b200-probe", reason, "2 × gpu", "1 h 12 min",
                PendingPodAwaitedEvent.CHANGE);
        assertThat(readable(line, 512)).containsOnlyOnce(reason).contains("b200-probe", "research", "2 × gpu",
                "1 h 12 min");
        assertThat(drawnHeight(reason, 512)).isLessThanOrEqualTo(drawnHeight(reason, 640));
    }

    @Test
    void whatAPodWantsAndHowLongItWaitsAreReadInLargeLetters() {
        var line = new PodListLine.PendingPodLine("ml", "train-0", "All 17 mig-3g.40gb instances are allocated",
                "1 × mig-3g.40gb", "1 h 14 min", PendingPodAwaitedEvent.ROOM);
        var read = Stage.fx(() -> {
            var row = new StackPane(PodListLineRenderer.drawLine(line));
            var scene = new Scene(row, 900, 120);
            new ResolvedWindowAppearance(ColorTheme.DARK, RowDensity.NORMAL, 20, true).applyTo(scene);
            // What is larger is heard of when it is dressed, and laid out after it.
            for (int pulse = 0; pulse < 2; pulse++) {
                row.applyCss();
                row.layout();
            }
            return row.lookupAll(".label").stream().map(Label.class::cast).filter(label -> label.getWidth() > 0)
                    .map(PodListLineRendererTest::drawn).toList();
        });
        assertThat(read).contains("1 × mig-3g.40gb", "1 h 14 min");
    }

    @Test
    void howManyWaitIsReadWhereThereIsNoRoomForWhatTheyWant() {
        var sectionHeading = new PodListLine.SectionHeading("pending", StatusGlyph.WAITING, "15 pending",
                "requesting 26 GPUs and 4 MIG instances · 4 cannot be scheduled without a change · longest first");
        var row = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(sectionHeading)));
        Stage.draw(row, ColorTheme.DARK, 500, 40);
        assertThat(Stage.fx(() -> row.lookupAll(".label").stream().map(Label.class::cast)
                .map(PodListLineRendererTest::drawn).toList())).contains("15 pending");
        assertThat(Stage.fx(() -> row.lookupAll(".label").stream().map(Label.class::cast).map(Label::getAccessibleHelp)
                .filter(Objects::nonNull).toList())).as("told where one points at it")
                .containsExactly(sectionHeading.detail());
    }

    @Test
    void aPodThatWaitsInVainIsToldFromOneWhoseTurnComes() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2))
                .pod("ml/holder", "n", "nvidia.com/gpu", 2)
                .waiting("ml/next", "nvidia.com/gpu", 2, "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.")
                .waiting("ml/cut", "nvidia.com/mig-1g.10gb", 1,
                        "0/1 nodes are available: 1 Insufficient nvidia.com/mig-1g.10gb.");
        var lines = new PodsScreenStateBuilder(AcceleratorCatalog.standard())
                .project(sample.fleet(), new PodsScreenInput("", PodListSection.PENDING, "", Set.of(), Map.of(),
                        new PodlessWorkloadReadResult(List.of(), List.of()), Map.of(), Sample.NOW))
                .lines();

        assertThat(Stage.fx(() -> lines.stream().filter(PodListLine.PendingPodLine.class::isInstance)
                .map(PodListLineRenderer::drawLine).map(row -> row.lookup(".glyph-box").getAccessibleText()).toList()))
                .containsExactlyInAnyOrder("waiting", "Cannot be scheduled without a change");
    }

    private static Region word(PodListLine line, int width, String text) {
        var cell = Stage.fx(() -> new StackPane(PodListLineRenderer.drawLine(line)));
        Stage.draw(cell, ColorTheme.DARK, width, 60);
        return Stage.fx(() -> cell.lookupAll(".label").stream().map(Label.class::cast)
                .filter(label -> label.getText().equals(text)).findFirst().orElseThrow());
    }

    @Test
    void whatIsWantedStandsAboveWhatOthersHoldWhereThereIsRoom() {
        var waits = new PodListLine.PendingPodLine("ml", "train-0", "No node offers it", "4 × gpu", "36 min",
                PendingPodAwaitedEvent.ROOM);
        var holds = new PodListLine.PodOwnerLine("research", new ControllerRef("batch/v1", "Job", "eval"), "", "7",
                "17 × gpu", new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""), "5 h", false,
                0);

        for (int width : List.of(1366, 1846)) {
            assertThat(word(waits, width, "4 × gpu").getLayoutX()).as("at " + width)
                    .isEqualTo(word(holds, width, "17 × gpu").getLayoutX());
        }
    }

    @Test
    void howManyPodsHoldIsNotReadTogetherWithHowMuchTheyHold() {
        var line = new PodListLine.PodOwnerLine("research", new ControllerRef("batch/v1", "Job", "eval"), "", "4",
                "32 × gpu", new PodGpuUtilization(new MetricReading.MeasuredMetricReading(0.38), "", ""), "5 h", false,
                0);
        var pods = word(line, 920, "4");
        var end = Stage.fx(() -> pods.getLayoutX() + pods.lookup(".text").getBoundsInParent().getMaxX());

        assertThat(word(line, 920, "32 × gpu").getLayoutX() - end).isGreaterThanOrEqualTo(23);
    }
}
