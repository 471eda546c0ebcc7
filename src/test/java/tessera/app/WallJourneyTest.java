package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A display across the room, of a cluster that may be read and of one that may not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class WallJourneyTest {

    /** How high letters are, at least, that are read from five metres on a display of 55 inches, in pixels of 1080. */
    private static final double SMALLEST = 24;

    @TempDir
    static Path home;

    private final ExecutorService projector = Executors.newSingleThreadExecutor();
    private final AdvancedClock clock = new AdvancedClock();
    private SimulatedCluster cluster;
    private ClusterSelectionService readable;
    private ClusterSelectionService forbidden;
    private WallDisplay display;

    @BeforeAll
    void open() throws Exception {
        Stage.start();
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        readable = desk("admin", "prod-eu");
        forbidden = desk("nobody", "closed");
        var options = new WallDisplayOptions(List.of(WallPageKind.values()), Duration.ofSeconds(30),
                WallDimmingHours.NEVER, readable.accelerators(), clock);
        display = Stage.fx(() -> {
            var made = new WallDisplay(List.of(readable, forbidden), options, projector);
            ColorTheme.DARK.applyTo(new Scene(made.node(), 1920, 1080));
            return made;
        });
    }

    private ClusterSelectionService desk(String user, String context) throws Exception {
        var folder = Files.createDirectories(home.resolve(context));
        var file = Files.writeString(folder.resolve("config"),
                cluster.kubeconfig(user).replace("name: demo\n  context", "name: " + context + "\n  context")
                        .replace("current-context: demo", "current-context: " + context));
        var startupOptions = new StartupOptions("", false, 12, 1, List.of(), Optional.empty());
        var clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), folder, folder, file),
                ApplicationSettingsService.readFrom(folder), startupOptions.forWall(context), clock,
                Duration.ofMillis(200));
        clusterSelection.openForWall();
        return clusterSelection;
    }

    @AfterAll
    void close() {
        Stage.fx(() -> {
            display.close();
            return true;
        });
        readable.close();
        forbidden.close();
        cluster.close();
        projector.shutdownNow();
    }

    private void eventually(String subject, Callable<Boolean> condition) {
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, condition);
        } catch (TimeoutException e) {
            throw new AssertionError("%s did not come true; the wall says: %s".formatted(subject, words()), e);
        }
    }

    private void eventuallySays(String text) {
        eventually("it says “" + text + "”", () -> words().contains(text));
    }

    private static boolean seen(Node node) {
        for (var at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }

    /** All that is to be read. */
    private String words() {
        return Stage.fx(() -> words(display.node()));
    }

    /** All that is to be read in a part. */
    private String words(String part) {
        return Stage.fx(() -> words(display.node().lookup(part)));
    }

    private static String words(Node where) {
        var root = where.getScene().getRoot();
        root.applyCss();
        root.layout();
        return where.lookupAll("*").stream().filter(WallJourneyTest::seen).filter(Labeled.class::isInstance)
                .map(labeled -> ((Labeled) labeled).getText()).filter(text -> text != null && !text.isEmpty())
                .collect(Collectors.joining(" | "));
    }

    private void turnTo(int page) {
        Stage.fx(() -> {
            display.turnTo(page);
            return true;
        });
    }

    @Test
    void pagesFollowOneAnotherByThemselvesThroughAllClustersAndOneThatCannotBeReadHasOneTurn() {
        turnTo(0);
        eventuallySays("Needs attention");
        for (var page : List.of("Trends · 2 of 5", "Alerts · 3 of 5", "Pending and idle · 4 of 5", "Fleet · 5 of 5",
                "Fleet · 1 of 5")) {
            clock.move(Duration.ofSeconds(30));
            eventuallySays(page);
        }
    }

    @Test
    void everyPageIsOfTheCluster() {
        turnTo(0);
        eventuallySays("prod-eu");
        eventuallySays("Out of service");
        turnTo(1);
        eventuallySays("Hottest");
        eventuallySays("kW");
        turnTo(2);
        eventuallySays("alert");
        eventuallySays("rules watch");
        turnTo(3);
        eventuallySays("pending");
        eventuallySays("allocated, idle");
    }

    @Test
    void trendsBeginWithWhatThePrometheusOfTheClusterRemembersAndSayWhereTheyAreFrom() {
        eventually("a Prometheus was found and asked", () -> {
            turnTo(1);
            return words().contains("last 6 h · Prometheus");
        });
        var told = Stream.of("used", "power", "hottest", "allocated", "free", "wasted")
                .collect(Collectors.groupingBy(tile -> words("#wall-" + tile).contains("Prometheus")));

        assertThat(told.get(true)).as("what exporters measure").containsExactlyInAnyOrder("used", "power", "hottest");
        assertThat(told.get(false))
                .allSatisfy(tile -> assertThat(words("#wall-" + tile)).containsPattern("seen for|trend begins now"));
    }

    @Test
    void aClusterThatMayNotBeReadSaysSoOnItsPage() {
        turnTo(4);
        eventuallySays("closed");
        eventually("it says who is refused what", () -> words().contains("nobody") || words().contains("not"));
        assertThat(words()).doesNotContain("Needs attention");
    }

    @Test
    void aLostClusterShowsItsAgeAcrossThePageAndComesBack() {
        turnTo(0);
        eventuallySays("Needs attention");
        var stop = SimulatedHttpServerFaults.of(cluster).addFault(".*",
                new SimulatedHttpServerFault.NonHttpResponseFault("no http at all\r\n\r\n"));
        SimulatedHttpServerFaults.of(cluster).dropConnections();
        eventually("the connection is lost", () -> !words().contains("live"));
        clock.move(Duration.ofMinutes(12));
        turnTo(0);

        // The clock may have been moved by others since the last contact.
        eventually("its age lies across the page", () -> words().matches("(?s).*Data 1[2-9] min old.*"));
        assertThat(words()).contains("Needs attention");

        stop.run();
        eventuallySays("live");
        eventually("nothing lies across the page", () -> !words().contains(" old"));
    }

    @ParameterizedTest
    @CsvSource({"1920, 1080", "3840, 2160"})
    void everyPageIsLargeEnoughAndNoneOfItIsCut(double width, double height) {
        var shown = List.of("Needs attention", "Hottest", "rules watch", "allocated, idle");
        try {
            for (int page = 0; page < shown.size(); page++) {
                turnTo(page);
                eventuallySays(shown.get(page));
                largeAndWhole(shown.get(page), Stage.fx(() -> laidOut(width, height)),
                        new BoundingBox(0, 0, width, height));
            }
        } finally {
            Stage.fx(() -> laidOut(WallDisplay.WIDTH, WallDisplay.HEIGHT));
        }
    }

    @Test
    void whatExplainsTheHeatmapKeepsItsLineWhereManyClustersFollowOneAnother() {
        var options = new WallDisplayOptions(List.of(WallPageKind.values()), Duration.ofDays(1), WallDimmingHours.NEVER,
                readable.accelerators(), clock);
        var many = Stage.fx(() -> {
            var made = new WallDisplay(Collections.nCopies(5, readable), options, projector);
            ColorTheme.DARK.applyTo(new Scene(made.node(), WallDisplay.WIDTH, WallDisplay.HEIGHT));
            return made;
        });
        Callable<List<Bounds>> keys = () -> {
            words(many.node());
            return many.node().lookupAll(".wall-key").stream().filter(WallJourneyTest::seen)
                    .map(key -> key.localToScene(key.getBoundsInLocal())).toList();
        };
        eventually("the heatmap is explained", () -> Stage.fx(keys).size() > 5);
        var explained = Stage.fx(keys);
        eventually("all pages are counted", () -> Stage.fx(() -> words(many.node())).contains("Fleet · 1 of 20"));
        Stage.fx(() -> {
            many.close();
            return true;
        });

        assertThat(explained.stream().map(Bounds::getMinY).distinct()).hasSize(1);
    }

    @Test
    void noPictureBurnsInAndNoEdgeIsSeenWhereItMoves() {
        var minutes = new AdvancedClock();
        var options = new WallDisplayOptions(List.of(WallPageKind.values()), Duration.ofDays(1), WallDimmingHours.NEVER,
                readable.accelerators(), minutes);
        var large = new BoundingBox(0, 0, 3840, 2160);
        var moving = Stage.fx(() -> {
            var made = new WallDisplay(List.of(readable), options, projector);
            ColorTheme.DARK.applyTo(new Scene(made.node(), large.getWidth(), large.getHeight()));
            made.node().resize(large.getWidth(), large.getHeight());
            made.node().layout();
            return made;
        });
        var places = new ArrayList<Bounds>();
        for (int minute = 0; minute < 10; minute++) {
            places.add(Stage.fx(() -> {
                moving.turnTo(0);
                return sheet(moving);
            }));
            minutes.move(Duration.ofMinutes(1));
        }
        var last = places.getLast();
        eventually("it moves on without being asked", () -> !Stage.fx(() -> sheet(moving)).equals(last));
        Stage.fx(() -> {
            moving.close();
            return true;
        });

        assertThat(places).allMatch(place -> place.contains(large));
        for (int minute = 1; minute < places.size(); minute++) {
            var before = new Point2D(places.get(minute - 1).getMinX(), places.get(minute - 1).getMinY());
            assertThat(before.distance(places.get(minute).getMinX(), places.get(minute).getMinY()))
                    .as("from minute to minute").isBetween(2 * 4.0, 2 * 4 * Math.sqrt(5));
        }
        assertThat(places.stream().map(place -> new Point2D(place.getMinX(), place.getMinY())).distinct()).hasSize(9);
    }

    private static Bounds sheet(WallDisplay display) {
        return display.node().lookup(".wall-sheet").getBoundsInParent();
    }

    private static void largeAndWhole(String page, List<Words> labels, Bounds display) {
        assertThat(labels).as("of " + page).hasSizeGreaterThan(5)
                .allSatisfy(label -> assertThat(label.pixels()).as(label.text())
                        .isGreaterThanOrEqualTo(SMALLEST * display.getHeight() / WallDisplay.HEIGHT))
                .allSatisfy(label -> assertThat(label.drawn()).as("without an ellipsis").isEqualTo(label.text()))
                .allSatisfy(label -> assertThat(display.contains(label.where()))
                        .as("%s lies at %s", label.text(), label.where()).isTrue());
    }

    /**
     * Words as they are drawn.
     *
     * @param drawn  what of them there is room for
     * @param pixels how large the letters are
     */
    private record Words(String text, String drawn, double pixels, Bounds where) {}

    private List<Words> laidOut(double width, double height) {
        display.node().resize(width, height);
        words(display.node());
        return display.node().lookupAll(".label").stream().filter(WallJourneyTest::seen).map(Label.class::cast)
                .filter(label -> !label.getText().isEmpty())
                .map(label -> new Words(label.getText(), ((Text) label.lookup(".text")).getText(),
                        label.getFont().getSize() * label.getLocalToSceneTransform().getMyy(),
                        label.localToScene(label.getBoundsInLocal())))
                .toList();
    }

    @Test
    void nothingCanBeChangedWhateverAnybodyWants() throws Exception {
        readable.setReadOnly(false);
        assertThat(readable.clusters().get().access()).isEqualTo(ClusterWriteAccessMode.READ_ONLY_FOR_GOOD);
        turnTo(0);
        eventuallySays("live");

        var runner = readable.clusterServices().planRunner();
        var preview = runner.preview(new NodeChangeIntent.CordonNodesIntent(TargetNodeSelection.of("h100-01")));
        assertThat(preview.changeBlock().orElseThrow().kind()).isEqualTo(Problem.OperationProblemKind.READ_ONLY);
        var refusal = catchThrowableOfType(ProblemException.class, () -> runner.apply(preview)).problem();

        assertThat(refusal.kind()).isEqualTo(Problem.OperationProblemKind.READ_ONLY);
    }

    @Test
    void nothingOfItCanBePointedAtOrTakesTheFocus() {
        turnTo(0);
        eventuallySays("Needs attention");
        Stage.fx(() -> {
            assertThat(display.node().getCursor()).isEqualTo(Cursor.NONE);
            assertThat(display.node().getChildrenUnmodifiable()).allMatch(Node::isMouseTransparent);
            assertThat(display.node().lookupAll("*")).noneMatch(Node::isFocusTraversable);
            return true;
        });
    }
}
