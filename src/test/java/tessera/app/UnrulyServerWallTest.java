package tessera.app;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

import static org.assertj.core.api.Assertions.assertThat;

/** A wall whose API server and clock misbehave: it keeps what it knows, says what it lacks, and comes back by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
@SuppressWarnings("NullAway.Init")
class UnrulyServerWallTest {

    private static final long GROWTH = 200L << 20;
    private static final long MUCH = 200L << 20;
    private static final int CUTS = 30;
    private static final List<String> PARTLY_READ = List.of(
            "{\"metadata\":{\"resourceVersion\":\"1\",\"continue\":\"more\"},\"items\":[]}",
            "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[null]}",
            "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{\"metadata\":{\"name\":\"x\",\"namespace\":\"ml\"},"
                    + "\"spec\":\"none\"}]}");

    @TempDir
    static Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private final AdvancedClock clock = new AdvancedClock();
    private SimulatedCluster cluster;
    private UnrulyGateway gateway;
    private ClusterSelectionService clusterSelection;
    private WallDisplay display;

    @BeforeAll
    void open() throws Exception {
        Stage.start();
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        gateway = new UnrulyGateway(cluster.kubeconfig());
        var file = Files.writeString(home.resolve("config"), gateway.kubeconfig());
        clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), home, home, file),
                ApplicationSettingsService.readFrom(home),
                new StartupOptions("", false, 12, 1, List.of(), Optional.empty()).forWall("demo"), clock,
                Duration.ofMillis(200));
        clusterSelection.openForWall();
        display = Stage.fx(() -> {
            var made = new WallDisplay(
                    List.of(clusterSelection), new WallDisplayOptions(List.of(WallPageKind.values()),
                            Duration.ofDays(1), WallDimmingHours.NEVER, clusterSelection.accelerators(), clock),
                    projector);
            ColorTheme.DARK.applyTo(new Scene(made.node(), 1920, 1080));
            return made;
        });
    }

    @AfterAll
    void close() {
        Stage.fx(() -> {
            display.close();
            return true;
        });
        clusterSelection.close();
        gateway.close();
        cluster.close();
        projector.shutdownNow();
    }

    /** Whatever was done to it, it shows all there is as soon as the server behaves. */
    @AfterEach
    void recovers() {
        gateway.behave();
        gateway.cut();
        clusterSelection.retryConnection();
        goThroughAllPages();
        eventually("it is live again", () -> isLive() && !words().contains("object not read"));
        assertThat(clusterSelection.snapshots().get().findNode("l40s-03")).isPresent();
    }

    private void eventually(String subject, Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(300, TimeUnit.SECONDS, condition);
        } catch (TimeoutException e) {
            throw new AssertionError("%s did not come true; the wall says: %s".formatted(subject, words()), e);
        }
    }

    private void begin() {
        eventually("the wall is live", () -> isLive() && words().contains("Needs attention"));
    }

    private String words() {
        return Stage.fx(() -> {
            var root = display.node();
            root.applyCss();
            root.layout();
            return root.lookupAll("*").stream().filter(Node::isVisible).filter(Labeled.class::isInstance)
                    .map(labeled -> ((Labeled) labeled).getText()).filter(text -> text != null && !text.isEmpty())
                    .collect(Collectors.joining(" | "));
        });
    }

    private boolean isLive() {
        return Stream.of(words().split(" \\| ")).anyMatch(text -> text.equals("live") || text.startsWith("live,"));
    }

    private void goThroughAllPages() {
        for (int page = WallPageKind.values().length - 1; page >= 0; page--) {
            int number = page;
            Stage.fx(() -> {
                display.turnTo(number);
                return true;
            });
            assertThat(words()).isNotBlank();
        }
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void sends(String list) {
        gateway.misbehaveInLists(UnrulyGateway::isOfPods, list);
        gateway.cut();
    }

    @Test
    void aServerThatSendsByteAfterByteLeavesWhatIsKnownWithItsAge() {
        begin();
        gateway.misbehave(_ -> true, UnrulyGateway::drip);
        gateway.cut();
        eventually("it is no longer live", () -> !isLive());
        goThroughAllPages();
        clock.move(Duration.ofMinutes(12));
        eventually("its age lies across the page", () -> words().matches("(?s).*Data \\d+ min old.*"));
        assertThat(words()).contains("Needs attention");
    }

    @Test
    void aListOfAGigabyteIsNotKeptWhileItIsRead() {
        begin();
        long before = heap();
        gateway.misbehave(UnrulyGateway::isOfPods, UnrulyGateway::endlessList);
        gateway.cut();
        eventually("much of it was sent", () -> gateway.sent() > MUCH);
        goThroughAllPages();
        assertThat(heap() - before).isLessThan(GROWTH);
    }

    @Test
    void whatCannotBeReadIsSaidInTheHead() {
        begin();
        for (var list : PARTLY_READ) {
            gateway.behave();
            gateway.cut();
            clusterSelection.retryConnection();
            eventually("all is read before " + list, () -> !words().contains("object not read"));
            sends(list);
            eventually("it says so of " + list, () -> words().contains("1 object not read"));
            goThroughAllPages();
        }
    }

    @Test
    void whatIsNoListLeavesWhatIsKnown() {
        begin();
        for (var list : List.of("[]", "{\"items\":{}}", "<html>", "", "{\"metadata\":[],\"items\":\"none\"}")) {
            sends(list);
            eventually("it is no longer live", () -> !isLive());
            goThroughAllPages();
            assertThat(words()).as(list).contains("Needs attention");
            assertThat(clusterSelection.snapshots().get().pods()).as(list).isNotEmpty();
        }
    }

    @Test
    void afterManyCutsOfEveryConnectionItIsLive() {
        begin();
        long before = heap();
        for (int i = 0; i < CUTS; i++) {
            gateway.cut();
            goThroughAllPages();
        }
        assertThat(heap() - before).isLessThan(GROWTH);
    }

    @Test
    void aClockThatJumpsAnHourForthAndTwoBackHidesNoSilence() {
        begin();
        clock.move(Duration.ofHours(1));
        goThroughAllPages();
        begin();
        clock.move(Duration.ofHours(-2));
        gateway.misbehave(_ -> true, UnrulyGateway::drip);
        gateway.cut();
        eventually("the silence is seen with the clock set back", () -> !isLive());
        goThroughAllPages();
        gateway.behave();
        gateway.cut();
        clusterSelection.retryConnection();
        begin();
        assertThat(words()).doesNotContain("-1 h", "−1 h", "-60 min", "-59 min");
    }
}
