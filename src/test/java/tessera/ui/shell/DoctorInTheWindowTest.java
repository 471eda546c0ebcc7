package tessera.ui.shell;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.stack.ClusterReadResult;
import tessera.stack.ContainerLogTail;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackObjects;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What is wrong from end to end, on a screen of its own. */
class DoctorInTheWindowTest extends WindowTest {

    private final StillDesk desk = new StillDesk(new Sample()
            .with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                    .label("nvidia.com/mig.capable", "true").label("nvidia.com/mig.config", "all-balanced")
                    .label("nvidia.com/mig.config.state", "failed"))
            .with(node("b").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4).cordoned()
                    .label("nvidia.com/gpu.deploy.driver", "true"))
            .snapshot());

    private final AtomicReference<Instant> time = new AtomicReference<>(Sample.NOW);

    @Override
    StillDesk desk() {
        return desk;
    }

    @Override
    Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Instant instant() {
                return time.get();
            }
        };
    }

    @Start
    void open(Stage stage) {
        desk.readings.set(
                new FleetReadings(Instant.EPOCH, Map.of("a", withoutExporter("a"), "b", withoutExporter("b")), null));
        show(stage);
    }

    /** Of an exporter that may be there the first word would be waited for. */
    private static NodeReadings withoutExporter(String node) {
        return new NodeReadings(node, "", null, Duration.ofSeconds(30), null, List.of());
    }

    private static GpuStackClusterReader nothing() {
        return stack(() -> {});
    }

    /** Waits, and may be given up. */
    private interface Waiting {
        void await() throws InterruptedException;
    }

    private static GpuStackClusterReader stack(Waiting waiting) {
        return new GpuStackClusterReader() {
            @Override
            public GpuStackObjects read() throws InterruptedException {
                waiting.await();
                return new GpuStackObjects(new ClusterReadResult.SuccessfulRead<>(Optional.empty()),
                        new ClusterReadResult.SuccessfulRead<>(List.of()),
                        new ClusterReadResult.SuccessfulRead<>(List.of()),
                        new ClusterReadResult.SuccessfulRead<>(Optional.empty()));
            }

            @Override
            public List<String> warningEvents(PodSummary pod) {
                return List.of();
            }

            @Override
            public ContainerLogTail readLog(PodSummary pod, int lines) {
                return new ContainerLogTail("", false, List.of());
            }
        };
    }

    private void examine() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(ScreenDestination.DOCTOR));
    }

    @Test
    void findingsAreToldMostUrgentFirstAndLeadToTheirObject(FxRobot robot) {
        desk.stack = nothing();
        examine();
        eventually(() -> text("doctor-verdict").startsWith("1 critical"));

        assertThat(allText("doctor-findings")).contains("Critical | a: The MIG change to all-balanced failed")
                .doesNotContain("tessera plan mend-mig a").contains("b is cordoned: 4 GPUs free").contains("Checked")
                .contains("Not checked");
        robot.interact(() -> link("Show evidence").fire());
        eventually(() -> allText("doctor-findings").contains("tessera plan mend-mig a --by restart-manager"));
        robot.interact(() -> link("Open a").fire());
        eventually(() -> find("inspector") != null && allText("inspector").contains("a"));
    }

    private void measured(String... nodes) {
        var readings = Arrays.stream(nodes)
                .collect(Collectors.toMap(node -> node,
                        node -> new NodeReadings(node, "gpu-operator/exporter-" + node, Sample.NOW,
                                Duration.ofSeconds(30), null, List.of(new DeviceReadings("GPU-" + node, 0, "H100", "",
                                        List.of(), DeviceMetricValues.NONE, List.of())))));
        WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> desk.readings.set(new FleetReadings(Sample.NOW, readings, null)));
    }

    private void judged(Instant at) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            desk.alertFeed.state().set(new AlertSnapshot(at, List.of(), List.of(), List.of()));
            time.updateAndGet(before -> before.plusSeconds(10));
        });
    }

    @Test
    void whoExaminesBeforeExportersWereHeardSeesTheClusterExaminedOnceMoreByItself() {
        desk.readings.set(FleetReadings.emptyReadings());
        desk.stack = nothing();
        examine();
        eventually(() -> allText("doctor-findings").contains("on GPU metrics: no reading yet"));

        measured("a");
        judged(Sample.NOW.plusSeconds(1));
        measured("a", "b");
        judged(Sample.NOW.plusSeconds(2));
        eventually(() -> allText("doctor-findings").contains("on the metrics of 2 GPUs"));
        assertThat(allText("doctor-findings")).doesNotContain("no reading yet");
    }

    @Test
    void anExaminationGoesOnWhenSomebodyLeavesAndTheLastStaysInSightUntilTheNextHasEnded(FxRobot robot) {
        var gate = new Semaphore(0);
        var begun = new AtomicInteger();
        desk.stack = stack(() -> {
            begun.incrementAndGet();
            gate.acquire();
        });
        examine();
        eventually(() -> gate.hasQueuedThreads());
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(ScreenDestination.FLEET));
        examine();
        gate.release();
        eventually(() -> text("doctor-verdict").startsWith("1 critical"));
        assertThat(begun).as("not begun anew").hasValue(1);

        robot.interact(() -> link("Show evidence").fire());
        robot.interact(() -> ((Button) find("doctor-again")).fire());
        eventually(() -> allText("doctor").contains(", checking again…"));
        assertThat(text("doctor-verdict")).startsWith("1 critical");
        gate.release();
        eventually(() -> !allText("doctor").contains("checking again…"));
        eventually(() -> begun.get() == 2 && link("Hide evidence").isVisible());
    }

    private Hyperlink link(String text) {
        return find("doctor-findings").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                .filter(each -> each.getText().equals(text)).findFirst().orElseThrow();
    }

    @Test
    void findingsOfOneSeverityAreShownAlone(FxRobot robot) {
        desk.stack = nothing();
        examine();
        eventually(() -> text("doctor-verdict").startsWith("1 critical"));

        assertThat(Stream.of("all", "critical", "warnings").map(each -> find("doctor-" + each))
                .map(button -> ((ToggleButton) button).getText())).containsExactly("All", "Critical 1", "Warnings 0");
        robot.interact(() -> ((ToggleButton) find("doctor-critical")).fire());
        assertThat(allText("doctor-findings")).contains("The MIG change to all-balanced failed")
                .doesNotContain("b is cordoned: 4 GPUs free").contains("Not checked");
        robot.interact(() -> ((ToggleButton) find("doctor-all")).fire());
        assertThat(allText("doctor-findings")).contains("b is cordoned: 4 GPUs free");
    }

    @Test
    void aFindingOpensTheChangeThatMendsItUnlessOneMayOnlyRead(FxRobot robot) {
        desk.stack = nothing();
        examine();
        eventually(() -> allText("doctor-findings").contains("Uncordon b… (Read-only mode)"));
        assertThat(button("Uncordon b…")).isEmpty();

        desk.clusters.update(clusterList -> new OpenableClusterList(clusterList.contexts(), clusterList.openContext(),
                ClusterWriteAccessMode.CHANGES_ALLOWED, ""));
        eventually(() -> button("Uncordon b…").isPresent());
        robot.interact(() -> button("Repair MIG on a…").orElseThrow().fire());
        eventually(() -> find("change").isVisible()
                && allText("change").contains("The MIG change to all-balanced failed"));
    }

    @Test
    void labelsThatAnOperatorLeftAreRemovedFromWhereTheyAreFound(FxRobot robot) {
        desk.stack = nothing();
        examine();
        eventually(() -> allText("doctor-findings").contains("Remove labels from a, b… (Read-only mode)"));

        desk.clusters.update(clusterList -> new OpenableClusterList(clusterList.contexts(), clusterList.openContext(),
                ClusterWriteAccessMode.CHANGES_ALLOWED, ""));
        eventually(() -> button("Remove labels from a, b…").isPresent());
        robot.interact(() -> button("Remove labels from a, b…").orElseThrow().fire());
        eventually(() -> find("change").isVisible() && allText("change").contains("nvidia.com/gpu.deploy.driver-"));
    }

    @Test
    void besideTheInspectorOfASmallWindowWordsOfAFindingKeepRoomToBeRead() {
        desk.stack = nothing();
        desk.clusters.update(clusterList -> new OpenableClusterList(clusterList.contexts(), clusterList.openContext(),
                ClusterWriteAccessMode.CHANGES_ALLOWED, ""));
        examine();
        eventually(() -> find("doctor-findings") != null && button("Repair MIG on a…").isPresent());
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.node().getScene().getWindow().setWidth(1024);
            rootPane.inspect(ObjectRef.node("a"));
        });

        eventually(() -> headline().getWidth() > 0 && headline().getHeight() < 24);
        assertThat(((Label) find("doctor-verdict")).getWidth()).as("not cut")
                .isGreaterThanOrEqualTo(find("doctor-verdict").prefWidth(-1));
    }

    private Label headline() {
        return find("doctor-findings").lookupAll(".strong").stream()
                .filter(each -> each instanceof Label plain && plain.getText().startsWith("a: The MIG change"))
                .map(Label.class::cast).findFirst().orElseThrow();
    }

    private Optional<Button> button(String title) {
        return find("doctor-findings").lookupAll(".button").stream()
                .filter(each -> each instanceof Button plain && plain.getText().equals(title)).map(Button.class::cast)
                .findFirst();
    }

    @Test
    void whoMayNotListNodesIsToldSoInPlaceOfFindings() {
        desk.stack = nothing();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> desk.snapshots.set(new Sample().forbidden().snapshot()));
        examine();
        eventually(() -> allText("doctor").contains("You may not list nodes"));

        assertThat(allText("doctor")).doesNotContain("No node has a GPU");
    }

    @Test
    void whereNobodyAnswersThatIsSaidInPlaceOfAHealthyCluster() {
        examine();
        eventually(() -> allText("doctor").contains("No cluster is open"));
    }
}
